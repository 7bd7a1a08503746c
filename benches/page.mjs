/**
 * What a first visit to the page costs on a phone's network and a quarter of this processor:
 *   node benches/page.mjs
 * Writes benches/page.md. Needs dist/demo (./build.sh demo) and Chromium.
 */
import { writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../js/tests/support/browser.mjs";
import { serve } from "../www/serve.mjs";
import { BITS_PER_SECOND, processorTime, quarter, slow } from "./phone.mjs";

const VISITS = 3;

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The longest tasks of the page's main thread in a trace, by the time that the processor spent on
 * them: what other programs take away is not counted.
 */
function longestTasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const parses = new Set(
    traceEvents.filter(({ name }) => name === "ParseHTML").map(({ pid }) => pid),
  );
  const main = traceEvents.find(
    ({ name, pid, args }) =>
      name === "thread_name" && args.name === "CrRendererMain" && parses.has(pid),
  );
  return traceEvents
    .filter(
      ({ pid, tid, ph, name }) =>
        pid === main.pid && tid === main.tid && ph === "X" && name.includes("RunTask"),
    )
    .map(({ tdur = 0 }) => tdur / 1000);
}

/**
 * What a person does with the page while it is traced: types, asks for summaries, looks at More.
 */
async function use(page) {
  await page.waitForSelector("[data-ready]");
  await page.locator("#summaries textarea").first().click();
  await page.keyboard.type(" Maria Keller wants to open again in autumn.", { delay: 20 });
  await page.click("#summarise");
  await page.waitForSelector("#candidates .card[data-verdict]");
  await page.click("#view-more");
  await page.waitForSelector(".models li");
}

/**
 * One first visit: milliseconds to the first verdict, tasks of the main thread, what came over the
 * line.
 */
async function visit(target, { throttled }) {
  const line = throttled ? await slow(target) : { url: target, counts: undefined, close: () => {} };
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ locale: "en-GB", viewport: { width: 1280, height: 800 } });
    if (!throttled)
      await browser.startTracing(page, {
        categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
      });
    await page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (!document.querySelector("#summaries .card[data-verdict]")) return;
        globalThis.verdictAt ??= performance.now();
        seen.disconnect();
      });
      seen.observe(document, { subtree: true, attributes: true, childList: true });
    });
    const end = throttled ? await quarter(browser) : async () => {};
    await page.goto(line.url, { waitUntil: "commit" });
    await page.waitForFunction(() => globalThis.verdictAt !== undefined, undefined, {
      timeout: 60_000,
    });
    const at = await page.evaluate(() => globalThis.verdictAt);
    const cpu = await processorTime(browser);
    const counts = structuredClone(line.counts ?? {});
    await end();
    if (throttled) return { at, cpu, ...counts };
    await use(page);
    return { at, cpu, long: longestTasks(await browser.stopTracing()) };
  } finally {
    await browser.close();
    line.close();
  }
}

const { server, url } = await serve(`${root}dist/demo`, 0);
await visit(url, { throttled: false }); // the server packs its files once
const throttled = [];
for (let turn = 0; turn < VISITS; turn += 1) throttled.push(await visit(url, { throttled: true }));
const free = [];
for (let turn = 0; turn < VISITS; turn += 1) free.push(await visit(url, { throttled: false }));
server.close();

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const longest = (visits) => Math.max(0, ...visits.flatMap(({ long }) => long));
const row = (name, value) => `| ${name} | ${value} |`;
const text = `# The page

Written by \`node benches/page.mjs\`, on ${cpus().length} × ${cpus()[0].model.trim()}, which other programs may have
used at the same time (load ${loadavg()[0].toFixed(0)}). A first visit in English, with nothing kept; the median of
${VISITS} visits.
\`js/tests/page.test.mjs\` has axe-core look at the views in light, dark, Persian and narrow: 0 violations.

| | |
|---|---|
${[
  row(
    "first verdict, ${BITS} Mbit/s, 40 ms each way, a quarter of the processor".replace(
      "${BITS}",
      BITS_PER_SECOND / 1e6,
    ),
    `${(median(throttled.map(({ at }) => at)) / 1000).toFixed(1)} s`,
  ),
  row("first verdict, this machine", `${(median(free.map(({ at }) => at)) / 1000).toFixed(1)} s`),
  row(
    "processor time of the renderer until then, all its threads",
    `${(median(free.map(({ cpu }) => cpu)) / 1000).toFixed(2)} s`,
  ),
  row("bytes until then", `${(throttled[0].bytes / 1e6).toFixed(2)} MB`),
  row("requests until then", throttled[0].requests),
  row(
    "longest task of the main thread: loading, typing, summarising, More; processor time",
    `${Math.round(longest(free))} ms`,
  ),
].join("\n")}
`;
await writeFile(new URL("page.md", import.meta.url), text);
console.log(text);
