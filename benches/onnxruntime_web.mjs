/**
 * Times packaged matchers against onnxruntime-web on the same int8 file and
 * texts, interleaved in one process, one thread each, and prints the median of
 * each and their ratio. Epitome's time is that of a whole match: tokens, words
 * and numbers too; onnxruntime-web is given the ids and runs the graph only.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { cpus } from "node:os";

const root = new URL("../", import.meta.url);
const require = createRequire(new URL("js/package.json", root));
const ort = await import(pathToFileURL(require.resolve("onnxruntime-web")));
const { Matcher } = await import(new URL("dist/package/dist/index.node.js", root));

const ROUNDS = 30;
const WARM_UP = 5;
/** The length of a document of ordinary size. */
const CHARACTERS = 500;

ort.env.wasm.numThreads = 1;
function tensor(rows) {
  const length = Math.max(...rows.map((row) => row.length));
  const data = new BigInt64Array(rows.length * length);
  rows.forEach((row, index) => row.forEach((id, at) => (data[index * length + at] = BigInt(id))));
  return new ort.Tensor("int64", data, [rows.length, length]);
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
async function timed(task) {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** The cases of a model's reference that Epitome scores, one sentence each. */
async function usable(folder) {
  const { cases } = JSON.parse(await readFile(new URL("reference.json", folder), "utf8"));
  const holds = (text) => /[\p{L}\p{N}]/u.test(text);
  const single = (text) => (text.match(/[.!?。！？؟\n]/gu) ?? []).length < 2;
  return cases.filter(({ document, summary }) => holds(document) && holds(summary) && single(summary));
}

/** Medians of both on `chosen` together. */
async function compare(matcher, session, chosen) {
  const pairs = chosen.map(({ document, summary }) => ({ document, summary }));
  const feeds = {
    document: tensor(chosen.map((row) => row.document_ids)),
    summary: tensor(chosen.map((row) => row.summary_ids)),
  };
  const ours = [];
  const theirs = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const a = await timed(() => matcher.matchBatch(pairs));
    const b = await timed(() => session.run(feeds));
    if (round >= 0) {
      ours.push(a);
      theirs.push(b);
    }
  }
  return [median(ours), median(theirs)];
}

console.log(`Node ${process.version}, ${cpus()[0]?.model}, one thread, medians of ${ROUNDS} in ms\n`);
console.log("| model | pairs | characters | epitome | onnxruntime-web | ratio |\n|---|---|---|---|---|---|");
for (const model of ["lstm-ii-zh", "fit-zh", "fit-en"]) {
  const folder = new URL(`models/${model}/`, root);
  const session = await ort.InferenceSession.create(await readFile(new URL("model.onnx", folder)));
  const matcher = await Matcher.create({ model });
  const cases = await usable(folder);
  const off = ({ document }) => Math.abs(document.length - CHARACTERS);
  const near = cases.reduce((best, one) => (off(one) < off(best) ? one : best));
  const short = Array.from({ length: 32 }, (_, index) => cases[index % cases.length]);
  for (const chosen of [[cases[0]], [near], short]) {
    const [a, b] = await compare(matcher, session, chosen);
    const longest = Math.max(...chosen.map(({ document }) => document.length));
    console.log(
      `| ${model} | ${chosen.length} | ${longest} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(a / b).toFixed(2)} |`,
    );
  }
  matcher.destroy();
}
process.exit(0);
