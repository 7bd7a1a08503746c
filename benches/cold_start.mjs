/**
 * Times the first result of a fresh Node process: import, start of the WebAssembly
 * module, loading of a model, and the first score, for `epitome`, `epitome/slim` and
 * onnxruntime-web on the same model and pair. Each runs in processes of its own, in
 * turn; medians go to cold_start.md beside this file.
 *
 * `node benches/cold_start.mjs ENTRY MODEL` is one such process and prints its times.
 */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = new URL("../", import.meta.url);
const ENTRIES = ["epitome", "epitome/slim", "onnxruntime-web"];
const MODELS = ["lstm-ii-zh", "fit-zh", "fit-en"];
const TURNS = 9;

/** The first case of a model's reference that Epitome scores. */
async function firstCase(folder) {
  const { cases } = JSON.parse(await readFile(new URL("reference.json", folder), "utf8"));
  const holds = (text) => /[\p{L}\p{N}]/u.test(text);
  return cases.find(({ document, summary }) => holds(document) && holds(summary));
}

/** The milliseconds of each stage in this process, and its peak memory in MiB. */
async function once(entry, model) {
  const folder = new URL(`models/${model}/`, root);
  const { document, summary, document_ids, summary_ids } = await firstCase(folder);
  const times = [performance.now()];
  const lap = () => times.push(performance.now());
  if (entry === "onnxruntime-web") {
    const require = createRequire(new URL("js/package.json", root));
    const ort = await import(pathToFileURL(require.resolve("onnxruntime-web")));
    ort.env.wasm.numThreads = 1;
    lap();
    // Starting the module is part of making the first session.
    lap();
    const session = await ort.InferenceSession.create(await readFile(new URL("model.onnx", folder)));
    lap();
    const tensor = (ids) => new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);
    await session.run({ document: tensor(document_ids), summary: tensor(summary_ids) });
    lap();
  } else {
    const file = entry === "epitome" ? "index" : "slim";
    const { Matcher } = await import(new URL(`dist/package/dist/${file}.node.js`, root));
    lap();
    (await Matcher.create({ model: "rouge" })).destroy();
    lap();
    const matcher = await Matcher.create({ model });
    lap();
    await matcher.match(document, summary);
    lap();
  }
  const stages = times.slice(1).map((time, index) => time - times[index]);
  const total = times.at(-1) - times[0];
  return { stages, total, memory: process.resourceUsage().maxRSS / 1024 };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare() {
  const lines = [
    "# First result of a fresh process",
    "",
    `Written by benches/cold_start.mjs. Node ${process.version}, ${cpus()[0]?.model}, one thread, medians of ${TURNS} ` +
      "processes each, in turn; ms, and the peak memory of the whole process in MiB. The ratio is to onnxruntime-web, " +
      "which starts its module when it makes the first session; Epitome's first score includes tokens, words and numbers.",
    "",
    "| model | runtime | import | start | load | first score | together | ratio | memory |",
    "|---|---|---|---|---|---|---|---|---|",
  ];
  for (const model of MODELS) {
    const found = new Map(ENTRIES.map((entry) => [entry, []]));
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const entry of ENTRIES) {
        const printed = execFileSync(process.execPath, [fileURLToPath(import.meta.url), entry, model]);
        found.get(entry).push(JSON.parse(printed));
      }
    }
    const middle = (entry, pick) => median(found.get(entry).map(pick));
    const theirs = middle("onnxruntime-web", ({ total }) => total);
    for (const entry of ENTRIES) {
      const stages = [0, 1, 2, 3].map((index) => middle(entry, ({ stages }) => stages[index]).toFixed(1));
      if (entry === "onnxruntime-web") stages[1] = "";
      const total = middle(entry, ({ total }) => total);
      const memory = middle(entry, ({ memory }) => memory).toFixed(0);
      lines.push(
        `| ${[model, entry, ...stages, total.toFixed(0), (total / theirs).toFixed(2), memory].join(" | ")} |`,
      );
    }
  }
  const text = `${lines.join("\n")}\n`;
  await writeFile(new URL("cold_start.md", import.meta.url), text);
  console.log(text);
}

const [entry, model] = process.argv.slice(2);
if (entry === undefined) {
  await compare();
} else {
  console.log(JSON.stringify(await once(entry, model)));
  process.exit(0);
}
