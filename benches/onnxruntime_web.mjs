/**
 * Times the packaged `lstm-ii-zh` against onnxruntime-web on the same int8
 * file and texts, interleaved in one process, one thread each, and prints the
 * median of each and their ratio. Epitome's time includes tokenising the
 * texts; onnxruntime-web is given the ids.
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

ort.env.wasm.numThreads = 1;
const folder = new URL("models/lstm-ii-zh/", root);
const session = await ort.InferenceSession.create(await readFile(new URL("model.onnx", folder)));
const matcher = await Matcher.create({ model: "lstm-ii-zh" });
const { cases } = JSON.parse(await readFile(new URL("reference.json", folder), "utf8"));
const usable = cases.filter(({ document, summary }) =>
  [document, summary].every((text) => /[\p{L}\p{N}]/u.test(text)),
);

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

console.log(`Node ${process.version}, ${cpus()[0]?.model}, one thread, medians of ${ROUNDS} in ms\n`);
console.log("| pairs | epitome | onnxruntime-web | ratio |\n|---|---|---|---|");
for (const count of [1, 32]) {
  const chosen = Array.from({ length: count }, (_, index) => usable[index % usable.length]);
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
  const [a, b] = [median(ours), median(theirs)];
  console.log(`| ${count} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(a / b).toFixed(2)} |`);
}
matcher.destroy();
process.exit(0);
