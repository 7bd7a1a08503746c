/**
 * Stages the npm package in dist/package and packs it as dist/epitome.tgz:
 * the bundles, what wasm-bindgen made, the models, and the modules that tell
 * each host where a model's files are and what the WebAssembly file must be.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { SHARED, shareParts } from "./shared_parts.mjs";

const root = new URL("../../", import.meta.url);
const from = {
  compiled: new URL("js/dist/", root),
  whole: { simd128: new URL("target/pkg/", root), relaxed: new URL("target/pkg-relaxed/", root) },
  slim: { simd128: new URL("target/pkg-slim/", root), relaxed: new URL("target/pkg-slim-relaxed/", root) },
  declarations: new URL("js/models/", root),
  models: new URL("models/", root),
};
const dist = new URL("dist/", root);
const target = new URL("package/", dist);

/** The models that an edge worker's upload holds without being asked. */
const UPLOADED = ["fit-zh", "fit-en", "fit-fa", "fit-de", "rouge", "lstm-ii-zh", "speech-lines-de"];

/** The larger matchers. */
const LARGER = ["fit-zh-large", "fit-en-large", "fit-fa-large", "fit-de-large"];

/** The models that write headlines. */
const HEADLINES = ["headline-zh", "headline-en", "headline-fa", "headline-gru-zh"];

/** The models of the package: those, and the systems of paper A. */
const MODELS = [
  ...UPLOADED,
  ...LARGER,
  ...HEADLINES,
  ...["zh", "en"].flatMap((language) =>
    ["lsi", "svm", "cnn", "gru", "lstm-i", "bi-lstm", "lstm-ii-plain", "lstm-i-five", "lstm-ii-plain-five"].map(
      (system) => `${system}-${language}`,
    ),
  ),
];

/** The suffix that Cloudflare's tools import as a Data module without settings. */
const DATA_SUFFIX = ".bin";

async function must(url, how) {
  try {
    return await readFile(url);
  } catch {
    throw new Error(`${fileURLToPath(url)} is missing: ${how}`);
  }
}

/** The WebAssembly file of each build, by its name in the package. */
const WASM = { simd128: "epitome_bg.wasm", relaxed: "epitome_relaxed_bg.wasm" };

/** The WebAssembly files of `builds` with their bindings, in dist/`folder`. */
async function stageWasm(builds, folder) {
  const goal = new URL(`dist/${folder}/`, target);
  await mkdir(goal, { recursive: true });
  const how = "run build.sh, which runs wasm-bindgen";
  const glue = await must(new URL("epitome.js", builds.simd128), how);
  const wasmFiles = {};
  for (const [build, source] of Object.entries(builds)) {
    if (!glue.equals(await must(new URL("epitome.js", source), how))) {
      throw new Error(
        `the bindings of the build ${build} for ${folder} are not those of simd128: they name closures by ` +
          "hashes of the compiler, which must not depend on its flags",
      );
    }
    const wasm = await must(new URL("epitome_bg.wasm", source), how);
    await writeFile(new URL(WASM[build], goal), wasm);
    wasmFiles[build] = { bytes: wasm.length, sha256: createHash("sha256").update(wasm).digest("hex") };
  }
  await writeFile(new URL("epitome.js", goal), glue);
  for (const file of ["epitome.d.ts", "digest.d.ts"]) {
    await cp(new URL(`js/src/wasm/${file}`, root), new URL(file, goal));
  }
  const text = `export const wasmFiles = ${JSON.stringify(wasmFiles, null, 2)};\n`;
  await writeFile(new URL("digest.js", goal), text);
}

/** The staged package itself, which optimizes its models. */
async function optimizer() {
  await mkdir(new URL("models/", target), { recursive: true });
  for (const [file, text] of Object.entries(modelModules([]))) {
    await writeFile(new URL(`models/${file}`, target), text);
  }
  const { optimizeModel } = await import(new URL("dist/index.node.js", target));
  return optimizeModel;
}

/** A model as it is shipped: its manifest and files, the graphs as plans. */
async function shipped(name, optimize) {
  const url = new URL(`${name}/manifest.json`, from.models);
  const manifest = JSON.parse(await must(url, "train the model"));
  const graphs = manifest.graph ?? manifest.generation;
  if (graphs !== undefined) return await optimize(url, { cache: false });
  const files = manifest.files.map(async ({ path }) => [path, await readFile(new URL(path, url))]);
  return { manifest, files: Object.fromEntries(await Promise.all(files)) };
}

async function stageModels() {
  const optimize = await optimizer();
  const models = [];
  for (const name of MODELS) models.push(await shipped(name, optimize));
  await writeFiles(SHARED, shareParts(models));
  for (const { manifest, files } of models) {
    const goal = await writeFiles(manifest.name, files);
    await writeFile(
      new URL("manifest.js", goal),
      `export default ${JSON.stringify(manifest, null, 2)};\n`,
    );
    for (const [file, text] of Object.entries(modelModule(manifest))) {
      await writeFile(new URL(file, goal), text);
    }
    await writeFile(
      new URL("manifest.json", goal),
      `${JSON.stringify(manifest, null, 2)}\n`,
    );
    await cp(new URL(`${manifest.name}/CARD.md`, from.models), new URL("CARD.md", goal));
  }
  return models.map(({ manifest }) => manifest);
}

/** Writes files into a folder of models/, whose address it gives. */
async function writeFiles(folder, files) {
  const goal = new URL(`models/${folder}/`, target);
  await mkdir(goal, { recursive: true });
  for (const [path, bytes] of Object.entries(files)) {
    await writeFile(new URL(path + DATA_SUFFIX, goal), bytes);
  }
  return goal;
}

/** What the files of a model are stored as: paths from its folder. */
function storedPaths({ files }) {
  return files.flatMap((file) => (file.parts ?? [file]).map(({ path }) => path));
}

/** The modules of one model: its manifest, and its files as each host finds them. */
function modelModule(manifest) {
  const paths = storedPaths(manifest);
  const address = (path) => (path.startsWith("../") ? path : `./${path}`) + DATA_SUFFIX;
  const entries = (value) =>
    paths.map((path, index) => `    "${path}": ${value(path, index)},\n`).join("");
  const module = (imports, value) =>
    `import manifest from "./manifest.js";\n${imports}\nexport default {\n  manifest,\n  files: {\n${entries(value)}  },\n};\n`;
  const imports = paths.map((path, index) => `import file${index} from "${address(path)}";\n`).join("");
  return {
    "index.js": module("", (path) => `new URL("${address(path)}", import.meta.url)`),
    "index.workerd.js": module(imports, (_, index) => `file${index}`),
    "index.d.ts": `import type { CustomModel } from "../../dist/index.js";\n\n/** The model, for the option \`model\` of \`create\`. */\ndeclare const model: CustomModel;\nexport default model;\n`,
  };
}

/** The modules over all models: their manifests, and where each host finds their files. */
function modelModules(manifests) {
  const files = manifests.flatMap((manifest) =>
    storedPaths(manifest).map((path) => ({
      name: manifest.name,
      key: `${manifest.name}/${path}`,
      file: `./${path.startsWith("../") ? path.slice(3) : `${manifest.name}/${path}`}${DATA_SUFFIX}`,
    })),
  );
  const lines = (map, kept = files) => kept.map(map).join("");
  const uploaded = files.filter(({ name }) => UPLOADED.includes(name));
  return {
    "manifests.js": `${manifests
      .map(({ name }, index) => `import m${index} from "./${name}/manifest.js";\n`)
      .join("")}\nexport const manifests = [${manifests.map((_, index) => `m${index}`).join(", ")}];\n`,
    "urls.js": `export const urls = {\n${lines(
      ({ key, file }) => `  "${key}": () => new URL("${file}", import.meta.url),\n`,
    )}};\n`,
    "modules.js": `export const modules = {\n${lines(
      ({ key, file }) => `  "${key}": () => import("${file}"),\n`,
      uploaded,
    )}};\n`,
  };
}

/** The fields of the [package] table of Cargo.toml that the npm package shares. */
async function crateFields() {
  const toml = (await readFile(new URL("Cargo.toml", root), "utf8")).split(/^\[/mu)[1] ?? "";
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, "mu").exec(toml)?.[1];
  return { version: field("version"), description: field("description"), license: field("license") };
}

/** The entry `name` on each host; the first condition that a host knows is taken. */
function onEachHost(name, types = name) {
  const file = (host) => `./dist/${name}.${host}.js`;
  return {
    types: `./dist/${types}.d.ts`,
    workerd: file("workerd"),
    "edge-light": file("edge"),
    deno: file("node"),
    bun: file("node"),
    node: file("node"),
    browser: file("browser"),
    default: file("browser"),
  };
}

/** The entry of each model; on edge hosts its files are modules. */
const modelEntries = () =>
  Object.fromEntries(
    MODELS.map((name) => [
      `./models/${name}`,
      {
        types: `./models/${name}/index.d.ts`,
        workerd: `./models/${name}/index.workerd.js`,
        default: `./models/${name}/index.js`,
      },
    ]),
  );

function packageJson(crate) {
  return {
    name: "epitome",
    version: crate.version,
    description: crate.description,
    license: crate.license,
    keywords: ["summary", "summarization", "relevance", "evaluation", "rouge", "onnx", "webassembly"],
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    bin: { epitome: "./dist/cli.js" },
    types: "./dist/index.d.ts",
    exports: {
      ".": onEachHost("index"),
      "./worker": onEachHost("worker"),
      "./core": { ...onEachHost("index"), workerd: "./dist/index.core.js" },
      "./slim": onEachHost("slim", "index"),
      "./epitome_bg.wasm": "./dist/wasm/epitome_bg.wasm",
      "./epitome_relaxed_bg.wasm": "./dist/wasm/epitome_relaxed_bg.wasm",
      "./epitome_slim_bg.wasm": "./dist/wasm-slim/epitome_bg.wasm",
      "./epitome_slim_relaxed_bg.wasm": "./dist/wasm-slim/epitome_relaxed_bg.wasm",
      "./thread.browser.js": "./dist/thread.browser.js",
      "./thread.node.js": "./dist/thread.node.js",
      ...modelEntries(),
      "./models/*": "./models/*",
      "./package.json": "./package.json",
    },
  };
}

await rm(target, { recursive: true, force: true });
await must(new URL("index.d.ts", from.compiled), "run npm run build in js/");
await cp(from.compiled, new URL("dist/", target), { recursive: true });
await stageWasm(from.whole, "wasm");
await stageWasm(from.slim, "wasm-slim");

const manifests = await stageModels();
for (const [file, text] of Object.entries(modelModules(manifests))) {
  await writeFile(new URL(`models/${file}`, target), text);
}
await cp(from.declarations, new URL("models/", target), { recursive: true });

await cp(new URL("js/README.md", root), new URL("README.md", target));
const licenses = (await readdir(root)).filter((name) => name.startsWith("LICENSE"));
if (licenses.length === 0) throw new Error("no LICENSE file in the root of the repository");
for (const license of licenses) await cp(new URL(license, root), new URL(license, target));
await writeFile(
  new URL("package.json", target),
  `${JSON.stringify(packageJson(await crateFields()), null, 2)}\n`,
);

const report = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--pack-destination", fileURLToPath(dist)], {
    cwd: fileURLToPath(target),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
);
const packed = Array.isArray(report) ? report[0] : Object.values(report)[0];
await rename(new URL(packed.filename, dist), new URL("epitome.tgz", dist));
process.stdout.write(`dist/epitome.tgz: ${packed.size} bytes, ${packed.files.length} files\n`);
