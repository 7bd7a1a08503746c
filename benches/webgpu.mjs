/**
 * Pairs per second of a packaged matcher on wasm and on WebGPU, for calls of 1 to 4096
 * pairs, in Node through Dawn: `node benches/webgpu.mjs [MODEL] [MOST PAIRS]`. Needs
 * dist/package, and the npm package `webgpu` or its index.js in DAWN; no network. An
 * adapter that computes on the CPU says nothing about a GPU's speed.
 */
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import { generatedPairs } from "../js/tests/support/generated-pairs.mjs";

const [model = "fit-en", most = "4096"] = process.argv.slice(2);
/** The length of a document of ordinary size. */
const CHARACTERS = 500;
/** How long a size is measured, in milliseconds, and how often at least. */
const PATIENCE = 2000;
const ROUNDS = 3;

const dawn = await import(process.env.DAWN ? pathToFileURL(process.env.DAWN).href : "webgpu");
Object.assign(globalThis, dawn.globals);
globalThis.navigator ??= {};
Object.defineProperty(globalThis.navigator, "gpu", { value: dawn.create([]), configurable: true });
const { Matcher } = await import(new URL("../dist/package/dist/index.node.js", import.meta.url));

const { info } = await navigator.gpu.requestAdapter();
console.log(`adapter: ${[info.vendor, info.architecture, info.description].filter(Boolean).join(" ")}`);
console.log(`processor: ${cpus()[0].model}; Node ${process.versions.node}; ${model}, documents of ${CHARACTERS} characters\n`);

const language = model.split("-").at(-1);
const some = generatedPairs(language, new Array(64).fill(CHARACTERS)).filter((_, index) => index % 3 === 2);
const matchers = {
  wasm: await Matcher.create({ model, backend: "wasm" }),
  webgpu: await Matcher.create({ model, backend: "webgpu" }),
};
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

console.log("| pairs | wasm, pairs/s | webgpu, pairs/s | webgpu ÷ wasm |\n|---|---|---|---|");
for (let count = 1; count <= Number(most); count *= 4) {
  const pairs = Array.from({ length: count }, (_, index) => some[index % some.length]);
  const times = { wasm: [], webgpu: [] };
  for (const backend of ["wasm", "webgpu"]) await matchers[backend].matchBatch(pairs); // compiles
  const start = performance.now();
  do {
    for (const backend of ["wasm", "webgpu"]) {
      const begin = performance.now();
      const results = await matchers[backend].matchBatch(pairs);
      times[backend].push(performance.now() - begin);
      if (results.some((result) => result.backend !== backend)) throw new Error(`${backend} was left`);
    }
  } while (times.wasm.length < ROUNDS || performance.now() - start < PATIENCE);
  const [wasm, webgpu] = [times.wasm, times.webgpu].map((each) => (1000 * count) / median(each));
  console.log(`| ${count} | ${wasm.toFixed(0)} | ${webgpu.toFixed(0)} | ${(webgpu / wasm).toFixed(2)} |`);
}
process.exit(0);
