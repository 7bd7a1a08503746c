/**
 * Pairs per second of packaged matchers in Node, on one thread: the best of three calls of
 * `matchBatch` over all pairs of a file. Needs dist/package (`./build.sh pack`).
 *
 * `node benches/matchers.mjs LANGUAGE PAIRS.jsonl MODEL…` prints one JSON object: the processor,
 * the version of Node, and the pairs per second of every model. `python -m recipes.matchers.experiments`
 * calls this for docs/results/matchers.md.
 */
import { readFile } from "node:fs/promises";
import { cpus } from "node:os";

const RUNS = 3;

const [language, path, ...models] = process.argv.slice(2);
if (models.length === 0) throw new Error("usage: matchers.mjs LANGUAGE PAIRS.jsonl MODEL…");
const { Matcher } = await import(new URL("../dist/package/dist/index.node.js", import.meta.url));

const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
const pairs = lines.map((line) => JSON.parse(line));
const speeds = {};
for (const model of models) {
  const matcher = await Matcher.create({ model, language });
  let best = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await matcher.matchBatch(pairs);
    best = Math.min(best, performance.now() - start);
  }
  matcher.destroy();
  speeds[model] = (pairs.length / best) * 1000;
}
console.log(JSON.stringify({ processor: cpus()[0].model, node: process.versions.node, pairs_per_second: speeds }));
