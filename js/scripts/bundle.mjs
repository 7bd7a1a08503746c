/**
 * Bundles the TypeScript of js/src into js/dist, one set of entries for each
 * host, all in one folder, so that `new URL("./file", import.meta.url)` means
 * the same in every file; and that of `@epitome/onnx` into js/dist-onnx. Entries
 * of one host share their chunks, so that the classes of `epitome` and
 * `epitome/worker` are the same. What needs models and what does not are entries
 * of their own, so that bundlers drop what a program does not import.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const js = new URL("../", import.meta.url);
const { version } = await crate();

/** The entries of every host, and those that only their modules are for. */
const ENTRIES = ["errors", "index", "worker", "polyfill", "measures", "classes", "worker_classes", "optimize"];

/**
 * The builds: the module of the host, that of its threads, and the entries. Edge
 * hosts share their turns of the event loop. `slim` holds no models, and in
 * bundles one WebAssembly file. `vite` is for bundlers that copy the files that a module names
 * before they drop it: the files of models become chunks of code there, which are dropped.
 */
const BUILDS = [
  { name: "browser", threads: "browser", entries: [...ENTRIES, "relaxed_file", "thread.browser"] },
  { name: "vite", host: "browser", threads: "browser", entries: ENTRIES, chunked: true },
  { name: "node", threads: "node", entries: [...ENTRIES, "thread.node", "cli"] },
  { name: "workerd", threads: "none", entries: ENTRIES },
  { name: "edge", threads: "none", entries: ENTRIES },
  ...["browser", "node", "workerd", "edge"].map((host) => ({
    name: `slim.${host}`,
    host,
    threads: "none",
    entries: ["errors", "index", "measures", "classes", "optimize"],
    slim: true,
  })),
  { name: "onnx.browser", host: "browser", threads: "browser", entries: ["onnx", "thread.browser"], onnx: true },
  { name: "onnx.node", host: "node", threads: "node", entries: ["onnx", "thread.node"], onnx: true },
  ...["workerd", "edge"].map((host) => ({
    name: `onnx.${host}`,
    host,
    threads: "none",
    entries: ["onnx"],
    onnx: true,
  })),
];

/** Entries that only one host has keep their name; the others are NAME.HOST.js. */
function outputName(entry, { name, host, slim }) {
  if (entry === "onnx") return `index.${host}`;
  if (entry.includes(".") || entry === "cli") return entry;
  if (slim) return entry === "index" ? name : `${entry}.${name}`;
  return entry === "relaxed_file" ? `relaxed.${name}` : `${entry}.${name}`;
}

/** Puts the host's modules in the place of the current ones; leaves out what pack.mjs adds. */
function placing({ name, host = name, threads, slim, onnx, chunked }) {
  const relaxed = host === "browser" && !slim && !chunked ? "browser" : "none";
  const turns = host === "workerd" ? "edge" : host;
  const chosen = { hosts: host, threads, turns, relaxed, onnx: host };
  const wasm = onnx ? "./wasm-onnx" : "./wasm";
  return {
    name: "placing",
    setup(building) {
      building.onResolve({ filter: /\/(hosts|threads|turns|relaxed|onnx)\/current\.js$/ }, ({ path }) => {
        const kind = /(\w+)\/current\.js$/u.exec(path)[1];
        return { path: fileURLToPath(new URL(`src/${kind}/${chosen[kind]}.ts`, js)) };
      });
      building.onResolve({ filter: /\/models\/\w+\.js$/ }, ({ path }) => {
        const file = /\w+\.js$/u.exec(path)[0];
        if (slim && file !== "places.js") {
          return { path: fileURLToPath(new URL("src/hosts/no_models.ts", js)) };
        }
        const special = host === "workerd" || chunked;
        const own = special && file === "packaged.js" ? `packaged.${chunked ? "chunks" : host}.js` : file;
        return { path: `../models/${own}`, external: true };
      });
      building.onResolve({ filter: /\/wasm\/[^/]+\.(js|wasm(\?module)?)$/ }, ({ path }) => {
        return { path: `${wasm}/${/[^/]+$/u.exec(path)[0]}`, external: true };
      });
      building.onLoad({ filter: /\/(hosts|relaxed|onnx)\/[^/]+\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, "utf8");
        return { contents: source.replaceAll('"./wasm/', `"${wasm}/`), loader: "ts" };
      });
    },
  };
}

/** The version of the crate, which is that of the package. */
async function crate() {
  const toml = await readFile(new URL("../Cargo.toml", js), "utf8");
  return { version: /^version = "(.*)"$/mu.exec(toml)[1] };
}

/** The modules that hold what the entries `index` and `worker` export, by the entry's classes. */
const HOLDERS = { index: ["errors", "measures", "classes", "optimize"], worker: ["errors", "measures", "worker_classes", "optimize"] };

/**
 * Writes `entry` as a module that does nothing but pass on what others export: bundlers that know such
 * modules do not even read the others that a program does not use.
 */
async function writeBarrel(entry, each) {
  const dist = new URL("dist/", js);
  const nameOf = (name) => outputName(name, each);
  const exportsOf = async (name) => {
    const text = await readFile(new URL(`${nameOf(name)}.js`, dist), "utf8");
    const [, list] = /^export \{([^}]*)\};$/mu.exec(text);
    return list.split(",").map((each) => each.trim()).filter(Boolean);
  };
  const wanted = new Set(await exportsOf(entry));
  let text = "";
  for (const holder of HOLDERS[entry]) {
    const names = (await exportsOf(holder)).filter((name) => wanted.delete(name));
    text += `export { ${names.join(", ")} } from "./${nameOf(holder)}.js";\n`;
  }
  if (wanted.size > 0) throw new Error(`${entry}: no module holds ${[...wanted].join(", ")}`);
  await writeFile(new URL(`${nameOf(entry)}.js`, dist), text);
  await rm(new URL(`${nameOf(entry)}.js.map`, dist), { force: true });
}

for (const folder of ["dist/", "dist-onnx/"]) await rm(new URL(folder, js), { recursive: true, force: true });
for (const each of BUILDS) {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(js),
    entryPoints: each.entries.map((entry) => ({
      in: `src/${entry}.ts`,
      out: outputName(entry, each),
    })),
    outdir: each.onnx ? "dist-onnx" : "dist",
    chunkNames: `${each.name}-[hash]`,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: (each.host ?? each.name) === "node" ? "node" : "neutral",
    charset: "utf8",
    treeShaking: true,
    define: { EPITOME_VERSION: JSON.stringify(version) },
    // The package ships the sources that the maps refer to.
    sourcemap: true,
    sourcesContent: false,
    plugins: [placing(each)],
    logLevel: "warning",
    metafile: true,
  });
  // THIRD-PARTY-NOTICES.md has no npm package.
  const foreign = Object.keys(metafile.inputs).filter((path) => path.includes("node_modules/"));
  if (foreign.length > 0) throw new Error(`${each.name} bundles ${foreign.join(", ")}`);
  for (const entry of each.onnx ? [] : Object.keys(HOLDERS)) {
    if (each.entries.includes(entry)) await writeBarrel(entry, each);
  }
}
