/**
 * Compares packaged models with onnxruntime-web and rten in this Node, in another one and in
 * Chromium, and writes results.md beside this file. Needs dist/package (`./build.sh pack`) and
 * target/graph (`benches/module.sh graph`), and takes
 * target/rten (`benches/module.sh rten`), without which the columns of rten are left out, and
 * target/bench-encoders (`python benches/encoders.py`), without which the rows of encoders are.
 *
 * `node benches/onnxruntime_web.mjs [RUNS]`: every engine is started anew for each run (3 if not said).
 * NODE_NEW names the other Node; by default npx fetches the one of `js/tests/hosts/versions.mjs`.
 */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { inChromium } from "./against/chromium.mjs";
import { inNewNode, inThisNode } from "./against/nodes.mjs";

const RUNS = Number(process.argv[2] ?? 3);
const script = fileURLToPath(new URL("against/node.mjs", import.meta.url));
const ENGINES = [() => inThisNode(script), () => inNewNode(script), inChromium];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const geometricMean = (ratios) => Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
/** Where a time stands: that of a match, that of Epitome's graph, and those of the rivals from here on. */
const [MATCH, GRAPH, RIVALS] = [0, 1, 2];
/** A time of Epitome to that of a rival, if both have one. */
const ratio = (times, own, rival) =>
  times[own] === null || times[RIVALS + rival] === null ? undefined : times[own] / times[RIVALS + rival];
const fixed = (value) => (value === undefined ? "" : value.toFixed(2));

/** The columns of a rival in a row of all runs. */
function columns(all, rival, isNew) {
  const refused = all[0].refused[1 + rival];
  if (refused) return [refused, "", "", "", ""];
  const warm = all.map((row) => ratio(row.warm, GRAPH, rival));
  const match = all.map((row) => ratio(row.warm, MATCH, rival));
  const time = median(all.map((row) => row.warm[RIVALS + rival]));
  const first = isNew ? fixed(median(all.map((row) => ratio(row.first, GRAPH, rival)))) : "";
  const range = `${fixed(Math.min(...warm))}–${fixed(Math.max(...warm))}`;
  return [fixed(time), fixed(median(warm)), range, first, fixed(median(match))];
}

/** What the ratios to a rival come to, run after run. */
function summary(runs, name, rival) {
  const of = (own, what) => {
    const ratios = runs.map(({ rows }) => rows.map((row) => ratio(row.warm, own, rival)).filter((one) => one !== undefined));
    if (ratios[0].length === 0) return [];
    const means = ratios.map((all) => fixed(geometricMean(all)));
    const below = ratios.map((all) => all.filter((one) => one < 1).length);
    return [`${what}: geometric mean ${means.join(", ")}, below 1: ${below.join(", ")} of ${ratios[0].length}`];
  };
  const parts = [...of(GRAPH, "graphs"), ...of(MATCH, "whole matches")];
  if (parts.length === 0) return `${name} loads none of the models.`;
  return `Ratios to ${name}, run after run: ${parts.join("; ")}.`;
}

/** How far the engines' outputs are apart, of graphs that compute in float32 and of those that round. */
function agreement(runs) {
  const apart = runs.flatMap(({ rows }) => rows.map((row) => row.apart));
  const of = (wanted, what) => {
    const found = apart.filter(({ kind }) => kind === wanted);
    if (found.length === 0) return [];
    const most = Math.max(...found.map((one) => one.most)).toExponential(0);
    return [`${most} where graphs ${what} (allowed ${found[0].allowed})`];
  };
  const parts = [...of("computed", "compute in float32"), ...of("rounded", "round their activations")];
  return `An output of a graph, of levels as probabilities, is at most this far from a rival's: ${parts.join(", ")}.`;
}

/** The table of an engine's runs. */
function table(runs) {
  const [{ engine, rivals, rows: first }] = runs;
  const rows = first.map(({ model, pairs, lengths, characters }, index) => {
    const all = runs.map(({ rows }) => rows[index]);
    const ours = [MATCH, GRAPH].map((own) => (first[index].warm[own] === null ? "" : fixed(median(all.map((row) => row.warm[own])))));
    const theirs = rivals.flatMap((_, at) => columns(all, at, model !== first[index - 1]?.model));
    return `| ${[model, pairs, lengths, characters, ...ours, ...theirs].join(" | ")} |`;
  });
  const heads = ["model", "pairs", "lengths", "characters", "match", "graph"];
  for (const name of rivals) heads.push(name, "graph ratio", "range", "first ten calls", "match ratio");
  return [
    `## ${engine}`,
    "",
    `| ${heads.join(" | ")} |`,
    `|${"---|".repeat(heads.length)}`,
    ...rows,
    "",
    ...rivals.flatMap((name, at) => [summary(runs, name, at), ""]),
    agreement(runs),
    "",
  ];
}

const found = ENGINES.map(() => []);
for (let run = 0; run < RUNS; run += 1) {
  for (const [index, engine] of ENGINES.entries()) found[index].push(await engine());
}
const built = found.every(([{ rivals }]) => rivals.includes("rten"));
const absent = ["rten is not built here: its columns are left out. `benches/module.sh rten` builds it.", ""];
const encoders = found.every(([{ rows }]) => rows.some(({ model }) => model.startsWith("encoder")));
const unmade = ["There are no encoders here: their rows are left out. `python benches/encoders.py` makes them.", ""];
const text = [
  "# Against onnxruntime-web and rten",
  "",
  `Written by benches/onnxruntime_web.mjs. ${cpus()[0]?.model}, one thread each. Times are medians of 30 calls in ms, of long ones of 10 or 3, all ` +
    `interleaved in one process, then the median of ${RUNS} runs. "Graph" is Epitome's graph alone, on the same ONNX file and the same feeds as ` +
    "its rivals; its ratio to the engine before it has its range over the runs beside it, and that of a model's first ten calls. \"Match\" is a " +
    "whole match of the package, from texts to levels with reasons, and its ratio to the rival's graph. Engines with " +
    "relaxed SIMD load the modules that use it. Of 32 pairs of all lengths a match makes batches of similar length; " +
    "graphs get one, padded to the longest; of the same pair 32 times nobody pads. Encoders have 6 layers of 384, read 128 " +
    "tokens and are drawn at random: in float32, with products of 8 bits whose ranges are found in the run (dynamic), and with " +
    "fixed ranges (qdq). Of the writer one step of its decoder is timed, for 8 hypotheses. Where rten does not load a model, its message says why.",
  "",
  ...(built ? [] : absent),
  ...(encoders ? [] : unmade),
  ...found.flatMap(table),
].join("\n");
await writeFile(new URL("results.md", import.meta.url), text);
console.log(text);
