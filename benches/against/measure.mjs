/**
 * Times packaged matchers against onnxruntime-web on the same int8 file and texts, interleaved, one
 * thread each; runs unchanged in Node and in a page. Epitome's time is that of a whole match: tokens,
 * words and numbers too; onnxruntime-web is given the ids and runs the graph only.
 */

/** Calls of each that are timed once all is warm, and those before. */
const ROUNDS = 30;
const FIRST = 10;
/** The length of a document of ordinary size. */
const CHARACTERS = 500;
const MODELS = ["lstm-ii-zh", "fit-zh", "fit-en", "fit-fa", "fit-de"];

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

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

/** Ids as a tensor, filled up with 0. */
function tensor(ort, rows) {
  const length = Math.max(...rows.map((row) => row.length));
  const data = new BigInt64Array(rows.length * length);
  rows.forEach((row, index) => row.forEach((id, at) => (data[index * length + at] = BigInt(id))));
  return new ort.Tensor("int64", data, [rows.length, length]);
}

/**
 * Times of both on `chosen` together, in milliseconds: medians of the first calls, and of those
 * after them. The first calls are a model's first only in the first row of a model.
 */
async function compare(ort, matcher, session, chosen) {
  const pairs = chosen.map(({ document, summary }) => ({ document, summary }));
  const feeds = {
    document: tensor(ort, chosen.map((row) => row.document_ids)),
    summary: tensor(ort, chosen.map((row) => row.summary_ids)),
  };
  const [ours, theirs] = [[], []];
  while (ours.length < FIRST + ROUNDS) {
    ours.push(await timed(() => matcher.matchBatch(pairs)));
    theirs.push(await timed(() => session.run(feeds)));
  }
  const both = (from, to) => [ours, theirs].map((times) => median(times.slice(from, to)));
  return { first: both(0, FIRST), warm: both(FIRST) };
}

/** A row for every model and size; `read` gives the bytes of a file of the folder `models`. */
export async function measure({ ort, Matcher, read }) {
  ort.env.wasm.numThreads = 1;
  const rows = [];
  for (const model of MODELS) {
    const session = await ort.InferenceSession.create(await read(`${model}/model.onnx`));
    const matcher = await Matcher.create({ model });
    const cases = usable(JSON.parse(new TextDecoder().decode(await read(`${model}/reference.json`))));
    const off = ({ document }) => Math.abs(document.length - CHARACTERS);
    const near = cases.reduce((best, one) => (off(one) < off(best) ? one : best));
    const many = Array.from({ length: 32 }, (_, index) => cases[index % cases.length]);
    for (const chosen of [[cases[0]], [near], many]) {
      const characters = Math.max(...chosen.map(({ document }) => document.length));
      rows.push({ model, pairs: chosen.length, characters, ...(await compare(ort, matcher, session, chosen)) });
    }
    matcher.destroy();
    await session.release();
  }
  return rows;
}
