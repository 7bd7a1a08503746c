/** The work of soak_chromium.mjs in a page: each kind by the numbers of its pieces, so that memory is measured between. */
import * as local from "/node_modules/epitome/dist/index.browser.js";
import * as threaded from "/node_modules/epitome/dist/worker.browser.js";
import { LANGUAGES, pairOf } from "/soak_texts.mjs";

/** How many pairs of a language there are: after them each is one that was judged before. */
const POOL = 250;
const BATCH = 50;

const first = new Map();
const totals = { compared: 0, differences: 0 };

/** Holds a result against the first one of the same texts. */
function compare(key, value) {
  const found = JSON.stringify(value);
  const before = first.get(key);
  if (before === undefined) return void first.set(key, found);
  totals.compared += 1;
  if (before !== found) totals.differences += 1;
}

const made = {};
const matcherOf = async (language) => (made[language] ??= await local.Matcher.create({ language }));
const writerOf = async (language) => (made[`${language} headline`] ??= await local.Summarizer.create({ type: "headline", language }));
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const deaths = { calls: 0, rightAnswers: 0, told: 0, otherErrors: 0, unsettled: 0 };
const workers = [];
const dying = {};
const dyingOf = async (language) =>
  (dying[language] ??= await threaded.Matcher.create({
    language,
    worker: () => workers[workers.push(new Worker("/node_modules/epitome/dist/thread.browser.js", { type: "module" })) - 1],
  }));

/** One piece of each kind of work; how many it counts for. */
const KINDS = {
  async pairs(at) {
    const language = LANGUAGES[(at / BATCH) % LANGUAGES.length];
    const from = (Math.floor(at / BATCH / LANGUAGES.length) * BATCH) % POOL;
    const pairs = Array.from({ length: BATCH }, (_, more) => pairOf(language, from + more));
    const results = await (await matcherOf(language)).matchBatch(pairs, { explain: true });
    results.forEach((result, more) => compare(`${language} ${from + more}`, result));
    return BATCH;
  },
  async headlines(at) {
    const language = LANGUAGES[at % LANGUAGES.length];
    const n = Math.floor(at / LANGUAGES.length) % POOL;
    compare(`${language} headline ${n}`, await (await writerOf(language)).summarize(pairOf(language, n).document));
    return 1;
  },
  async lives(at) {
    const language = LANGUAGES[at % LANGUAGES.length];
    const { document, summary } = pairOf(language, at % 8);
    const matcher = await local.Matcher.create({ language });
    compare(`${language} life ${at % 8}`, await matcher.match(document, summary, { explain: true }));
    matcher.destroy();
    return 1;
  },
  async deaths(at) {
    const language = LANGUAGES[at % LANGUAGES.length];
    const matcher = await dyingOf(language);
    const calls = Array.from({ length: 1 + (at % 4) }, (_, more) => {
      const n = (at + more) % 8;
      const { document, summary } = pairOf(language, n);
      return matcher.match(document, summary, { explain: true }).then(
        (result) => {
          compare(`${language} death ${n}`, result);
          deaths.rightAnswers += 1;
        },
        ({ code }) => (code === "worker-died" ? (deaths.told += 1) : (deaths.otherErrors += 1)),
      );
    });
    deaths.calls += calls.length;
    await sleep((at * 7) % 40);
    // A page cannot see that a worker was ended from outside; a script that throws is seen.
    workers.splice(0).at(-1)?.dispatchEvent(new ErrorEvent("error", { message: "the end" }));
    const late = sleep(20_000).then(() => "late");
    if ((await Promise.race([Promise.all(calls), late])) === "late") deaths.unsettled += 1;
    return 1;
  },
};

/** Works from one number to another; gives what was compared so far. */
globalThis.soak = async (kind, from, to) => {
  for (let at = from; at < to; ) at += await KINDS[kind](at);
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc?.();
    await sleep(50);
  }
  return kind === "deaths" ? { ...totals, ...deaths } : { ...totals };
};

