/**
 * Judges pairs whenever it is asked to: a line {language, from, to} on standard input scores these pairs
 * of PAIRS.jsonl in that language, and answers with the seconds of CPU that it took.
 *
 *     node node_worker.mjs PACKAGE PAIRS.jsonl
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, pairsFile] = process.argv.slice(2);
const about = JSON.parse(await readFile(resolve(folder, "package.json"), "utf8"));
const { Matcher } = await import(pathToFileURL(resolve(folder, about.exports["."].node)).href);
const pairs = (await readFile(pairsFile, "utf8")).split("\n").filter(Boolean).map((line) => JSON.parse(line));
const matchers = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const { language, from, to } = JSON.parse(line);
  if (!matchers.has(language)) matchers.set(language, await Matcher.create({ language }));
  const some = pairs
    .filter((pair) => pair.language === language)
    .slice(from, to)
    .map(({ document, summary }) => ({ document, summary }));
  const before = process.cpuUsage();
  const found = await matchers.get(language).matchBatch(some);
  const { user, system } = process.cpuUsage(before);
  const sum = found.reduce((all, { score }) => all + score, 0);
  process.stdout.write(`${JSON.stringify({ seconds: (user + system) / 1e6, sum })}\n`);
}
