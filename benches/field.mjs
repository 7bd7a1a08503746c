/**
 * Compares models of the field at their real sizes with onnxruntime-web, whose graphs transformers.js
 * runs too, and writes two sections of ../docs/results/field-models.md. Needs dist/package (`./build.sh pack`) and
 * the models of `python benches/field_models.py`; MODELS names another folder of them.
 *
 * `node benches/field.mjs [RUNS] [NAME ...]`: every process is started anew for each run (3 if not
 * said). Takes a quarter of an hour.
 */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FIELD_MODELS, writeSections } from "./against/sections.mjs";

const [RUNS, ...ONLY] = [Number(process.argv[2] ?? 3), ...process.argv.slice(3)];
const child = fileURLToPath(new URL("against/field_child.mjs", import.meta.url));
const models = process.env.MODELS ?? fileURLToPath(new URL("../target/bench-field", import.meta.url));
const CALLS = 7;
const ENGINES = ["epitome", "onnxruntime-web"];
const SUFFIX = { q8: "_quantized.onnx", fp32: ".onnx" };

const run = promisify(execFile);
const ask = async (...given) => JSON.parse((await run(process.execPath, [child, ...given.map(String)])).stdout);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const geometricMean = (ratios) => Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
const fixed = (value, digits = 2) => value.toFixed(digits);

/** The first engine's to the second's: the median, and the range over the runs. */
const ratio = (pairs) => {
  const ratios = pairs.map(([own, other]) => own / other);
  return { ratio: median(ratios), text: `${fixed(median(ratios))} (${fixed(Math.min(...ratios))}–${fixed(Math.max(...ratios))})` };
};

/** The types of numbers that a model is there in. */
async function types(folder) {
  const files = await readdir(join(folder, "onnx"));
  return Object.keys(SUFFIX).filter((dtype) => files.some((file) => /^(encoder_)?model(_quantized)?\.onnx$/u.test(file) && file.endsWith(SUFFIX[dtype]) && file.includes("_quantized") === (dtype === "q8")));
}

const [times, loads, found] = [[], [], { time: [], load: [], peak: [] }];
for (const name of (await readdir(models)).sort()) {
  if (ONLY.length > 0 && !ONLY.includes(name)) continue;
  const folder = join(models, name);
  for (const dtype of await types(folder)) {
    const [calls, opened] = [[], []];
    for (let index = 0; index < RUNS; index += 1) {
      calls.push(await ask("run", folder, dtype, CALLS));
      opened.push([]);
      for (const engine of ENGINES) opened[index].push(await ask("load", engine, folder, dtype));
    }
    for (const [at, { tokens }] of calls[0].rows.entries()) {
      const each = calls.map(({ rows }) => rows[at].times.map(median));
      const { ratio: one, text } = ratio(each);
      found.time.push(one);
      const apart = calls[0].rows[at].apart;
      const ms = ENGINES.map((_, engine) => fixed(median(each.map((pair) => pair[engine])), 0));
      times.push(`| ${[name, dtype, tokens, ...ms, text, apart === null ? "" : apart.toExponential(0)].join(" | ")} |`);
    }
    const of = (key) => ratio(opened.map((pair) => pair.map((engine) => engine[key])));
    const [load, peak] = [of("load"), of("peak")];
    found.load.push(load.ratio);
    found.peak.push(peak.ratio);
    const values = (key, by, digits) => ENGINES.map((_, engine) => fixed(median(opened.map((pair) => pair[engine][key])) / by, digits));
    loads.push(`| ${[name, dtype, ...values("load", 1, 0), load.text, ...values("peak", 2 ** 20, 0), peak.text].join(" | ")} |`);
  }
}
const mean = (what) => `${fixed(geometricMean(found[what]))}, the greatest ${fixed(Math.max(...found[what]))}`;
const about = `
Written by \`node benches/field.mjs\`: Node ${process.version}, ${cpus()[0]?.model}, one thread, weights drawn at random
(benches/field_models.py), beside onnxruntime-web.`;
await writeSections(new URL("../docs/results/field-models.md", import.meta.url), FIELD_MODELS, {
  "A call": `${about} Of Epitome a whole call is timed, from texts to what it says of them; of
onnxruntime-web the graph alone, and for writers the greedy loop over its graphs with caches that transformers.js
runs. Times are milliseconds of the processor, medians of ${CALLS} calls in turn, then of ${RUNS} runs; a ratio is
Epitome's to the other's, with its range over the runs. A pair of so many tokens, or 48 tokens written after a text
of so many. "Apart" is how far the probabilities of the two engines are from each other; in 8 bits a rounding may
fall to the other side.

| model | numbers | tokens | Epitome, ms | onnxruntime-web, ms | ratio | apart |
|---|---|---|---|---|---|---|
${times.join("\n")}

Geometric mean of the ratios: ${mean("time")}.
`,
  "Loading, and memory": `${about} From a folder until a call can begin, and the most memory that a
process held until its first answer.

| model | numbers | Epitome, ms | onnxruntime-web, ms | ratio | Epitome, MiB | onnxruntime-web, MiB | ratio |
|---|---|---|---|---|---|---|---|
${loads.join("\n")}

Geometric means: of loading ${mean("load")}; of memory ${mean("peak")}.
`,
});
