/**
 * Compares the products of Epitome's kernels with what their instructions do alone in the same engine: in a
 * loop over registers. Writes peak.md beside this file. Needs
 * target/graph (`benches/module.sh graph`) and the npm packages of js/. Takes half a minute.
 *
 * NODE_NEW names another Node; by default npx fetches the one of `js/tests/hosts/versions.mjs`.
 */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { inNewNode, inThisNode } from "./against/nodes.mjs";

const script = fileURLToPath(new URL("against/products.mjs", import.meta.url));
const lines = [
  "# Products beside the machine's limit",
  "",
  `Written by benches/peak.mjs. ${cpus()[0]?.model}, one thread; 10⁹ operations a second, a multiplication and an ` +
    "addition being two, of the fastest of 400 calls, interleaved with as many of as many operations in which the same instructions run " +
    "alone: over 13 independent sums in registers, without loads and stores. How well a processor shares such a loop out " +
    "over its units is its own affair: a product may pass it. Products of int8 include the packing of their rows.",
];
for (const { engine, rows } of [inThisNode(script), inNewNode(script)]) {
  lines.push("", `## ${engine}`, "", "| product | rows × inputs × outputs | instructions | alone | product | share |", "|---|---|---|---|---|---|");
  for (const { kind, shape, name, instructions, product } of rows) {
    const share = `${((100 * product) / instructions).toFixed(0)} %`;
    lines.push(`| ${[kind, shape, name, instructions.toFixed(1), product.toFixed(1), share].join(" | ")} |`);
  }
}
const text = `${lines.join("\n")}\n`;
await writeFile(new URL("peak.md", import.meta.url), text);
console.log(text);
