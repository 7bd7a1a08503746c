/**
 * The models of a package, as they are shipped: manifests, files (ONNX graphs as plans) and cards,
 * with the modules by which programs import them. Importing one makes it known to `epitome`.
 */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";

const root = new URL("../../", import.meta.url);
const sources = new URL("models/", root);

/** The suffix that Cloudflare's tools import as a Data module without settings. */
const DATA_SUFFIX = ".bin";

/** Stages the models `names` in the package at `target`; gives their manifests. */
export async function stageModels(names, target, optimize) {
  const manifests = [];
  for (const name of names) {
    const { manifest, files } = await shipped(name, optimize);
    const goal = new URL(`models/${name}/`, target);
    await mkdir(goal, { recursive: true });
    for (const [path, bytes] of Object.entries(files)) {
      await writeFile(new URL(path + DATA_SUFFIX, goal), bytes);
    }
    await writeFile(new URL("manifest.json", goal), `${JSON.stringify(manifest, null, 2)}\n`);
    await cp(new URL(`${name}/CARD.md`, sources), new URL("CARD.md", goal));
    for (const [file, text] of Object.entries(modelModules(manifest))) {
      await writeFile(new URL(file, goal), text);
    }
    manifests.push(manifest);
  }
  return manifests;
}

/** A model as it is shipped: its manifest and files. */
async function shipped(name, optimize) {
  const url = new URL(`${name}/manifest.json`, sources);
  const manifest = JSON.parse(await readFile(url, "utf8"));
  if ([manifest.graph, manifest.generation, manifest.pretrained].some((graphs) => graphs !== undefined)) {
    return await optimize(url, { cache: false });
  }
  const files = manifest.files.map(async ({ path }) => [path, await readFile(new URL(path, url))]);
  return { manifest, files: Object.fromEntries(await Promise.all(files)) };
}

/** The registry of src/companions.ts, of which these modules know its key and its shape. */
const REGISTER = `const key = Symbol.for("epitome");
const { models } = (globalThis[key] ??= { models: new Map() });
models.set(manifest.name, model);
`;

/** The modules of one model. */
function modelModules(manifest) {
  const paths = manifest.files.map(({ path }) => path);
  const address = (path) => `./${path}${DATA_SUFFIX}`;
  const module = (imports, entry) =>
    `${imports}const manifest = ${JSON.stringify(manifest)};\n\nconst model = {\n  manifest,\n  files: {\n${paths.map(entry).join("")}  },\n};\n\n${REGISTER}\nexport default model;\n`;
  const imports = paths.map((path, index) => `import file${index} from "${address(path)}";\n`).join("");
  return {
    "index.js": module("", (path) => getter(path, address(path))),
    "index.workerd.js": module(imports, (path, index) => `    "${path}": file${index},\n`),
    "index.d.ts": `/** The model, for the option \`model\` of \`create\`; importing it makes its name known there too. */
declare const model: {
  /** What it is and what it needs. */
  manifest: object;
  /** Its files, by their path. */
  files: Record<string, URL | ArrayBuffer>;
};
export default model;
`,
  };
}

/**
 * Where the models of `epitome` are. The addresses stand in this one module, which nothing is run in:
 * bundlers drop it with its last user, and load it in one request; they keep modules that are
 * imported dynamically, whoever imports them.
 */
function packagedModule(manifests) {
  const models = manifests.map((manifest) => {
    const files = manifest.files.map(({ path }) =>
      getter(path, `./${manifest.name}/${path}${DATA_SUFFIX}`),
    );
    return `  "${manifest.name}": async () => ({\n    default: {\n      manifest: ${JSON.stringify(manifest)},\n      files: {\n${files.join("")}      },\n    },\n  }),\n`;
  });
  return `export const packaged = {\n${models.join("")}};\n`;
}

/** A model whose files are `data:` addresses where a bundler knows `?inline`, and addresses elsewhere. */
function chunkModule(manifest) {
  const files = manifest.files.map(({ path }) => getter(path, `./${path}${DATA_SUFFIX}?inline`));
  return `export default {\n  manifest: ${JSON.stringify(manifest)},\n  files: {\n${files.join("")}  },\n};\n`;
}

/** Looked up when it is read: where a module has no address, naming one throws. */
const getter = (path, address) =>
  `    get "${path}"() {\n      return new URL("${address}", import.meta.url);\n    },\n`;

/** The modules of `epitome` over its own models. */
export function ownModules(manifests, places) {
  const listed = manifests.map(({ name, version, task, description, languages, license, files, metrics }) => ({
    name, version, task, description, languages, license, files, metrics,
  }));
  const imported = (file) =>
    `export const packaged = {\n${manifests.map(({ name }) => `  "${name}": () => import("./${name}/${file}"),\n`).join("")}};\n`;
  return {
    "catalogue.js": `export const catalogue = ${JSON.stringify(listed)};\n`,
    "places.js": `export const places = ${JSON.stringify(places)};\n`,
    "packaged.js": packagedModule(manifests),
    "packaged.workerd.js": imported("index.workerd.js"),
    "packaged.chunks.js": imported("chunk.js"),
    ...Object.fromEntries(manifests.map((manifest) => [`${manifest.name}/chunk.js`, chunkModule(manifest)])),
  };
}

/** The modules at the top of a package that holds `names`: its models by their names, the only one as it is. */
export function companionModules(names) {
  const variable = (name) => name.replace(/-(\w)/gu, (_, letter) => letter.toUpperCase());
  const list = names.map((name) => `  "${name}": ${variable(name)},\n`).join("");
  const [only, ...others] = names;
  const module = (file) =>
    others.length === 0
      ? `export { default } from "./models/${only}/${file}";\n`
      : `${names.map((name) => `import ${variable(name)} from "./models/${name}/${file}";\n`).join("")}\nexport default {\n${list}};\n`;
  return {
    "index.js": module("index.js"),
    "index.workerd.js": module("index.workerd.js"),
    "index.d.ts":
      others.length === 0
        ? `export { default } from "./models/${only}/index.js";\n`
        : `/** The models by their names; importing them makes the names known to \`epitome\`. */\ndeclare const models: Record<\n${names.map((name) => `  | "${name}"\n`).join("")},\n  { manifest: object; files: Record<string, URL | ArrayBuffer> }\n>;\nexport default models;\n`,
  };
}
