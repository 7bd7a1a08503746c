/**
 * Times packaged models, and encoders if there are some, against onnxruntime-web and rten, interleaved,
 * one thread each; runs unchanged in Node and in a page. A graph is timed on the same file and the same
 * feeds in each engine. Beside it stands a whole match of the package: tokens, words and numbers too,
 * and batches of its own.
 */
import { loadGraphs, loadRten } from "./modules.mjs";

/** Calls of each that are timed once all is warm, and those before; fewer where a call takes long. */
const CALLS = { first: 10, warm: 30 };
const BATCHES = { first: 2, warm: 10 };
const ENCODER = { first: 10, warm: 10 };
const ENCODER_BATCHES = { first: 1, warm: 3 };
/** The length of a document of ordinary size. */
const CHARACTERS = 500;
const MATCHERS = ["lstm-ii-zh", "fit-zh", "fit-en", "fit-fa", "fit-de"];
/** Of benches/encoders.py: 6 layers of 384, 128 tokens; in 8 bits with ranges found in a run, and fixed ones. */
const ENCODERS = ["encoder-f32", "encoder-dynamic", "encoder-qdq"];
const WRITER = "headline-en";
/** One step of the writer's decoder: so many hypotheses, after so many tokens, over so many places. */
const STEP = { beams: 8, past: 12, places: 112 };
/**
 * How far apart the outputs of two engines may be, of levels as probabilities. Where activations are
 * rounded, the last bit of one becomes a step of the next, through six layers: onnxruntime is as far
 * from itself without optimisation.
 */
const TOLERANCE = { computed: 1e-3, rounded: 3e-2 };
const ROUNDED = ["encoder-dynamic", "encoder-qdq"];
const LEVELS = 5;

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const parse = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

async function timed(task) {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** The cases of a model's reference that Epitome scores, one sentence each. */
function usable({ cases }) {
  const holds = (text) => /[\p{L}\p{N}]/u.test(text);
  const single = (text) => /^[^.!?。！？؟\n]*[.!?。！？؟]?\s*$/u.test(text);
  return cases.filter(({ document, summary }) => holds(document) && holds(summary) && single(summary));
}

/** Ids as a tensor, filled up with 0. */
function ids(ort, rows) {
  const length = Math.max(...rows.map((row) => row.length));
  const data = new BigInt64Array(rows.length * length);
  rows.forEach((row, index) => row.forEach((id, at) => (data[index * length + at] = BigInt(id))));
  return new ort.Tensor("int64", data, [rows.length, length]);
}

/** What a graph takes of the cases of a matcher. */
const pairFeeds = (ort, cases) => ({
  document: ids(ort, cases.map((row) => row.document_ids)),
  summary: ids(ort, cases.map((row) => row.summary_ids)),
});

/** One case, one with a document of ordinary size, this one 32 times, and 32 of all lengths. */
function matcherRows(ort, { cases: all }) {
  const cases = usable({ cases: all });
  const off = ({ document }) => Math.abs(document.length - CHARACTERS);
  const near = cases.reduce((best, one) => (off(one) < off(best) ? one : best));
  const many = Array.from({ length: 32 }, (_, index) => cases[index % cases.length]);
  return [
    { cases: [cases[0]], lengths: "one" },
    { cases: [near], lengths: "one" },
    { cases: many.map(() => near), lengths: "the same", calls: BATCHES },
    { cases: many, lengths: "all", calls: BATCHES },
  ].map((row) => describe(ort, row));
}

/** One case of an encoder, and 8. */
const encoderRows = (ort, { cases }) =>
  [
    { cases: [cases[0]], lengths: "one", calls: ENCODER },
    { cases: cases.slice(0, 8), lengths: "the same", calls: ENCODER_BATCHES },
  ].map((row) => describe(ort, row));

function describe(ort, { cases, ...row }) {
  const characters = Math.max(...cases.map(({ document }) => document.length));
  const pairs = cases.map(({ document, summary }) => ({ document, summary }));
  return { ...row, count: cases.length, characters, pairs, feeds: pairFeeds(ort, cases) };
}

/** A step of a decoder over numbers that are the same in every run. */
function stepRows(ort, { generation: { decoder } }) {
  const last = (name) => decoder.inputs.find((input) => input.name === name).shape.at(-1);
  const { beams, past, places } = STEP;
  const wave = (dims) => {
    const data = Float32Array.from({ length: dims.reduce((a, b) => a * b) }, (_, at) => Math.sin(at));
    return new ort.Tensor("float32", data, dims);
  };
  const relations = [beams, places, last("relations")];
  const feeds = {
    tokens: new ort.Tensor("int64", BigInt64Array.from({ length: beams }, (_, beam) => BigInt(beam + 2)), [beams]),
    step: new ort.Tensor("int64", BigInt64Array.of(BigInt(past - 1)), [1]),
    memory: wave([1, places, last("memory")]),
    relations: new ort.Tensor("float32", new Float32Array(relations.reduce((a, b) => a * b)), relations),
    past: wave([beams, past, last("past")]),
  };
  return [{ lengths: "a step", count: beams, characters: "", feeds }];
}

/** The files of the model in a folder. */
async function readFiles(manifest, folder, read) {
  const given = manifest.files.map(async ({ path }) => [path, await read(`${folder}/${path}`)]);
  return Object.fromEntries(await Promise.all(given));
}

/** A graph of Epitome alone: `run` gives its first output. */
function ownGraph(Graphs, manifest, files, graph) {
  const all = Object.values(files);
  const lengths = Uint32Array.from(all, ({ length }) => length);
  const together = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  all.reduce((at, file) => (together.set(file, at), at + file.length), 0);
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  const session = Graphs.GraphSession.load(bytes, Object.keys(files), lengths, together, graph);
  return { run: (feeds) => session.run(feeds), free: () => session.free() };
}

/** The same of onnxruntime-web. */
async function ortGraph(ort, file) {
  const session = await ort.InferenceSession.create(file);
  const run = async (feeds) => (await session.run(feeds))[session.outputNames[0]].data;
  return { run, free: () => session.release() };
}

/** The same of rten, or why it does not load the file: `refused`. */
function rtenGraph(Rten, file) {
  try {
    const session = Rten.Session.load(file);
    return { run: (feeds) => session.run(feeds), free: () => session.free() };
  } catch (error) {
    return { refused: error.message };
  }
}

/**
 * Times of a match, of Epitome's graph and of each other, in milliseconds: medians of the first calls, and
 * of those after them; null for what there is not. The first calls are a model's first only in the
 * first row of a model.
 */
async function compare(matcher, graphs, { pairs, feeds, calls: { first, warm } = CALLS }) {
  const match = matcher && pairs && (() => matcher.matchBatch(pairs));
  const tasks = [match, ...graphs.map(({ run }) => run && (() => run(feeds)))];
  const times = tasks.map(() => []);
  for (let call = 0; call < first + warm; call += 1) {
    for (const [index, task] of tasks.entries()) if (task) times[index].push(await timed(task));
  }
  const medians = (from, to) => times.map((all) => (all.length === 0 ? null : median(all.slice(from, to))));
  return { first: medians(0, first), warm: medians(first) };
}

/** Logits of levels as probabilities. */
function levels(logits) {
  const rows = Array.from({ length: logits.length / LEVELS }, (_, row) => logits.slice(row * LEVELS, (row + 1) * LEVELS));
  return rows.flatMap((row) => {
    const powers = row.map((logit) => Math.exp(logit - Math.max(...row)));
    return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
  });
}

/** A matcher of the package whose levels are those of the graph alone, without words and numbers. */
async function graphMatcher(Matcher, { fit: _, ...manifest }, files) {
  const matcher = await Matcher.create({ model: { manifest: { ...manifest, system: "neural" }, files } });
  const run = async ({ pairs }) => (await matcher.matchBatch(pairs)).flatMap(({ levels }) => levels);
  return { run, free: () => matcher.destroy() };
}

/** What a graph gives for a row: of a matcher levels, else numbers as they are. */
const outputOf = ({ run }) => async ({ feeds, pairs }) => {
  const output = Array.from(await run(feeds));
  return pairs === undefined ? output : levels(output);
};

/** How far two outputs for a row are apart; too far is an error. */
async function apart(name, own, other, row, allowed) {
  const [a, b] = [await own(row), await other(row)];
  if (a.length !== b.length) throw new Error(`${name}: ${a.length} numbers, and ${b.length}`);
  const most = a.reduce((most, value, at) => Math.max(most, Math.abs(value - b[at])), 0);
  if (!(most < allowed)) throw new Error(`${name}: the outputs are ${most} apart`);
  return most;
}

/**
 * The rows of the model in a folder. Answers are compared after the times, for the first calls of a
 * model are timed too.
 */
async function measureModel({ ort, Rten, Graphs, Matcher, read }, rivals, { model, folder, rowsOf, rowsFrom, graph, matches }) {
  const manifest = parse(await read(`${folder}/manifest.json`));
  const given = await readFiles(manifest, folder, read);
  const graphs = [
    ownGraph(Graphs, manifest, given, graph),
    await ortGraph(ort, given[graph]),
    ...(Rten ? [rtenGraph(Rten, given[graph])] : []),
  ];
  const matcher = matches ? await Matcher.create({ model }) : undefined;
  const chosen = rowsOf(ort, parse(await read(`${folder}/${rowsFrom}`)));
  const rows = [];
  for (const row of chosen) {
    const times = await compare(matcher, graphs, row);
    const refused = graphs.map(({ refused }) => refused);
    rows.push({ model, pairs: row.count, lengths: row.lengths, characters: row.characters, ...times, refused });
  }
  const kind = ROUNDED.includes(model) ? "rounded" : "computed";
  const alone = matches ? await graphMatcher(Matcher, manifest, given) : undefined;
  const others = graphs.slice(1).map((graph, index) => ({ name: rivals[index], output: graph.run && outputOf(graph) }));
  if (alone) others.push({ name: "the package", output: alone.run });
  for (const [at, row] of chosen.entries()) {
    rows[at].apart = { kind, allowed: TOLERANCE[kind], most: 0 };
    for (const { name, output } of others) {
      if (!output) continue;
      const most = await apart(`${model}, ${name}`, outputOf(graphs[0]), output, row, TOLERANCE[kind]);
      rows[at].apart.most = Math.max(rows[at].apart.most, most);
    }
  }
  alone?.free();
  for (const { free } of graphs) await free?.();
  matcher?.destroy();
  return rows;
}

/** The models to measure, and where they lie: the encoders only where they were made. */
async function models(read) {
  const [graph, rowsFrom] = ["model.onnx", "reference.json"];
  const matchers = MATCHERS.map((model) => {
    return { model, folder: `models/${model}`, rowsOf: matcherRows, rowsFrom, graph, matches: true };
  });
  const writer = { model: WRITER, folder: `models/${WRITER}`, rowsOf: stepRows, rowsFrom: "manifest.json", graph: "decoder.onnx" };
  const encoders = ENCODERS.map((model) => {
    return { model, folder: `target/bench-encoders/${model}`, rowsOf: encoderRows, rowsFrom, graph };
  });
  const made = await read(`${encoders[0].folder}/manifest.json`).catch(() => undefined);
  return [...matchers, writer, ...(made === undefined ? [] : encoders)];
}

/**
 * The rivals that are there, and a row for every model and size; `read` gives the bytes of a file
 * of the repository.
 */
export async function measure({ ort, Matcher, read }) {
  ort.env.wasm.numThreads = 1;
  const [Graphs, Rten] = [await loadGraphs(read), await loadRten(read)];
  if (Graphs === undefined) throw new Error("target/graph is missing: benches/module.sh graph builds it");
  const rivals = ["onnxruntime-web", ...(Rten ? ["rten"] : [])];
  const rows = [];
  const engines = { ort, Rten, Graphs, Matcher, read };
  for (const model of await models(read)) rows.push(...(await measureModel(engines, rivals, model)));
  return { rivals, rows };
}
