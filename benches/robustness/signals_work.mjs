/**
 * The work of signals.mjs, in a process of its own: prints a line for each call and family.
 *
 *   node signals_work.mjs ENTRY [CALL]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { FAMILIES } from "./families.mjs";

const [, , entry, only] = process.argv;
const { LineClassifier, Matcher, selectTexts, Summarizer } = await import(entry);

/** The families that cost most. */
const DEAR = ["prose", "Chinese without marks", "numbers", "near-duplicates of a sentence"];

/** How long a whole call is watched, in milliseconds, and how many moments its signal ends it at. */
const WATCHED = 3000;
const MOMENTS = 3;

const long = "The harbour line opened on 4 May for 50 million euros, Ana Roe said. ";
const matcher = await Matcher.create({ language: "en" });
const chinese = await Matcher.create({ language: "zh" });
const summarizer = async (options) => {
  const made = await Summarizer.create(options);
  return { size: 1_000_000, run: (text, signal) => made.summarize(text, { signal }) };
};
const chunks = (text) => Array.from({ length: Math.ceil(text.length / 64) }, (_, at) => text.slice(64 * at, 64 * at + 64));
const page = (text) => {
  const rows = chunks(text).map(
    (part, at) =>
      `<text top="${8 * (at >> 1)}" left="${300 * (at % 2)}" width="200" height="12" font="0">${part.replaceAll(/[<&]/gu, " ")}</text>`,
  );
  return `<pdf2xml><page number="1" height="100000" width="600"><fontspec id="0" size="12" family="Times"/>${rows.join("")}</page></pdf2xml>`;
};

/** Every call that takes a signal, with the length of its text. */
const CALLS = {
  "match, long document": { size: 1_000_000, run: (text, signal) => matcher.match(text, long, { explain: true, signal }) },
  "match, long summary": { size: 200_000, run: (text, signal) => matcher.match(long.repeat(20), text, { explain: true, signal }) },
  "match, both long": { size: 200_000, run: (text, signal) => matcher.match(text.repeat(4), text, { explain: true, signal }) },
  "match, Chinese": { size: 200_000, run: (text, signal) => chinese.match(text, text, { explain: true, signal }) },
  matchAll: {
    size: 100_000,
    run: (text, signal) => matcher.matchAll(text, Array.from({ length: 200 }, (_, at) => `${long}${at}`), { explain: true, signal }),
  },
  "summarize, tldr": await summarizer({ type: "tldr" }),
  "summarize, key-points": await summarizer({ type: "key-points", length: "long" }),
  "summarize, teaser": await summarizer({ type: "teaser" }),
  "summarize, headline": await summarizer({ type: "headline" }),
  "summarize, textrank": await summarizer({ method: "textrank" }),
  "summarize, subset": await summarizer({ method: "subset" }),
  "summarize, headline-en": await summarizer({ type: "headline", method: "headline-en" }),
  selectTexts: {
    size: 400_000,
    run: (text, signal) =>
      selectTexts(chunks(text).map((part, at) => ({ text: part, score: 1 + (at % 7) })), { tokens: 500 }, { signal }),
  },
  "LineClassifier.classify": await (async () => {
    const { PageLayout } = await import(entry);
    const lines = await LineClassifier.create();
    return { size: 400_000, run: (text, signal) => lines.classify(PageLayout.fromPdfToHtml(page(text)), { signal }) };
  })(),
};

/** Ends a call after `after` milliseconds; how much later it ended, or undefined if it was done before. */
async function late(run, text, after) {
  const begun = performance.now();
  let ended = false;
  try {
    await run(text, AbortSignal.timeout(after));
  } catch (error) {
    if (error.name !== "TimeoutError") throw error;
    ended = true;
  }
  return { ended, took: performance.now() - begun };
}

for (const [call, { size, run }] of Object.entries(CALLS)) {
  if (only !== undefined && !call.includes(only)) continue;
  await run("It opens in May.", undefined).catch(() => {});
  for (const family of DEAR) {
    const text = FAMILIES[family](size);
    try {
      const { ended, took } = await late(run, text, WATCHED);
      const whole = ended ? `over ${WATCHED}` : Math.round(took);
      let worst = ended ? took - WATCHED : 0;
      for (let moment = 0; moment < MOMENTS; moment += 1) {
        const after = Math.round((Math.min(took, WATCHED) * (moment + 0.5)) / MOMENTS);
        const one = await late(run, text, after);
        worst = Math.max(worst, one.took - after);
        await sleep(0);
      }
      console.log(JSON.stringify({ call, family, size, whole, worst: Math.round(worst) }));
    } catch (error) {
      console.log(JSON.stringify({ call, family, size, whole: error.code, worst: 0, message: error.message }));
    }
  }
}
process.exit(0);
