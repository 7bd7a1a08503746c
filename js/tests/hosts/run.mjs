/**
 * The matrix of hosts: installs dist/epitome.tgz into a tiny project for each,
 * and wants from all of them the native scores of every packaged matcher and the
 * native headlines of every model that writes.
 *
 *   npm run test:hosts              all of them; installs what it needs into a
 *                                   temporary folder (about 1.5 GB)
 *   npm run test:hosts -- deno bun  some of them
 *
 * Needs Chromium, Firefox and WebKitGTK's MiniBrowser with Xvfb for the
 * browsers (CHROMIUM, FIREFOX and MINIBROWSER name others); what is missing
 * fails.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nativeHeadlines, nativeScores, sampleDocuments, samplePairs } from "../support/expect.mjs";
import { browserHosts } from "./browsers.mjs";
import { bundlerHosts } from "./bundlers.mjs";
import { serverHosts } from "./servers.mjs";
import { toolHosts } from "./tools.mjs";

/** How far a probability may be from the native one. */
const TOLERANCE = 1e-4;

const HOSTS = { ...serverHosts, ...toolHosts, ...bundlerHosts, ...browserHosts };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(HOSTS, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are: ${Object.keys(HOSTS).join(", ")}`);
  process.exit(2);
}

const { cases, native } = await golden();
const root = await mkdtemp(join(tmpdir(), "epitome-hosts-"));
let failures = 0;
try {
  for (const name of asked.length > 0 ? asked : Object.keys(HOSTS)) {
    const begun = performance.now();
    let line;
    try {
      const { version, found, said, threads, cases: asked = cases } = await HOSTS[name](join(root, name), cases);
      if (found === undefined && said !== "supported") throw new Error(`says ${said}`);
      line = `ok    ${name.padEnd(16)} ${said ?? judge(asked, found, threads)}  ${version}`;
    } catch (error) {
      failures += 1;
      line = `FAIL  ${name.padEnd(16)} ${String(error.message).trim().split("\n").slice(-12).join("\n      ")}`;
    }
    console.log(`${line}  (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
    await rm(join(root, name), { recursive: true, force: true });
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
console.log(`${failures === 0 ? "all hosts agree" : `${failures} failed`}`);
process.exit(failures === 0 ? 0 : 1);

/** What every host is asked, and what the native build answers, by model and text. */
async function golden() {
  const [pairs, documents] = [await samplePairs(), await sampleDocuments()];
  const [scores, headlines] = [await nativeScores(), await nativeHeadlines()];
  const native = new Map();
  const grouped = (rows, texts, name, value) => {
    const groups = new Map();
    for (const row of rows) {
      native.set(`${row.model} ${row.id}`, row[value]);
      const text = texts.find(({ id }) => id === row.id);
      const key = `${row.model} ${text.language}`;
      if (!groups.has(key)) groups.set(key, { model: row.model, language: text.language, [name]: [] });
      groups.get(key)[name].push(text);
    }
    return [...groups.values()];
  };
  const cases = {
    scores: grouped(scores, pairs, "pairs", "probability"),
    headlines: grouped(headlines, documents, "documents", "text"),
  };
  return { cases, native };
}

/** The greatest difference to the native scores, or an error. */
function judge({ scores, headlines }, found, threads) {
  if (found.error !== undefined) throw new Error(found.error);
  const judged = scores.flatMap(({ model, pairs }) => pairs.map(({ id }) => `${model} ${id}`));
  const written = headlines.flatMap(({ model, documents }) => documents.map(({ id }) => `${model} ${id}`));
  const expected = [
    ...["local", ...(threads ? ["worker"] : [])].flatMap((where) => judged.map((key) => `${where} ${key}`)),
    ...written.map((key) => `local ${key}`),
  ];
  if (Object.keys(found).join() !== expected.join()) {
    throw new Error(`expected ${expected.join(", ")}, got ${JSON.stringify(found)}`);
  }
  let greatest = 0;
  for (const [key, value] of Object.entries(found)) {
    const wanted = native.get(key.slice(key.indexOf(" ") + 1));
    if (typeof wanted === "string") {
      if (value !== wanted) throw new Error(`${key}: ${value} instead of ${wanted}`);
      continue;
    }
    const off = Math.abs(value - wanted);
    if (!(off <= TOLERANCE)) throw new Error(`${key}: ${value} is off by ${off}`);
    greatest = Math.max(greatest, off);
  }
  const count = expected.length - written.length;
  return `${count} scores, off by ${greatest.toExponential(1)}, ${written.length} headlines`;
}
