/**
 * The texts that cost most, with the time and memory of each, and how soon a signal ends it.
 *
 *   node benches/reading/worst.mjs PACKAGE [CASE]     an unpacked package; writes results/worst.json
 *
 * Each case runs in a process of its own, once whole and once for each moment at which a signal ends it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Milliseconds that a whole call is watched, that a signal has to be heard in, and that a process may take. */
const WATCHED = 20_000;
const HEARD = 100;
const PATIENCE = 90_000;
/** When a signal comes, in parts of the whole call. */
const MOMENTS = [0.2, 0.5, 0.8];

const part = "The harbour line opened on 4 May for 50 million euros, Ana Roe said. ";
const boxes = (count, box) =>
  `<pdf2xml><page number="1" width="900" height="900">${Array.from({ length: count }, (_, at) => box(at)).join("")}</page></pdf2xml>`;

/** What is done, and whether it takes a signal. The texts are those of a review, and their kin. */
const CASES = {
  "a name of 50,000 words": (api) => api.match("en", `${"Ana ".repeat(1e5)}walked`, `yesterday ${"Ana ".repeat(4e4)}Roe walked`),
  "many names with one first word": (api) =>
    api.match("en", Array.from({ length: 4e4 }, (_, at) => `Ana Roe${at} said. `).join(""), "Ana Roe7 said that Ana Poe7 and Ana Loe8 said it."),
  "one number written another way 7,000 times": (api) => api.match("en", "It held 4200 people.", "4,200 people came here now. ".repeat(7_000)),
  "a summary of 16,000 sentences": (api) => api.match("de", part, "Der Rat tagt. ".repeat(14_000)),
  "a summary of one sentence, Chinese without marks": (api) =>
    api.match("zh", "市政府宣布通往港口的地铁新线将开通。".repeat(2_000), "市政府宣布通往港口的地铁新线将开通".repeat(10_000)),
  "10,000 sentences against 1,000 clauses": (api) => api.match("en", part.repeat(1e4), `${"the harbour, the line, ".repeat(500)}opened.`),
  "1,000,000 Chinese characters": (api) => api.match("zh", "市政府昨天宣布，通往港口的地铁新线将于五月开通。".repeat(4e4), "地铁新线五月开通。"),
  "1,000,000 characters of numbers": (api) =>
    api.match("en", Array.from({ length: 8e4 }, (_, at) => `${at} euros, `).join("").slice(0, 1e6), part),
  "1,000,000 characters of dates": (api) =>
    api.match("en", Array.from({ length: 7e4 }, (_, at) => `${1 + (at % 28)} May ${1900 + (at % 200)}, `).join("").slice(0, 1e6), part),
  "a word of 1,000,000 letters": (api) => api.match("en", "a".repeat(1e6), "a line opens"),
  "900,000 letters of an unbroken Persian word": (api) => api.match("fa", "می\u200c".repeat(3e5), "خط تازه باز می‌شود."),
  "open quotation marks": (api) => api.match("en", "“a ".repeat(3e5), "“a “b"),
  "100 summaries of 10,000 sentences": (api) => api.matchAll("en", part.repeat(1e4), Array.from({ length: 100 }, (_, at) => `${part}${at}`)),
  "key points of 1,000,000 characters": (api) => api.summarize("key-points", part.repeat(14_000)),
  "a headline of 1,000,000 characters": (api) => api.summarize("headline", part.repeat(14_000)),
  "50 equal texts, repeats: 0": (api) => api.select(Array.from({ length: 50 }, () => part)),
  "4,000 texts of the same words": (api) => api.select(Array.from({ length: 4_000 }, (_, at) => `${part}${at}`)),
  "fonts of size 1e-200": (api) =>
    api.layout(
      '<pdf2xml><page number="1" width="9" height="9"><fontspec id="0" size="1e-200"/><text top="0" left="0" width="1" height="1" font="0">a</text>' +
        '<text top="0" left="100" width="1" height="1" font="0">b</text></page></pdf2xml>',
    ),
  "20,000 boxes of a line in as many fonts": (api) =>
    api.layout(boxes(20_000, (at) => `<fontspec id="${at}" size="9" family="f${at}"/><text top="9" left="${at}" width="1" height="9" font="${at}">a</text>`)),
  "ROUGE-Lsum of 100,000 Chinese characters": (api) => api.rouge("港口的线路".repeat(2e4), "线路的港口".repeat(2e4)),
  "extractive fragments of 100,000 words": (api) => api.fragments("a b a c ".repeat(2.5e4), "a c a b ".repeat(2.5e4)),
};

/** What a case may call, through an entry of the package. */
async function calls(folder, entry) {
  const file = entry === "epitome" ? "index.node.js" : "worker.node.js";
  const found = await import(pathToFileURL(join(resolve(folder), "dist", file)).href);
  const measures = entry === "epitome" ? found : await import(pathToFileURL(join(resolve(folder), "dist", "index.node.js")).href);
  const made = async (create, first) => {
    const one = await create();
    await first(one).catch(() => {});
    return one;
  };
  const matcher = (language) => made(() => found.Matcher.create({ language }), (one) => one.match("A line opened.", "It opened."));
  return {
    match: async (language, document, summary) => {
      const one = await matcher(language);
      return (signal) => one.match(document, summary, { explain: true, signal });
    },
    matchAll: async (language, document, summaries) => {
      const one = await matcher(language);
      return (signal) => one.matchAll(document, summaries, { explain: true, signal });
    },
    summarize: async (type, text) => {
      const one = await made(() => found.Summarizer.create({ type }), (one) => one.summarize(part));
      return (signal) => one.summarize(text, { signal });
    },
    select: async (texts) => (signal) =>
      found.selectTexts(texts.map((text, at) => ({ text, score: 1 + (at % 7) })), { tokens: 500, repeats: 0 }, { signal }),
    layout: async (xml) => {
      const lines = await found.LineClassifier.create();
      return (signal) => lines.classify(found.PageLayout.fromPdfToHtml(xml), { signal });
    },
    rouge: async (one, other) => () => measures.rouge(one, other),
    fragments: async (one, other) => () => measures.extractiveFragments(one, other),
  };
}

/** Runs one case and prints what it took, as a line of JSON. */
async function work(folder, entry, name, after) {
  const api = await calls(folder, entry);
  const run = await CASES[name](api);
  const begun = performance.now();
  let ended = "answer";
  try {
    await run(AbortSignal.timeout(after));
  } catch (error) {
    ended = error.name === "TimeoutError" ? "signal" : (error.code ?? error.name);
  }
  const took = performance.now() - begun;
  console.log(JSON.stringify({ ended, took, memory: Math.round(process.resourceUsage().maxRSS / 1000) }));
  process.exit(0);
}

/** A case in a process of its own. */
async function child(folder, entry, name, after) {
  const parameters = [fileURLToPath(import.meta.url), "--work", folder, entry, name, String(after)];
  const process_ = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  process_.stdout.on("data", (data) => (output += data));
  const timer = setTimeout(() => process_.kill("SIGKILL"), PATIENCE);
  await once(process_, "close");
  clearTimeout(timer);
  return output === "" ? { ended: `over ${PATIENCE / 1000} s`, took: PATIENCE } : JSON.parse(output);
}

if (process.argv[2] === "--work") await work(...process.argv.slice(3, 6), Number(process.argv[6]));
else {
  const [, , folder, only] = process.argv;
  const rows = [];
  for (const name of Object.keys(CASES).filter((name) => only === undefined || name.includes(only))) {
    for (const entry of ["epitome", "epitome/worker"]) {
      const whole = await child(folder, entry, name, WATCHED);
      const takesSignal = !/^(?:ROUGE|extractive)/u.test(name);
      let late = whole.ended === "answer" || !takesSignal ? 0 : whole.took - WATCHED;
      for (const moment of takesSignal && whole.took > HEARD ? MOMENTS : []) {
        const after = Math.round(Math.min(whole.took, WATCHED) * moment);
        const one = await child(folder, entry, name, after);
        late = Math.max(late, one.took - after);
      }
      const row = { name, entry, takesSignal, ...whole, late: takesSignal ? Math.round(late) : undefined };
      rows.push(row);
      console.log(`${entry}, ${name}: ${Math.round(whole.took)} ms (${whole.ended}), ${whole.memory} MB, late ${row.late} ms`);
    }
  }
  if (only === undefined) {
    const results = fileURLToPath(new URL("results", import.meta.url));
    await mkdir(results, { recursive: true });
    await writeFile(join(results, "worst.json"), `${JSON.stringify({ node: process.version, rows }, null, 1)}\n`);
  }
}
