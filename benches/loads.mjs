/**
 * Times the loading of models in processes that have loaded a small one before: the default matcher and 8-bit
 * encoders, by `epitome` from ONNX and from plans (`optimizeModel`), by `epitome/slim`, and by
 * onnxruntime-web. Each loads in processes of its own, in turn; medians go to loads.md
 * beside this file. Needs dist/package (`./build.sh pack`), and target/bench-encoders
 * (`python benches/encoders.py`), without which the rows of encoders are left out. Takes two minutes.
 *
 * `node benches/loads.mjs RUNTIME FOLDER SMALL` is one such process and prints its times.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../", import.meta.url);
const MODELS = { "fit-en": "models", "encoder-dynamic": "target/bench-encoders", "encoder-qdq": "target/bench-encoders" };
const RUNTIMES = [
  { name: "epitome, plan", entry: "index", plan: true },
  { name: "epitome/slim, plan", entry: "slim", plan: true },
  { name: "epitome, ONNX", entry: "index", plan: false },
  { name: "onnxruntime-web, ONNX", plan: false },
];
/** The model that is loaded before. */
const SMALL = "cnn-en";
const TURNS = 7;
const LATER = 5;

/** Manifest and files of the model in a folder. */
async function read(folder) {
  const manifest = JSON.parse(await readFile(new URL("manifest.json", folder), "utf8"));
  const files = manifest.files.map(async ({ path }) => [path, new Uint8Array(await readFile(new URL(path, folder)))]);
  return { manifest, files: Object.fromEntries(await Promise.all(files)) };
}

/** A folder with the model as plans. */
async function planned(name, folder) {
  const { optimizeModel } = await import(new URL("dist/package/dist/index.node.js", root));
  const { manifest, files } = await optimizeModel(await read(folder));
  const made = new URL(`target/bench-plans/${name}/`, root);
  await mkdir(made, { recursive: true });
  await writeFile(new URL("manifest.json", made), JSON.stringify(manifest));
  for (const [path, bytes] of Object.entries(files)) await writeFile(new URL(path, made), bytes);
  return made;
}

/** The milliseconds of loads in this process, the first and the later ones. */
async function once({ entry }, folder, small) {
  const times = [];
  const timed = async (load, release) => {
    const begin = performance.now();
    const loaded = await load();
    times.push(performance.now() - begin);
    await release(loaded);
  };
  let load;
  if (entry === undefined) {
    const require = createRequire(new URL("js/package.json", root));
    const ort = await import(pathToFileURL(require.resolve("onnxruntime-web")));
    ort.env.wasm.numThreads = 1;
    const create = async (from) => ort.InferenceSession.create(await readFile(new URL("model.onnx", from)));
    await (await create(small)).release();
    const file = await readFile(new URL("model.onnx", folder));
    load = () => timed(() => ort.InferenceSession.create(file), (session) => session.release());
  } else {
    const { Matcher } = await import(new URL(`dist/package/dist/${entry}.node.js`, root));
    (await Matcher.create({ model: await read(small) })).destroy();
    const model = await read(folder);
    load = () => timed(() => Matcher.create({ model }), (matcher) => matcher.destroy());
  }
  for (let time = 0; time <= LATER; time += 1) await load();
  return times;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Rows of a model: every runtime's first and later loads, and those to onnxruntime-web's. */
async function rowsOf(model, folder, small) {
  const plans = { model: await planned(model, folder), small: await planned(SMALL, small) };
  const found = RUNTIMES.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, { name, plan }] of RUNTIMES.entries()) {
      const from = plan ? plans : { model: folder, small };
      const args = [import.meta.url, from.model, from.small].map((url) => fileURLToPath(url));
      found[index].push(JSON.parse(execFileSync(process.execPath, [args[0], name, ...args.slice(1)])));
    }
  }
  const times = found.map((all) => [median(all.map(([first]) => first)), median(all.flatMap(([, ...later]) => later))]);
  const theirs = times.at(-1);
  return RUNTIMES.map(({ name }, index) => {
    const cells = times[index].flatMap((time, at) => [time.toFixed(1), (time / theirs[at]).toFixed(2)]);
    return `| ${[model, name, ...cells].join(" | ")} |`;
  });
}

async function compare() {
  const lines = [
    "# Loading of models",
    "",
    `Written by benches/loads.mjs. Node ${process.version}, ${cpus()[0]?.model}, one thread; milliseconds from files in ` +
      `memory to a model that is ready, medians of ${TURNS} processes each, in turn, that have loaded ${SMALL} before: of the ` +
      `first load, and of the ${LATER} after it, when the engine has compiled more of what loading runs. The ratios are to ` +
      "onnxruntime-web. A plan is what the package ships in place of ONNX; Epitome's times hold the copy and the " +
      "digests of the files and the reading of the vocabulary.",
    "",
    "| model | runtime | first | ratio | later | ratio |",
    "|---|---|---|---|---|---|",
  ];
  for (const [model, parent] of Object.entries(MODELS)) {
    const folder = new URL(`${parent}/${model}/`, root);
    if (existsSync(folder)) lines.push(...(await rowsOf(model, folder, new URL(`models/${SMALL}/`, root))));
    else console.error(`${model} is left out: python benches/encoders.py makes it`);
  }
  const text = `${lines.join("\n")}\n`;
  await writeFile(new URL("loads.md", import.meta.url), text);
  console.log(text);
}

const [name, ...folders] = process.argv.slice(2);
if (name === undefined) {
  await compare();
} else {
  console.log(JSON.stringify(await once(RUNTIMES.find((runtime) => runtime.name === name), ...folders.map((path) => pathToFileURL(path)))));
  process.exit(0);
}
