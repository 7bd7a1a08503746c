/**
 * Epitome on WebGPU against Epitome on wasm and onnxruntime-web's WebGPU execution
 * provider, interleaved in one process, in Node through Dawn:
 *
 *   node benches/webgpu.mjs [MOST PAIRS] [MODEL…]      default: 4096, and all that are there
 *
 * Models are packaged ones, and the encoder of benches/encoders.py in float32 where it was made. Calls of
 * 1, 4, 16, … pairs, each the pair of the model's reference whose document is closest to 500
 * characters. "Match" columns are whole calls of `matchBatch`, from texts to
 * results. "Graph" columns are the graph's forward passes alone, over the same batches of the same
 * token ids, from ids in the host's memory to logits in the host's memory: for Epitome from the
 * first upload of each run to the end of its readback (what chooses its kernels before that is in
 * "match" only), for onnxruntime-web `session.run`.
 * Writes webgpu.md beside this file. Needs dist/package, and the npm package `webgpu` or its index.js in
 * DAWN; no network. An adapter that computes on the CPU says nothing about a GPU's speed.
 *
 * Two things are put between onnxruntime-web and Dawn, which otherwise do not go together in Node: its
 * memory is shared between threads, from which Dawn's `writeBuffer` takes nothing, so that what
 * it uploads is copied once more; and pipelines are made at once, because some that it asks for
 * are not ready after minutes. Pipelines are made before anything is timed.
 */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";

const root = new URL("../", import.meta.url);
const [most = "4096", ...asked] = process.argv.slice(2);
if (!(Number.isInteger(Number(most)) && Number(most) > 0)) throw new Error(`most pairs: ${most}; allowed: whole numbers from 1 on`);
const PACKAGED = ["lstm-ii-zh", "fit-zh", "fit-en", "fit-fa", "fit-de"];
/** 6 layers of 384 over 128 tokens. */
const ENCODER = "encoder-f32";
const folderOf = (model) => new URL(model === ENCODER ? `target/bench-encoders/${model}/` : `models/${model}/`, root);
/** The length of a document of ordinary size. */
const CHARACTERS = 500;
/** How long a size is measured, in milliseconds, and how often at least. */
const PATIENCE = 2000;
const ROUNDS = 3;
/** How Epitome cuts a call on the GPU: at most so many pairs, and document times summary times pairs. */
const BATCH = 256;
const CELLS = 1 << 21;

const dawn = await import(process.env.DAWN ? pathToFileURL(process.env.DAWN).href : "webgpu");
Object.assign(globalThis, dawn.globals);
globalThis.navigator ??= {};
Object.defineProperty(globalThis.navigator, "gpu", { value: dawn.create([]), configurable: true });

/** Replaces a method; `make` is given the one that was there. */
function replace(owner, name, make) {
  owner.prototype[name] = make(owner.prototype[name]);
}
replace(GPUQueue, "writeBuffer", (write) => function (buffer, offset, data, ...rest) {
  passes.begin();
  const shared = data.buffer instanceof SharedArrayBuffer;
  return write.call(this, buffer, offset, shared ? data.slice() : data, ...rest);
});
replace(GPUBuffer, "mapAsync", (map) => function (...given) {
  const mapped = map.apply(this, given);
  return mapped.then(() => passes.end());
});

/** The time from the first upload of each run to the end of its readback. */
const passes = {
  total: 0,
  count: 0,
  begun: undefined,
  begin() {
    this.begun ??= performance.now();
  },
  end() {
    this.total += performance.now() - this.begun;
    this.count += 1;
    this.begun = undefined;
  },
  restart() {
    Object.assign(this, { total: 0, count: 0, begun: undefined });
  },
};

const { Matcher } = await import(new URL("dist/package/dist/index.node.js", root));
const require = createRequire(new URL("js/package.json", root));
const ort = await import(
  new URL("ort.webgpu.min.mjs", pathToFileURL(require.resolve("onnxruntime-web")))
);

const { info } = await navigator.gpu.requestAdapter();
const adapter = [info.vendor, info.architecture, info.description].filter(Boolean).join(" ");

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";
// Epitome's own pipelines are made side by side.
let making = false;
replace(GPUDevice, "createComputePipelineAsync", (make) => async function (descriptor) {
  return making ? make.call(this, descriptor) : this.createComputePipeline(descriptor);
});

/** The case of a model's reference of ordinary size. */
async function caseOf(folder) {
  const { cases } = JSON.parse(await readFile(new URL("reference.json", folder), "utf8"));
  const holds = (text) => /[\p{L}\p{N}]/u.test(text);
  const single = (text) => (text.match(/[.!?。！？؟\n]/gu) ?? []).length < 2;
  const usable = cases.filter(({ document, summary }) => holds(document) && holds(summary) && single(summary));
  const off = ({ document }) => Math.abs(document.length - CHARACTERS);
  return usable.reduce((best, other) => (off(other) < off(best) ? other : best));
}

/** What a matcher is made of: a packaged model's name, or the files of another. */
async function sourceOf(model, folder) {
  if (model !== ENCODER) return model;
  const manifest = JSON.parse(await readFile(new URL("manifest.json", folder), "utf8"));
  const files = manifest.files.map(async ({ path }) => [path, await readFile(new URL(path, folder))]);
  return { manifest, files: Object.fromEntries(await Promise.all(files)) };
}

/** `ids` for so many pairs. */
function tensor(ids, count) {
  const data = new BigInt64Array(ids.length * count);
  for (let index = 0; index < data.length; index += 1) data[index] = BigInt(ids[index % ids.length]);
  return new ort.Tensor("int64", data, [count, ids.length]);
}

/** The inputs of the runs that Epitome makes of a call. */
function feedsOf(one, count) {
  const [long, short] = [one.document_ids.length, one.summary_ids.length];
  const width = Math.max(1, Math.min(BATCH, Math.floor(CELLS / (long * short))));
  const feeds = [];
  for (let left = count; left > 0; left -= width) {
    const now = Math.min(width, left);
    feeds.push({ document: tensor(one.document_ids, now), summary: tensor(one.summary_ids, now) });
  }
  return feeds;
}

async function match(matcher, backend, pairs) {
  passes.restart();
  making = true;
  const begin = performance.now();
  const results = await matcher.matchBatch(pairs);
  const whole = performance.now() - begin;
  making = false;
  if (results.some((result) => result.backend !== backend)) throw new Error(`${backend} was left`);
  return { whole, graph: passes.total, runs: passes.count, levels: results[0].levels };
}

async function forward(session, feeds) {
  const begin = performance.now();
  let logits;
  for (const feed of feeds) logits = (await session.run(feed)).logits.data;
  return { graph: performance.now() - begin, logits };
}

function softmax(logits) {
  const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The section of a model. */
async function measured(model) {
  const folder = folderOf(model);
  const one = await caseOf(folder);
  const pair = { document: one.document, summary: one.summary };
  const source = await sourceOf(model, folder);
  const wasm = await Matcher.create({ model: source, backend: "wasm" });
  const webgpu = await Matcher.create({ model: source, backend: "webgpu" });
  const file = await readFile(new URL("model.onnx", folder));
  const session = await ort.InferenceSession.create(file, { executionProviders: ["webgpu"] });
  const lines = [
    `## ${model}: a document of ${one.document_ids.length} tokens, a summary of ${one.summary_ids.length}`,
    "",
    "| pairs | match, wasm | match, webgpu | webgpu ÷ wasm | graph, webgpu | graph, onnxruntime-web | ratio |",
    "|---|---|---|---|---|---|---|",
  ];
  for (let count = 1; count <= Number(most); count *= 4) {
    const pairs = new Array(count).fill(pair);
    const feeds = feedsOf(one, count);
    // Makes pipelines.
    const { levels } = await match(wasm, "wasm", pairs);
    const { runs } = await match(webgpu, "webgpu", pairs);
    const { logits } = await forward(session, feeds);
    // An encoder's reference has no logits; its levels are those of the graph alone.
    const [theirs, known] = [Array.from(logits.slice(0, 5)), one.logits].map((logits) => logits && softmax(logits));
    const far = Math.max(...theirs.map((level, at) => Math.abs(level - (known ?? levels)[at])));
    if (!(far < 1e-3)) throw new Error(`onnxruntime-web's levels are ${far} from what they should be`);
    if (runs !== feeds.length) throw new Error(`Epitome runs ${runs} batches, onnxruntime-web ${feeds.length}`);
    const times = { wasm: [], webgpu: [], ours: [], theirs: [] };
    const start = performance.now();
    do {
      times.wasm.push((await match(wasm, "wasm", pairs)).whole);
      const { whole, graph } = await match(webgpu, "webgpu", pairs);
      times.webgpu.push(whole);
      times.ours.push(graph);
      times.theirs.push((await forward(session, feeds)).graph);
    } while (times.wasm.length < ROUNDS || performance.now() - start < PATIENCE);
    const [a, b, c, d] = Object.values(times).map(median);
    const figures = [a, b, c, d].map((ms) => ms.toFixed(1));
    lines.push(`| ${[count, ...figures.slice(0, 2), (b / a).toFixed(2), ...figures.slice(2), (c / d).toFixed(2)].join(" | ")} |`);
    console.log(model, lines.at(-1));
  }
  await session.release();
  wasm.destroy();
  webgpu.destroy();
  return lines.join("\n");
}

const there = [...PACKAGED, ...(existsSync(folderOf(ENCODER)) ? [ENCODER] : [])];
const sections = [];
for (const model of asked.length > 0 ? asked : there) sections.push(await measured(model));

const text = `# On WebGPU, against wasm and onnxruntime-web

Written by benches/webgpu.mjs. Node ${process.version}, ${cpus()[0]?.model}; adapter: ${adapter}. One pair of about
${CHARACTERS} characters, as often as the first column says. Medians of at least ${ROUNDS} rounds in ms, interleaved
in one process, pipelines made before.

"Match" is a whole call of \`matchBatch\`: texts in, results out. "Graph" is the graph's forward passes
alone, over the same batches of the same token ids, from ids to logits in the host's memory; that
of onnxruntime-web is \`session.run\` of its WebGPU execution provider on the same ONNX file. A ratio under 1 is in
favour of Epitome on WebGPU.

An adapter that computes on the CPU (SwiftShader, llvmpipe) says nothing about a GPU's speed.

${sections.join("\n\n")}
`;
await writeFile(new URL("webgpu.md", import.meta.url), text);
process.exit(0);
