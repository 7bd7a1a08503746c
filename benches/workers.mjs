/**
 * Compares two workers with one: `matchBatch` of `epitome/worker` on 5,000 pairs, in turn. Writes workers.md
 * beside this file. Needs dist/package (`./build.sh pack`), and a machine with two cores that do nothing
 * else. Takes three minutes.
 */
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { Matcher } from "../dist/package/dist/worker.node.js";

const MODELS = ["lstm-ii-zh", "fit-en"];
const PAIRS = 5000;
const ROUNDS = 3;

/** The cases of a model's reference that Epitome scores, repeated. */
async function pairsOf(model) {
  const { cases } = JSON.parse(await readFile(new URL(`../models/${model}/reference.json`, import.meta.url), "utf8"));
  const holds = (text) => /[\p{L}\p{N}]/u.test(text);
  const usable = cases.filter(({ document, summary }) => holds(document) && holds(summary));
  return Array.from({ length: PAIRS }, (_, index) => {
    const { document, summary } = usable[index % usable.length];
    return { document, summary };
  });
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Seconds of a batch, by rounds, with one worker and with two. */
async function measure(model) {
  const pairs = await pairsOf(model);
  const matchers = [];
  for (const workers of [1, 2]) matchers.push(await Matcher.create({ model, workers }));
  for (const matcher of matchers) await matcher.matchBatch(pairs.slice(0, 400));
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const seconds = [];
    for (const matcher of matchers) {
      const begin = performance.now();
      await matcher.matchBatch(pairs);
      seconds.push((performance.now() - begin) / 1000);
    }
    rounds.push(seconds);
  }
  for (const matcher of matchers) matcher.destroy();
  return rounds;
}

const lines = [
  "# Two workers beside one",
  "",
  `Written by benches/workers.mjs. Node ${process.version}, ${cpus()[0]?.model}, ${availableParallelism()} threads; ` +
    `matchBatch of epitome/worker on ${PAIRS} pairs, ${ROUNDS} rounds, one worker and two in turn; a ratio of 2 is twice as fast.`,
  "",
  "| model | one worker, s | two workers, s | ratio of the medians | ratios of the rounds |",
  "|---|---|---|---|---|",
];
for (const model of MODELS) {
  const rounds = await measure(model);
  const [one, two] = [0, 1].map((at) => median(rounds.map((seconds) => seconds[at])));
  const ratios = rounds.map(([one, two]) => (one / two).toFixed(2));
  lines.push(`| ${[model, one.toFixed(1), two.toFixed(1), (one / two).toFixed(2), ratios.join(", ")].join(" | ")} |`);
}
const text = `${lines.join("\n")}\n`;
await writeFile(new URL("workers.md", import.meta.url), text);
console.log(text);
process.exit(0);
