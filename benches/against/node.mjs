/** Prints what `measure.mjs` finds in the Node that runs this, as JSON. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { measure } from "./measure.mjs";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("js/package.json", root));
const ort = await import(pathToFileURL(require.resolve("onnxruntime-web")));
const { Matcher } = await import(new URL("dist/package/dist/index.node.js", root));

const found = await measure({ ort, Matcher, read: (path) => readFile(new URL(path, root)) });
process.stdout.write(`${JSON.stringify({ engine: `Node ${process.version}`, ...found })}\n`, () => process.exit(0));
