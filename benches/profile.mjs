/**
 * Where the time of a match goes: samples the CPU while packaged matchers score
 * a document of ordinary size, puts every sample on the operator or the step that
 * it belongs to, and writes docs/performance.md. Takes a module that still has the names of
 * its functions: `./build.sh profile` makes it.
 */
import { readFile, writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { cpus } from "node:os";

const root = new URL("../", import.meta.url);
const pkg = new URL("target/profile/", root);
const { default: init, start, WasmMatcher } = await import(new URL("epitome.js", pkg));

const MATCHES = 400;
const WARM_UP = 100;
const CHARACTERS = 500;
/** Steps below this share are put together. */
const LEAST = 0.005;

/** What a frame belongs to: patterns of its name, and what they are called. */
const STEPS = [
  [/epitome_kernels::(\w+)::/u, (found) => `kernel: ${found[1]}`],
  [/runtime::cpu::(?:\w+::)*<impl .*Run.*>::(\w+)/u, (found) => `step: ${found[1]}`],
  [/runtime::cpu|runtime::plan/u, () => "between steps"],
  [/tokenizer::Tokenizer::encode/u, () => "tokens"],
  [/text::entities|metrics::held_entities/u, () => "names and numbers"],
  [/metrics::rouge|tokenize::words/u, () => "shared words"],
  [/matcher::(content|contradictions|negations|novelty|premise|proximity|quotation|topics|wording)\b/u, (found) => `counted: ${found[1]}`],
];

/** The innermost step of each sample of a profile, with its share of the time. */
function shares(profile) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const times = new Map();
  let total = 0;
  profile.samples.forEach((sample, index) => {
    let step;
    for (let id = sample; id !== undefined && step === undefined; id = parents.get(id)) {
      const name = nodes.get(id).callFrame.functionName;
      if (name === "(idle)" || name === "(program)") return;
      for (const [pattern, label] of STEPS) {
        const found = pattern.exec(name);
        if (found) step ??= label(found);
      }
    }
    const time = profile.timeDeltas[index];
    times.set(step ?? "the rest", (times.get(step ?? "the rest") ?? 0) + time);
    total += time;
  });
  const rows = [...times].map(([step, time]) => [step, time / total]);
  const small = rows.filter(([step, share]) => share < LEAST && step !== "the rest");
  const rest = rows.filter(([step]) => step === "the rest").concat(small);
  const sum = rest.reduce((total, [, share]) => total + share, 0);
  return rows
    .filter((row) => !rest.includes(row))
    .sort((a, b) => b[1] - a[1])
    .concat([["the rest", sum]]);
}

async function load(folder) {
  const manifest = await readFile(new URL("manifest.json", folder));
  const { files } = JSON.parse(manifest);
  const given = files.map(async ({ path, sha256 }) => ({
    path,
    bytes: new Uint8Array(await readFile(new URL(path, folder))),
    sha256,
  }));
  return WasmMatcher.load(new Uint8Array(manifest), await Promise.all(given), undefined, "wasm");
}

await init({ module_or_path: await readFile(new URL("epitome_bg.wasm", pkg)) });
start();
const lines = [
  "# Where the time goes",
  "",
  `Written by benches/profile.mjs: Node ${process.version}, ${cpus()[0]?.model}, one thread, ${MATCHES} warm matches of ` +
    `one pair, that of the model's reference values whose document is nearest to ${CHARACTERS} characters, sampled. A step's share is what it does beside its kernel. ` +
    "benches/results.md compares the same models with onnxruntime-web.",
];
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: 200 });
for (const model of ["fit-zh", "fit-en", "fit-fa", "fit-de", "lstm-ii-zh"]) {
  const folder = new URL(`models/${model}/`, root);
  const matcher = await load(folder);
  const { cases } = JSON.parse(await readFile(new URL("reference.json", folder)));
  const off = ({ document }) => Math.abs(document.length - CHARACTERS);
  const { document, summary } = cases.reduce((best, one) => (off(one) < off(best) ? one : best));
  const match = () => matcher.matchBatch([{ document, summary }], false);
  for (let count = 0; count < WARM_UP; count++) await match();
  await session.post("Profiler.start");
  const begin = performance.now();
  for (let count = 0; count < MATCHES; count++) await match();
  const each = (performance.now() - begin) / MATCHES;
  const { profile } = await session.post("Profiler.stop");
  lines.push("", `## ${model}, ${document.length} characters: ${each.toFixed(2)} ms`, "", "| step | share |", "|---|---|");
  for (const [step, share] of shares(profile)) lines.push(`| ${step} | ${(100 * share).toFixed(1)} % |`);
  matcher.free();
}
await writeFile(new URL("docs/performance.md", root), `${lines.join("\n")}\n`);
console.log(lines.join("\n"));
