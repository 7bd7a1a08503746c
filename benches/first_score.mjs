/**
 * When a page that holds little but the package has its first score, on a phone's network and a
 * quarter of this processor, with nothing kept:
 *   node benches/first_score.mjs
 * Writes benches/first_score.md. Needs dist/*.tgz (./build.sh pack), js/tools and Chromium.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "../js/tests/support/browser.mjs";
import { needTools, versionOf, weigh } from "../js/tests/support/bundlers.mjs";
import { page as pageAround } from "../js/tests/support/programs.mjs";
import { createProject, removeProject } from "../js/tests/support/project.mjs";
import { serve } from "../www/serve.mjs";
import { BITS_PER_SECOND, processorTime, quarter, slow } from "./phone.mjs";

const VISITS = 5;

const SCORE = `
const matcher = await Matcher.create({ language: "en" });
await matcher.match("The line opens in May.", "The line opens in June.");
globalThis.scoredAt = performance.now();
`;

/** A page without a bundler, beside a copy of the package. */
async function plainPage(project, folder) {
  await cp(join(project, "node_modules", "epitome"), join(folder, "epitome"), { recursive: true });
  await writeFile(join(folder, "index.html"), pageAround("./main.js"));
  const source = `import { Matcher } from "./epitome/dist/standalone.js";\n${SCORE}`;
  await writeFile(join(folder, "main.js"), source);
}

/** What a bundler deploys of a program that imports a matcher and its model. */
async function bundledPage(project, folder) {
  const source = `import { Matcher } from "epitome/slim";\nimport "epitome/models/fit-en";\n${SCORE}`;
  await weigh(project, "vite", source);
  await cp(join(project, "dist"), folder, { recursive: true });
}

/** One visit: milliseconds until the first score, processor time, and what came over the line. */
async function visit(target) {
  const line = await slow(target);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const end = await quarter(browser);
    await page.goto(line.url, { waitUntil: "commit" });
    const scored = () => globalThis.scoredAt !== undefined;
    await page.waitForFunction(scored, undefined, { timeout: 120_000 });
    const at = await page.evaluate(() => globalThis.scoredAt);
    const cpu = await processorTime(browser);
    await end();
    return { at, cpu, ...line.counts };
  } finally {
    await browser.close();
    line.close();
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

await needTools();
const project = await createProject([]);
const folder = await mkdtemp(join(tmpdir(), "epitome-first-"));
const rows = [];
try {
  for (const [name, make] of [
    ["without a bundler: `epitome/standalone`", plainPage],
    [`Vite ${versionOf("vite")}: \`epitome/slim\` and \`epitome/models/fit-en\``, bundledPage],
  ]) {
    const place = join(folder, String(rows.length));
    await mkdir(place);
    await make(project, place);
    const { server, url } = await serve(place, 0);
    await visit(url); // the server packs its files once
    const visits = [];
    for (let turn = 0; turn < VISITS; turn += 1) visits.push(await visit(url));
    server.closeAllConnections();
    server.close();
    const seconds = (what) => (median(visits.map((each) => each[what])) / 1000).toFixed(1);
    const [{ requests, bytes }] = visits;
    rows.push(
      `| ${name} | ${seconds("at")} s | ${seconds("cpu")} s | ${requests} | ${(bytes / 1e6).toFixed(2)} MB |`,
    );
  }
} finally {
  await removeProject(project);
  await rm(folder, { recursive: true, force: true });
}

const text = `# The first score

Written by \`node benches/first_score.mjs\`, on ${cpus().length} × ${cpus()[0].model.trim()}, which other programs may have
used at the same time (load ${loadavg()[0].toFixed(0)}). A page loads the package and the matcher for English and scores a
pair: ${BITS_PER_SECOND / 1e6} Mbit/s, 40 ms each way, a quarter of the processor, nothing kept, the median of ${VISITS} visits.

| page | first score | processor time | requests | bytes |
|---|---|---|---|---|
${rows.join("\n")}
`;
await writeFile(new URL("first_score.md", import.meta.url), text);
console.log(text);
process.exit(0);
