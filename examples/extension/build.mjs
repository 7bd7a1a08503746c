// Writes the extension into dist/, which chrome://extensions loads: bundles, and the package's files.
import { cp, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const installed = dirname(createRequire(import.meta.url).resolve("epitome/package.json"));

await build({
  entryPoints: ["background.js", "popup.js"],
  bundle: true,
  format: "esm",
  target: "es2022",
  conditions: ["browser"],
  outdir: "dist",
});
await mkdir("dist", { recursive: true });
for (const file of ["manifest.json", "popup.html"]) await cp(file, join("dist", file));
for (const folder of ["dist/wasm", "models/fit-en"]) {
  await cp(join(installed, folder), join("dist/epitome", folder), { recursive: true });
}
