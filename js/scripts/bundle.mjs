/**
 * Bundles the TypeScript of js/src into js/dist, one set of entries for each
 * host, all in one folder, so that `new URL("./file", import.meta.url)` means
 * the same in every file. Entries of one host share their chunks, so that the
 * classes of `epitome` and `epitome/worker` are the same.
 */
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const js = new URL("../", import.meta.url);

/**
 * The builds: the module of the host, that of its threads, and the entries. Edge
 * hosts share their turns of the event loop.
 * `core` is workerd without the packaged models, for uploads with few of them;
 * `slim` has the WebAssembly file that reads no ONNX.
 */
const BUILDS = [
  { name: "browser", threads: "browser", entries: ["index", "worker", "thread.browser"] },
  { name: "node", threads: "node", entries: ["index", "worker", "thread.node", "cli"] },
  { name: "workerd", threads: "none", entries: ["index", "worker"] },
  { name: "core", host: "workerd", threads: "none", entries: ["index"], models: "none" },
  { name: "edge", threads: "none", entries: ["index", "worker"] },
  ...["browser", "node", "workerd", "edge"].map((host) => ({
    name: `slim.${host}`,
    host,
    threads: "none",
    entries: ["index"],
    models: host === "workerd" ? "none" : undefined,
    slim: true,
  })),
];

/** Entries that only one host has keep their name; the others are NAME.HOST.js. */
const outputName = (entry, { name, slim }) => {
  if (slim) return name;
  return entry.includes(".") || entry === "cli" ? entry : `${entry}.${name}`;
};

/** Puts the host's modules in the place of the current ones; leaves out what pack.mjs adds. */
function placing({ name, host = name, threads, models, slim }) {
  const chosen = { hosts: host, threads, turns: host === "workerd" ? "edge" : host };
  const wasm = slim ? "./wasm-slim" : "./wasm";
  return {
    name: "placing",
    setup(building) {
      building.onResolve({ filter: /^\.\.?\/(.*\/)?(hosts|threads|turns)\/current\.js$/ }, ({ path }) => {
        const kind = /(hosts|threads|turns)\/current\.js$/u.exec(path)[1];
        return { path: fileURLToPath(new URL(`src/${kind}/${chosen[kind]}.ts`, js)) };
      });
      building.onResolve({ filter: /\/(models|wasm)\/[^/]+\.(js|wasm(\?module)?)$/ }, ({ path }) => {
        if (models === "none" && path.endsWith("/models/modules.js")) {
          return { path: fileURLToPath(new URL("src/hosts/no_modules.ts", js)) };
        }
        const [, folder, file] = /(models|wasm)\/([^/]+)$/u.exec(path);
        const place = folder === "models" ? "../models" : wasm;
        return { path: `${place}/${file}`, external: true };
      });
      building.onLoad({ filter: /\/hosts\/[^/]+\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, "utf8");
        return { contents: source.replaceAll('"./wasm/', `"${wasm}/`), loader: "ts" };
      });
    },
  };
}

await rm(new URL("dist/", js), { recursive: true, force: true });
for (const each of BUILDS) {
  await build({
    absWorkingDir: fileURLToPath(js),
    entryPoints: each.entries.map((entry) => ({
      in: `src/${entry}.ts`,
      out: outputName(entry, each),
    })),
    outdir: "dist",
    chunkNames: `${each.name}-[hash]`,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: (each.host ?? each.name) === "node" ? "node" : "neutral",
    charset: "utf8",
    treeShaking: true,
    plugins: [placing(each)],
    logLevel: "warning",
  });
}
