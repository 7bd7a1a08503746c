/**
 * Compares packaged matchers with onnxruntime-web in this Node, in another one and in Chromium, and
 * writes results.md beside this file. Needs dist/package (`./build.sh pack`).
 *
 * `node benches/onnxruntime_web.mjs [RUNS]`: every engine is started anew for each run (3 if not said).
 * NODE_NEW names the other Node; by default npx fetches the one of `js/tests/hosts/versions.mjs`.
 */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { VERSIONS } from "../js/tests/hosts/versions.mjs";
import { inChromium } from "./against/chromium.mjs";

const RUNS = Number(process.argv[2] ?? 3);
const script = fileURLToPath(new URL("against/node.mjs", import.meta.url));
const lines = (command, args) => JSON.parse(execFileSync(command, args, { encoding: "utf8", maxBuffer: 1e8 }));

const [[name, version]] = Object.entries(VERSIONS.node24);
const ENGINES = [
  () => lines(process.execPath, [script]),
  () =>
    process.env.NODE_NEW === undefined
      ? lines("npx", ["--yes", `--package=${name}@${version}`, "--", "node", script])
      : lines(process.env.NODE_NEW, [script]),
  inChromium,
];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const geometricMean = (ratios) => Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
const ratio = ([ours, theirs]) => ours / theirs;

/** The table of an engine's runs. */
function table(runs) {
  const rows = runs[0].rows.map(({ model, pairs, characters }, index) => {
    const all = runs.map(({ rows }) => rows[index]);
    const warm = all.map((row) => ratio(row.warm));
    const time = (which) => median(all.map((row) => row.warm[which])).toFixed(2);
    const range = `${Math.min(...warm).toFixed(2)}–${Math.max(...warm).toFixed(2)}`;
    const isNew = model !== runs[0].rows[index - 1]?.model;
    const first = isNew ? median(all.map((row) => ratio(row.first))).toFixed(2) : "";
    return `| ${[model, pairs, characters, time(0), time(1), median(warm).toFixed(2), range, first].join(" | ")} |`;
  });
  const means = runs.map(({ rows }) => geometricMean(rows.map((row) => ratio(row.warm))).toFixed(2));
  const below = runs.map(({ rows }) => rows.filter((row) => ratio(row.warm) < 1).length);
  return [
    `## ${runs[0].engine}`,
    "",
    "| model | pairs | characters | epitome | onnxruntime-web | ratio | range | first ten calls |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
    "",
    `Geometric mean of the ratios, run after run: ${means.join(", ")}; rows below 1: ${below.join(", ")} of ${rows.length}.`,
    "",
  ];
}

const found = ENGINES.map(() => []);
for (let run = 0; run < RUNS; run += 1) {
  for (const [index, engine] of ENGINES.entries()) found[index].push(await engine());
}
const text = [
  "# Against onnxruntime-web",
  "",
  `Written by benches/onnxruntime_web.mjs. ${cpus()[0]?.model}, one thread each. Times are medians of 30 calls in ms, both ` +
    `interleaved in one process, then the median of ${RUNS} runs; the ratio is epitome's time to that of onnxruntime-web, ` +
    "with its range over the runs, and beside it that of a model's first ten calls. Epitome's time is that of a whole match; " +
    "onnxruntime-web is given the ids and runs the graph only. Engines with relaxed SIMD load the module that uses it.",
  "",
  ...found.flatMap(table),
].join("\n");
await writeFile(new URL("results.md", import.meta.url), text);
console.log(text);
