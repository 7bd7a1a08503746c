/**
 * Times packaged matchers against onnxruntime-web and rten on the same int8 file and texts,
 * interleaved, one thread each; runs unchanged in Node and in a page. Epitome's time is that of a
 * whole match: tokens, words and numbers too; its rivals are given the ids and run the graph only.
 */
import { loadRten } from "./rten.mjs";

/** Calls of each that are timed once all is warm, and those before. */
const ROUNDS = 30;
const FIRST = 10;
/** The length of a document of ordinary size. */
const CHARACTERS = 500;
const MODELS = ["lstm-ii-zh", "fit-zh", "fit-en", "fit-fa", "fit-de"];
const LEVELS = 5;
/** How far apart the levels of two engines may be. */
const TOLERANCE = 1e-3;

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
  const single = (text) => (text.match(/[.!?。！？؟\n]/gu) ?? []).length < 2;
  return cases.filter(({ document, summary }) => holds(document) && holds(summary) && single(summary));
}

/** One case, one with a document of ordinary size, and 32 at once. */
function choices(cases) {
  const off = ({ document }) => Math.abs(document.length - CHARACTERS);
  const near = cases.reduce((best, one) => (off(one) < off(best) ? one : best));
  const many = Array.from({ length: 32 }, (_, index) => cases[index % cases.length]);
  return [[cases[0]], [near], many];
}

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
async function compare(matcher, graphs, { pairs, feeds }) {
  const tasks = [() => matcher.matchBatch(pairs), ...graphs.map(({ run }) => run && (() => run(feeds)))];
  const times = tasks.map(() => []);
  for (let call = 0; call < FIRST + ROUNDS; call += 1) {
    for (const [index, task] of tasks.entries()) if (task) times[index].push(await timed(task));
  }
  const medians = (from, to) => times.map((all) => (all.length === 0 ? null : median(all.slice(from, to))));
  return { first: medians(0, FIRST), warm: medians(FIRST) };
}

/** A matcher whose levels are those of the model's graph alone, without words and numbers. */
async function graphMatcher(Matcher, model, read) {
  const { fit: _, ...manifest } = parse(await read(`models/${model}/manifest.json`));
  const entries = manifest.files.map(async ({ path }) => [path, await read(`models/${model}/${path}`)]);
  const files = Object.fromEntries(await Promise.all(entries));
  return await Matcher.create({ model: { manifest: { ...manifest, system: "neural" }, files } });
}

function softmax(logits) {
  const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  return powers.map((power) => power / powers.reduce((sum, one) => sum + one));
}

/** Refuses a graph whose levels are not those of `matcher`. */
async function check(name, matcher, { run }, { pairs, feeds }) {
  const logits = Array.from(await run(feeds));
  for (const [index, { levels }] of (await matcher.matchBatch(pairs)).entries()) {
    const theirs = softmax(logits.slice(index * LEVELS, (index + 1) * LEVELS));
    const apart = Math.max(...levels.map((level, at) => Math.abs(level - theirs[at])));
    if (!(apart < TOLERANCE)) throw new Error(`${name}: the levels of pair ${index} are ${apart} apart`);
  }
}

/**
 * The rows of a model. Answers are compared after the times, for the first calls of a model are
 * timed too.
 */
async function measureModel({ ort, Rten, Matcher, read }, rivals, model) {
  const file = await read(`models/${model}/model.onnx`);
  const graphs = [await ortGraph(ort, file), ...(Rten ? [rtenGraph(Rten, file)] : [])];
  const matcher = await Matcher.create({ model });
  const chosen = choices(usable(parse(await read(`models/${model}/reference.json`))));
  const rows = [];
  for (const cases of chosen) {
    const characters = Math.max(...cases.map(({ document }) => document.length));
    const times = await compare(matcher, graphs, inputs(ort, cases));
    rows.push({ model, pairs: cases.length, characters, ...times, refused: graphs.map(({ refused }) => refused) });
  }
  const alone = await graphMatcher(Matcher, model, read);
  for (const cases of chosen) {
    for (const [index, graph] of graphs.entries()) {
      if (graph.run) await check(`${model}, ${rivals[index]}`, alone, graph, inputs(ort, cases));
    }
  }
  for (const { free } of graphs) await free?.();
  alone.destroy();
  matcher.destroy();
  return rows;
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
  for (const model of MODELS) rows.push(...(await measureModel({ ort, Rten, Matcher, read }, rivals, model)));
  return { rivals, rows };
}
