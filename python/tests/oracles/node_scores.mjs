/**
 * Judges pairs with the npm package, for the Python package to be compared with.
 *
 *     node node_scores.mjs PACKAGE PAIRS.jsonl OUT.jsonl [--explain] [--auto]
 *
 * PACKAGE is the folder of the unpacked package. Each line of PAIRS is {id, language, document,
 * summary}; each line of OUT is {id, language, score, probability, …}, or {id, error}. With --auto the
 * language is guessed from each document.
 */
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, pairsFile, outFile, ...flags] = process.argv.slice(2);
if (outFile === undefined) {
  throw new Error("usage: node_scores.mjs PACKAGE PAIRS.jsonl OUT.jsonl [--explain] [--auto]");
}
const about = JSON.parse(await readFile(resolve(folder, "package.json"), "utf8"));
const address = pathToFileURL(resolve(folder, about.exports["."].node));
const { Matcher } = await import(address.href);

const explain = flags.includes("--explain");
const isGuessed = flags.includes("--auto");
const lines = (await readFile(pairsFile, "utf8")).split("\n").filter((line) => line !== "");
const matchers = new Map();
const out = [];
for (const line of lines) {
  const { id, language: given, document, summary } = JSON.parse(line);
  const language = isGuessed ? "auto" : given;
  if (!matchers.has(language)) matchers.set(language, await Matcher.create({ language }));
  try {
    const found = await matchers.get(language).match(document, summary, { explain });
    out.push({ id, ...found });
  } catch (error) {
    out.push({ id, error: error.code });
  }
}
await writeFile(outFile, out.map((each) => `${JSON.stringify(each)}\n`).join(""));
