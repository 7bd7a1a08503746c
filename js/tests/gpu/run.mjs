/**
 * The packed package on WebGPU in Node, through Dawn, against wasm: every shipped
 * matcher with a graph, over generated pairs of 1 to 2,000 characters. Writes
 * docs/results/webgpu.md.
 *
 * Needs the npm package `webgpu` (`npm install --no-save webgpu`) and, without a GPU,
 * a Vulkan driver that computes on the CPU (VK_ICD_FILENAMES).
 */
import { writeFile } from "node:fs/promises";
import os from "node:os";
import { pathToFileURL } from "node:url";
import { generatedPairs } from "../support/generated-pairs.mjs";
import { adapterFacts, compare, loseDevice, makeMany, watchDevices } from "../support/gpu-page.mjs";
import { createProject, importEntries, removeProject } from "../support/project.mjs";

const MODELS = [["fit-zh", "zh"], ["fit-en", "en"], ["fit-fa", "fa"], ["fit-de", "de"], ["lstm-ii-zh", "zh"]];
const LENGTHS = (process.env.LENGTHS ?? "1,2,7,30,100,300,1000,2000").split(",").map(Number);

const dawn = await import(process.env.DAWN ? pathToFileURL(process.env.DAWN).href : "webgpu").catch(() => undefined);
if (dawn === undefined) {
  console.log("skipped: the npm package webgpu is not there; npm install --no-save webgpu");
  process.exit(0);
}
Object.assign(globalThis, dawn.globals);
globalThis.navigator ??= {};
Object.defineProperty(globalThis.navigator, "gpu", { value: dawn.create([]), configurable: true });
const facts = await adapterFacts();
if (facts.missing !== undefined) {
  console.log(`skipped: ${facts.missing}`);
  process.exit(0);
}
const watch = watchDevices();
const folder = await createProject();
const rows = [];
let failed = false;
try {
  const { epitome } = await importEntries(folder);
  for (const [model, language] of MODELS) {
    const pairs = generatedPairs(language, LENGTHS);
    const found = await compare(epitome.Matcher, model, pairs);
    const right = found.apart < 1e-3 && found.company < 1e-5 && found.backends.join() === "webgpu";
    failed ||= !right;
    rows.push(`| ${model} | ${pairs.length} | ${found.apart.toExponential(1)} | ${found.company.toExponential(1)} | ${found.backends.join(", ")} |`);
    console.log(rows.at(-1));
  }
  const pairs = generatedPairs("zh", [40]);
  const lost = await loseDevice(epitome.Matcher, watch, "fit-zh", pairs);
  const alive = await makeMany(epitome.Matcher, watch, "fit-zh", pairs[0], 2);
  const later = await makeMany(epitome.Matcher, watch, "fit-zh", pairs[0], 100);
  failed ||= lost.apart >= 1e-6 || lost.backends.join() !== "wasm" || lost.warnings.length !== 1 || alive !== later;
  const text = `# WebGPU against wasm

Written by \`npm run test:gpu\` in js/. Each model scores the same generated pairs (documents of
${LENGTHS.join(", ")} characters, with summaries of 1, 12 and 60) on both backends, in Node
${process.versions.node} through Dawn. "Apart" is the largest difference of a level's probability, at
most 1e-3; "company" that between a pair alone and in the batch, at most 1e-5.

Adapter: ${facts.name}. Host: ${os.type()} ${os.arch()}, ${os.cpus()[0].model}. An adapter that
computes on the CPU proves that the results are right; it says nothing about speed.

| model | pairs | apart | company | ran on |
|---|---|---|---|---|
${rows.join("\n")}

A device that was lost in the middle of a batch: ${lost.backends.join(", ")} finished it, ${lost.apart.toExponential(1)} apart from
wasm alone, with ${lost.warnings.length} warning; the next matcher ran on ${lost.again}. Buffers alive after 2
matchers were made, used and destroyed: ${alive}; after 100 more: ${later}.
`;
  await writeFile(new URL("../../../docs/results/webgpu.md", import.meta.url), text);
} finally {
  await removeProject(folder);
}
process.exit(failed ? 1 : 0);
