/**
 * The work of soak.mjs, in a process of its own: prints what it found so far at each of ten points.
 *
 *   node --expose-gc soak_work.mjs KIND COUNT
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { LANGUAGES, pairOf } from "./soak_texts.mjs";

/** How many pairs of a language there are: after them each is one that was judged before. */
const POOL = 500;
const BATCH = 50;
const POINTS = 10;

const [, , kind, counted] = process.argv;
const count = Number(counted);
const begun = performance.now();
const figures = { asked: count, done: 0, seconds: 0, compared: 0, differences: 0, mebibytes: [] };

const digest = (value) => createHash("sha256").update(JSON.stringify(value)).digest("base64");
const first = new Map();

/** Holds a result against the first one of the same texts. */
function compare(key, value) {
  const found = digest(value);
  const before = first.get(key);
  if (before === undefined) return void first.set(key, found);
  figures.compared += 1;
  if (before !== found) figures.differences += 1;
}

/** Prints the figures at each tenth of the work. */
async function point() {
  if (figures.done < ((figures.mebibytes.length + 1) * count) / POINTS) return;
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc();
    await sleep(50);
  }
  figures.mebibytes.push(Math.round(process.memoryUsage().rss / 2 ** 20));
  figures.seconds = Math.round((performance.now() - begun) / 1000);
  console.log(JSON.stringify(figures));
}

const WORK = {
  async pairs() {
    const { Matcher } = await import("epitome");
    const matchers = {};
    for (const language of LANGUAGES) matchers[language] = await Matcher.create({ language });
    for (let at = 0; figures.done < count; at += 1) {
      const language = LANGUAGES[at % LANGUAGES.length];
      const from = (Math.floor(at / LANGUAGES.length) * BATCH) % POOL;
      const pairs = Array.from({ length: BATCH }, (_, more) => pairOf(language, from + more));
      const results = await matchers[language].matchBatch(pairs, { explain: true });
      results.forEach((result, more) => compare(`${language} ${from + more}`, result));
      figures.done += BATCH;
      await point();
    }
    Object.values(matchers).forEach((matcher) => matcher.destroy());
  },

  async headlines() {
    const { Summarizer } = await import("epitome");
    const writers = {};
    for (const language of LANGUAGES) writers[language] = await Summarizer.create({ type: "headline", language });
    for (; figures.done < count; figures.done += 1) {
      const language = LANGUAGES[figures.done % LANGUAGES.length];
      const n = Math.floor(figures.done / LANGUAGES.length) % POOL;
      compare(`${language} ${n}`, await writers[language].summarize(pairOf(language, n).document));
      await point();
    }
    await point();
  },

  async lives() {
    const { Matcher, Summarizer, LineClassifier } = await import("epitome");
    for (; figures.done < count; figures.done += 1) {
      const language = LANGUAGES[figures.done % LANGUAGES.length];
      const { document, summary } = pairOf(language, figures.done % 8);
      if (figures.done % 10 === 9) (await LineClassifier.create()).destroy();
      if (figures.done % 5 === 4) {
        const summarizer = await Summarizer.create({ language });
        compare(`${language} summary ${figures.done % 8}`, await summarizer.summarize(document));
        summarizer.destroy();
      } else {
        const matcher = await Matcher.create({ language });
        if (figures.done % 3 === 0) matcher.match(document, summary).catch(() => {}); // given up
        else compare(`${language} ${figures.done % 8}`, await matcher.match(document, summary, { explain: true }));
        matcher.destroy();
      }
      await point();
    }
    await point();
  },

  /** Workers end at any moment, before, in and after a call. */
  async deaths() {
    const { Matcher } = await import("epitome/worker");
    const alive = new Set();
    let state = 7;
    const below = (end) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * end);
    };
    const make = () => {
      const worker = new Worker(new URL("./node_modules/epitome/dist/thread.node.js", import.meta.url));
      alive.add(worker);
      worker.on("exit", () => alive.delete(worker));
      return worker;
    };
    Object.assign(figures, { calls: 0, rightAnswers: 0, told: 0, otherErrors: 0, unsettled: 0 });
    const matchers = {};
    for (const language of LANGUAGES) matchers[language] = await Matcher.create({ language, workers: 1, worker: make });
    while (figures.done < count) {
      const language = LANGUAGES[below(LANGUAGES.length)];
      const calls = Array.from({ length: 1 + below(4) }, () => {
        const n = below(8);
        const { document, summary } = pairOf(language, n);
        return matchers[language].match(document, summary, { explain: true }).then(
          (result) => {
            compare(`${language} ${n}`, result);
            figures.rightAnswers += 1;
          },
          ({ code }) => (code === "worker-died" ? (figures.told += 1) : (figures.otherErrors += 1)),
        );
      });
      figures.calls += calls.length;
      await sleep(below(40));
      const workers = [...alive];
      if (workers.length > 0) {
        await workers[below(workers.length)].terminate();
        figures.done += 1;
      }
      const late = sleep(20_000, "late", { ref: false });
      if ((await Promise.race([Promise.all(calls), late])) === "late") figures.unsettled += 1;
      await point();
    }
    Object.values(matchers).forEach((matcher) => matcher.destroy());
  },
};

await WORK[kind]();
