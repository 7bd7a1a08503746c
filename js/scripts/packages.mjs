/** The packages that `pack.mjs` makes: what each is for, which models it holds, and what its package.json says. */

/** The models of `epitome` itself: the default matchers, what needs no file, and the line classifier. */
const OWN = ["fit-zh", "fit-en", "fit-fa", "fit-de", "rouge", "speech-lines-de"];

/** The models that write headlines. */
const HEADLINES = ["headline-zh", "headline-en", "headline-fa", "headline-gru-zh"];

/** The systems that the papers compare. */
const PAPERS = [
  "lstm-ii-zh",
  ...["zh", "en"].flatMap((language) =>
    ["lsi", "svm", "cnn", "gru", "lstm-i", "bi-lstm", "lstm-ii-plain", "lstm-i-five", "lstm-ii-plain-five"].map(
      (system) => `${system}-${language}`,
    ),
  ),
];

const LANGUAGES = { en: "English", zh: "Chinese", fa: "Persian", de: "German" };

/** The most that each package may weigh when it is packed, in bytes. */
const MB = 1e6;

/** The packages, `epitome` first. */
export const PACKAGES = [
  { name: "epitome", folder: "package", tarball: "epitome.tgz", models: OWN, most: 10 * MB },
  {
    name: "@epitome/onnx",
    folder: "packages/@epitome/onnx",
    tarball: "epitome-onnx.tgz",
    models: [],
    most: 12 * MB,
    description: "Reads ONNX models for epitome.",
  },
  ...Object.entries(LANGUAGES).map(([tag, language]) => ({
    name: `@epitome/large-${tag}`,
    folder: `packages/@epitome/large-${tag}`,
    tarball: `epitome-large-${tag}.tgz`,
    models: [`fit-${tag}-large`],
    most: 40 * MB,
    description: `A larger matcher for ${language}, for epitome.`,
  })),
  {
    name: "@epitome/judge",
    folder: "packages/@epitome/judge",
    tarball: "epitome-judge.tgz",
    models: ["judge-multi"],
    most: 40 * MB,
    description: "A larger matcher of four languages, for epitome.",
  },
  {
    name: "@epitome/headlines",
    folder: "packages/@epitome/headlines",
    tarball: "epitome-headlines.tgz",
    models: HEADLINES,
    most: 20 * MB,
    description: "Models that write headlines, for epitome.",
  },
  {
    name: "@epitome/papers",
    folder: "packages/@epitome/papers",
    tarball: "epitome-papers.tgz",
    models: PAPERS,
    most: 20 * MB,
    description: "The systems of published papers on matching summaries, for epitome.",
  },
];

/** The package that holds each model, by its name, in the order in which models are listed. */
export const PLACES = Object.fromEntries(
  ["epitome", "@epitome/papers", "@epitome/headlines", "@epitome/large-", "@epitome/judge"].flatMap((begin) =>
    PACKAGES.filter(({ name }) => name.startsWith(begin)).flatMap(({ name, models }) =>
      models.map((model) => [model, name]),
    ),
  ),
);

/**
 * The entry `name` on each host; the first condition that a host knows is taken. Vite copies the files
 * that a module names, though it drops the module; so it has a build with few (`vite`). It is told
 * from webpack by the conditions that both do not share, and in development it gets the usual one.
 */
function onEachHost(name, { types = name, vite = false } = {}) {
  const file = (host) => `./dist/${name}.${host}.js`;
  const module = { webpack: file("browser"), production: file("vite"), default: file("browser") };
  return {
    types: `./dist/${types}.d.ts`,
    workerd: file("workerd"),
    "edge-light": file("edge"),
    deno: file("node"),
    bun: file("node"),
    node: file("node"),
    ...(vite ? { module } : {}),
    browser: file("browser"),
    default: file("browser"),
  };
}

/** The entry of a model; on Cloudflare's workers its files are modules. */
const modelEntry = (name) => ({
  types: `./models/${name}/index.d.ts`,
  workerd: `./models/${name}/index.workerd.js`,
  default: `./models/${name}/index.js`,
});

/** What package.json says of every package: `about` is what the crate and the command line give. */
function common(about, { name, description = about.description }, license) {
  const { repository, homepage, bugs, author } = about.given;
  return {
    name,
    version: about.version,
    description,
    license,
    keywords: ["summary", "summarization", "relevance", "evaluation", "rouge", "onnx", "webassembly"],
    ...(repository === undefined ? {} : { repository: { type: "git", url: repository } }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(bugs === undefined ? {} : { bugs: { url: bugs } }),
    ...(author === undefined ? {} : { author }),
    type: "module",
    engines: { node: ">=20.19" },
    ...(name.startsWith("@") ? { publishConfig: { access: "public" } } : {}),
  };
}

/** Where TypeScript finds the types of entries under `moduleResolution: node10`, which knows no exports. */
const typesVersions = (entries) => ({
  "*": Object.fromEntries(
    Object.entries(entries)
      .filter(([key, value]) => key !== "." && value.types !== undefined)
      .map(([key, value]) => [key.slice(2), [value.types]]),
  ),
});

/** The files that are named as they are: the WebAssembly files of `folder` and the scripts of workers. */
const namedFiles = (folder) => ({
  ...Object.fromEntries(
    ["epitome_bg.wasm", "epitome_relaxed_bg.wasm"].map((file) => [
      `./${file}`,
      { types: "./dist/wasm_file.d.ts", default: `./dist/${folder}/${file}` },
    ]),
  ),
  ...Object.fromEntries(
    ["thread.browser.js", "thread.node.js"].map((file) => [
      `./${file}`,
      { types: "./dist/nothing.d.ts", default: `./dist/${file}` },
    ]),
  ),
});

/** The package.json of `epitome`. */
function epitome(about, each, license) {
  const companions = PACKAGES.filter(({ name }) => name !== "epitome").map(({ name }) => name);
  const entries = {
    ".": onEachHost("index", { vite: true }),
    "./worker": onEachHost("worker", { vite: true }),
    // For pages without a bundler: one module.
    "./standalone": {
      ...onEachHost("index"),
      browser: "./dist/standalone.js",
      default: "./dist/standalone.js",
    },
    "./slim": onEachHost("slim", { types: "index" }),
    "./measures": onEachHost("measures", { vite: true }),
    "./polyfill": onEachHost("polyfill", { vite: true }),
    // Other hosts have the file, or can hold only one.
    "./relaxed": {
      types: "./dist/relaxed_file.d.ts",
      workerd: "./dist/nothing.js",
      "edge-light": "./dist/nothing.js",
      node: "./dist/nothing.js",
      default: "./dist/relaxed.browser.js",
    },
    ...Object.fromEntries(each.models.map((name) => [`./models/${name}`, modelEntry(name)])),
    ...namedFiles("wasm"),
  };
  return {
    ...common(about, each, license),
    // Importing a model, the faster file or the polyfill makes it known; nothing else does anything.
    sideEffects: ["./models/*/index.js", "./models/*/index.workerd.js", "./dist/relaxed.*.js", "./dist/polyfill.*.js", "./dist/thread.*.js", "./dist/cli.js"],
    bin: { epitome: "./dist/cli.js" },
    main: "./dist/index.node.js",
    types: "./dist/index.d.ts",
    typesVersions: typesVersions(entries),
    exports: {
      ...entries,
      "./models/*": "./models/*",
      "./package.json": "./package.json",
    },
    peerDependencies: Object.fromEntries(companions.map((name) => [name, about.version])),
    peerDependenciesMeta: Object.fromEntries(companions.map((name) => [name, { optional: true }])),
  };
}

/** The package.json of `@epitome/onnx`. */
function onnx(about, each, license) {
  const entries = { ".": onEachHost("index"), ...namedFiles("wasm-onnx") };
  return {
    ...common(about, each, license),
    sideEffects: true, // importing it makes it known to epitome
    main: "./dist/index.node.js",
    types: "./dist/index.d.ts",
    typesVersions: typesVersions(entries),
    exports: { ...entries, "./package.json": "./package.json" },
  };
}

/** The package.json of a package that holds models. */
function models(about, each, license) {
  const entries = {
    ".": { types: "./index.d.ts", workerd: "./index.workerd.js", default: "./index.js" },
    ...Object.fromEntries(each.models.map((name) => [`./${name}`, modelEntry(name)])),
  };
  return {
    ...common(about, each, license),
    sideEffects: true, // importing it makes its models known to epitome
    main: "./index.js",
    types: "./index.d.ts",
    typesVersions: typesVersions(entries),
    exports: { ...entries, "./models/*": "./models/*", "./package.json": "./package.json" },
  };
}

/** The package.json of a package. */
export function packageJson(about, each, license) {
  if (each.name === "epitome") return epitome(about, each, license);
  return each.name === "@epitome/onnx" ? onnx(about, each, license) : models(about, each, license);
}
