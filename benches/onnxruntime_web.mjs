/**
 * Compares packaged matchers with onnxruntime-web and rten in this Node, in another one and in
 * Chromium, and writes results.md beside this file. Needs dist/package (`./build.sh pack`), and
 * target/rten (`benches/rten/build.sh`), without which the columns of rten are left out, and
 * target/bench-encoders (`python benches/encoders.py`), without which the rows of encoders are.
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
/** Epitome's time to that of a rival, if the rival has one. */
const ratio = (times, rival) => (times[rival] === null ? undefined : times[0] / times[rival]);

/** The columns of a rival, counted from 1, in a row of all runs. */
function columns(all, rival, isNew) {
  const refused = all[0].refused[rival - 1];
  if (refused) return [refused, "", "", ""];
  const warm = all.map((row) => ratio(row.warm, rival));
  const time = median(all.map((row) => row.warm[rival]));
  const first = isNew ? median(all.map((row) => ratio(row.first, rival))).toFixed(2) : "";
  const range = `${Math.min(...warm).toFixed(2)}–${Math.max(...warm).toFixed(2)}`;
  return [time.toFixed(2), median(warm).toFixed(2), range, first];
}

/** What the ratios to a rival come to, run after run. */
function summary(runs, name, rival) {
  const ratios = runs.map(({ rows }) => rows.map((row) => ratio(row.warm, rival)).filter((one) => one !== undefined));
  if (ratios[0].length === 0) return `${name} loads none of the models.`;
  const means = ratios.map((all) => geometricMean(all).toFixed(2));
  const below = ratios.map((all) => all.filter((one) => one < 1).length);
  return (
    `Geometric mean of the ratios to ${name}, run after run: ${means.join(", ")}; ` +
    `rows below 1: ${below.join(", ")} of ${ratios[0].length}.`
  );
}

/** How far the engines' levels are apart, of graphs that compute in float32 and of those that round. */
function agreement(runs) {
  const apart = runs.flatMap(({ rows }) => rows.map((row) => row.apart));
  const of = (wanted, what) => {
    const found = apart.filter(({ kind }) => kind === wanted);
    if (found.length === 0) return [];
    const most = Math.max(...found.map((one) => one.most)).toExponential(0);
    return [`${most} where graphs ${what} (allowed ${found[0].allowed})`];
  };
  const parts = [...of("computed", "compute in float32"), ...of("rounded", "round their activations")];
  return `A level of the graph alone is at most this far from a rival's: ${parts.join(", ")}.`;
}

/** The table of an engine's runs. */
function table(runs) {
  const [{ engine, rivals, rows: first }] = runs;
  const rows = first.map(({ model, pairs, lengths, characters }, index) => {
    const all = runs.map(({ rows }) => rows[index]);
    const ours = median(all.map((row) => row.warm[0])).toFixed(2);
    const theirs = rivals.flatMap((_, at) => columns(all, at + 1, model !== first[index - 1]?.model));
    return `| ${[model, pairs, lengths, characters, ours, ...theirs].join(" | ")} |`;
  });
  const heads = ["model", "pairs", "lengths", "characters", "epitome"];
  for (const name of rivals) heads.push(name, "ratio", "range", "first ten calls");
  return [
    `## ${engine}`,
    "",
    `| ${heads.join(" | ")} |`,
    `|${"---|".repeat(heads.length)}`,
    ...rows,
    "",
    ...rivals.flatMap((name, at) => [summary(runs, name, at + 1), ""]),
    agreement(runs),
    "",
  ];
}

const found = ENGINES.map(() => []);
for (let run = 0; run < RUNS; run += 1) {
  for (const [index, engine] of ENGINES.entries()) found[index].push(await engine());
}
const built = found.every(([{ rivals }]) => rivals.includes("rten"));
const absent = ["rten is not built here: its columns are left out. `benches/rten/build.sh` builds it.", ""];
const encoders = found.every(([{ rows }]) => rows.some(({ model }) => model.startsWith("encoder")));
const unmade = ["There are no encoders here: their rows are left out. `python benches/encoders.py` makes them.", ""];
const text = [
  "# Against onnxruntime-web and rten",
  "",
  `Written by benches/onnxruntime_web.mjs. ${cpus()[0]?.model}, one thread each. Times are medians of 30 calls in ms, of long ones of 10 or 3, all ` +
    `interleaved in one process, then the median of ${RUNS} runs; a ratio is epitome's time to that of the engine before ` +
    "it, with its range over the runs, and beside it that of a model's first ten calls. Epitome's time is that of a whole " +
    "match; the others are given the ids and run the graph only. Engines with " +
    "relaxed SIMD load the modules that use it. Of 32 pairs of all lengths epitome makes batches of similar length; the " +
    "others get one, padded to the longest; of the same pair 32 times nobody pads. Encoders have 6 layers of 384, read 128 " +
    "tokens and are drawn at random: in float32, with products of 8 bits whose ranges are found in the run (dynamic), and with " +
    "fixed ranges (qdq). Where rten does not load a model, its message says why.",
  "",
  ...(built ? [] : absent),
  ...(encoders ? [] : unmade),
  ...found.flatMap(table),
].join("\n");
await writeFile(new URL("results.md", import.meta.url), text);
console.log(text);
