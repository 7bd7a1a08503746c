/**
 * Times packaged matchers, and encoders if there are some, against onnxruntime-web and rten on the
 * same file and texts, interleaved, one thread each; runs unchanged in Node and in a page. Epitome's
 * time is that of a whole match: tokens, words and numbers too; its rivals are given the ids and run
 * the graph only.
 */
import { loadRten } from "./rten.mjs";

/** Calls of each that are timed once all is warm, and those before; fewer where a call takes long. */
const CALLS = { first: 10, warm: 30 };
const BATCHES = { first: 2, warm: 10 };
const ENCODER = { first: 10, warm: 10 };
const ENCODER_BATCHES = { first: 1, warm: 3 };
/** The length of a document of ordinary size. */
const CHARACTERS = 500;
const MODELS = ["lstm-ii-zh", "fit-zh", "fit-en", "fit-fa", "fit-de"];
/** Of benches/encoders.py: 6 layers of 384, 128 tokens; in 8 bits with ranges found in a run, and fixed ones. */
const ENCODERS = ["encoder-f32", "encoder-dynamic", "encoder-qdq"];
const LEVELS = 5;
/**
 * How far apart the levels of two engines may be. Where activations are rounded, the last bit of one
 * becomes a step of the next, through six layers: onnxruntime is as far from itself without optimisation.
 */
const TOLERANCE = { computed: 1e-3, rounded: 3e-2 };
const ROUNDED = ["encoder-dynamic", "encoder-qdq"];

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

/** One case, one with a document of ordinary size, this one 32 times, and 32 of all lengths. */
function choices(cases) {
  const off = ({ document }) => Math.abs(document.length - CHARACTERS);
  const near = cases.reduce((best, one) => (off(one) < off(best) ? one : best));
  const many = Array.from({ length: 32 }, (_, index) => cases[index % cases.length]);
  return [
    { cases: [cases[0]], lengths: "one" },
    { cases: [near], lengths: "one" },
    { cases: many.map(() => near), lengths: "the same", calls: BATCHES },
    { cases: many, lengths: "all", calls: BATCHES },
  ];
}

/** One case of an encoder, and 8. */
const encoderChoices = (cases) => [
  { cases: [cases[0]], lengths: "one", calls: ENCODER },
  { cases: cases.slice(0, 8), lengths: "the same", calls: ENCODER_BATCHES },
];

/** Ids as a tensor, filled up with 0. */
function tensor(ort, rows) {
  const length = Math.max(...rows.map((row) => row.length));
  const data = new BigInt64Array(rows.length * length);
  rows.forEach((row, index) => row.forEach((id, at) => (data[index * length + at] = BigInt(id))));
  return new ort.Tensor("int64", data, [rows.length, length]);
}

/** What both a matcher and a graph take of `chosen`. */
function inputs(ort, chosen) {
  const pairs = chosen.map(({ document, summary }) => ({ document, summary }));
  const feeds = {
    document: tensor(ort, chosen.map((row) => row.document_ids)),
    summary: tensor(ort, chosen.map((row) => row.summary_ids)),
  };
  return { pairs, feeds };
}

/** A graph of onnxruntime-web: `run` gives its first output. */
async function ortGraph(ort, file) {
  const session = await ort.InferenceSession.create(file);
  const run = async (feeds) => (await session.run(feeds))[session.outputNames[0]].data;
  return { run, free: () => session.release() };
}

/** The same of rten, or why it does not load the file: `refused`. */
function rtenGraph(Rten, file) {
  try {
    const session = Rten.load(file);
    return { run: (feeds) => session.run(feeds), free: () => session.free() };
  } catch (error) {
    return { refused: error.message };
  }
}

/**
 * Times of Epitome and of each graph, in milliseconds: medians of the first calls, and of those
 * after them. The first calls are a model's first only in the first row of a model.
 */
async function compare(matcher, graphs, { pairs, feeds }, { first, warm } = CALLS) {
  const tasks = [() => matcher.matchBatch(pairs), ...graphs.map(({ run }) => run && (() => run(feeds)))];
  const times = tasks.map(() => []);
  for (let call = 0; call < first + warm; call += 1) {
    for (const [index, task] of tasks.entries()) if (task) times[index].push(await timed(task));
  }
  const medians = (from, to) => times.map((all) => (all.length === 0 ? null : median(all.slice(from, to))));
  return { first: medians(0, first), warm: medians(first) };
}

/** A matcher whose levels are those of the graph in a folder alone, without words and numbers. */
async function graphMatcher(Matcher, folder, read) {
  const { fit: _, ...manifest } = parse(await read(`${folder}/manifest.json`));
  const entries = manifest.files.map(async ({ path }) => [path, await read(`${folder}/${path}`)]);
  const files = Object.fromEntries(await Promise.all(entries));
  return await Matcher.create({ model: { manifest: { ...manifest, system: "neural" }, files } });
}

function softmax(logits) {
  const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
}

/** How far the levels of a graph are from those of `matcher`; too far is an error. */
async function check(name, matcher, { run }, { pairs, feeds }, tolerance) {
  const logits = Array.from(await run(feeds));
  let most = 0;
  for (const [index, { levels }] of (await matcher.matchBatch(pairs)).entries()) {
    const theirs = softmax(logits.slice(index * LEVELS, (index + 1) * LEVELS));
    const apart = Math.max(...levels.map((level, at) => Math.abs(level - theirs[at])));
    if (!(apart < tolerance)) throw new Error(`${name}: the levels of pair ${index} are ${apart} apart`);
    most = Math.max(most, apart);
  }
  return most;
}

/**
 * The rows of the model in a folder. Answers are compared after the times, for the first calls of a
 * model are timed too.
 */
async function measureModel({ ort, Rten, Matcher, read }, rivals, { model, folder, packaged }) {
  const file = await read(`${folder}/model.onnx`);
  const graphs = [await ortGraph(ort, file), ...(Rten ? [rtenGraph(Rten, file)] : [])];
  const matcher = packaged ? await Matcher.create({ model }) : await graphMatcher(Matcher, folder, read);
  const { cases } = parse(await read(`${folder}/reference.json`));
  const chosen = packaged ? choices(usable({ cases })) : encoderChoices(cases);
  const rows = [];
  for (const { cases, lengths, calls } of chosen) {
    const characters = Math.max(...cases.map(({ document }) => document.length));
    const times = await compare(matcher, graphs, inputs(ort, cases), calls);
    const refused = graphs.map(({ refused }) => refused);
    rows.push({ model, pairs: cases.length, lengths, characters, ...times, refused });
  }
  const alone = packaged ? await graphMatcher(Matcher, folder, read) : matcher;
  const kind = ROUNDED.includes(model) ? "rounded" : "computed";
  for (const [at, { cases }] of chosen.entries()) {
    rows[at].apart = { kind, allowed: TOLERANCE[kind], most: 0 };
    for (const [index, graph] of graphs.entries()) {
      if (!graph.run) continue;
      const apart = await check(`${model}, ${rivals[index]}`, alone, graph, inputs(ort, cases), TOLERANCE[kind]);
      rows[at].apart.most = Math.max(rows[at].apart.most, apart);
    }
  }
  for (const { free } of graphs) await free?.();
  if (alone !== matcher) alone.destroy();
  matcher.destroy();
  return rows;
}

/** The models to measure, and where they lie: the encoders only where they were made. */
async function models(read) {
  const packaged = MODELS.map((model) => ({ model, folder: `models/${model}`, packaged: true }));
  const encoders = ENCODERS.map((model) => ({ model, folder: `target/bench-encoders/${model}`, packaged: false }));
  const made = await read(`${encoders[0].folder}/manifest.json`).catch(() => undefined);
  return made === undefined ? packaged : [...packaged, ...encoders];
}

/**
 * The rivals that are there, and a row for every model and size; `read` gives the bytes of a file
 * of the repository.
 */
export async function measure({ ort, Matcher, read }) {
  ort.env.wasm.numThreads = 1;
  const Rten = await loadRten(read);
  const rivals = ["onnxruntime-web", ...(Rten ? ["rten"] : [])];
  const rows = [];
  const engines = { ort, Rten, Matcher, read };
  for (const model of await models(read)) rows.push(...(await measureModel(engines, rivals, model)));
  return { rivals, rows };
}
