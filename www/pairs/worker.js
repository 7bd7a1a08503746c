/** Reads, judges and keeps the rows of a table, so that the page holds only what is seen. */
import { Matcher } from "../epitome/dist/worker.browser.js";
import { readVerdict } from "../check/verdict.js";
import { bringCompanion } from "../engine/companions.js";
import { monitorOf } from "../engine/loading.js";
import { guessColumns, readTable } from "./rows.js";
import { saveRows } from "./saving.js";
import { Store } from "./store.js";

/** How often progress is told, in milliseconds. */
const INTERVAL = 100;
/** The most workers: each holds WebAssembly and a model. */
const MOST_WORKERS = 4;

let store;
let running; // the AbortController of the reading or judging in progress

const LANGUAGES = ["en", "zh", "de", "fa"];

const CALLS = {
  /** Reads a table; tells how many rows there are so far. */
  async open({ file }, tell) {
    const mine = begin();
    const { columns, format, rows } = await readTable(file);
    const fresh = new Store(columns);
    let told = performance.now();
    for await (const row of rows) {
      mine.signal.throwIfAborted();
      fresh.add(row);
      if (performance.now() - told < INTERVAL) continue;
      told = performance.now();
      tell({ rows: fresh.rows.length });
    }
    store = fresh;
    const guess = guessColumns(columns, fresh.rows.slice(0, 50));
    return { columns, format, rows: fresh.rows.length, guess };
  },

  map({ columns }) {
    store.map(columns);
    return store.counts();
  },

  /** Judges the rows that wait; tells the counts. What is done stays when it is stopped. */
  async judge({ language, model, backend }, tell) {
    const mine = begin();
    const groups = languagesOf(language);
    const begun = performance.now();
    let done = 0;
    let told = begun;
    for (const [each, indices] of groups) {
      if (model) await bringCompanion(model);
      const workers = Math.max(1, Math.min(MOST_WORKERS, (navigator.hardwareConcurrency ?? 2) - 1));
      const matcher = await Matcher.create({
        language: each,
        workers,
        backend,
        signal: mine.signal,
        monitor: monitorOf(model || each),
        ...(model && { model }),
      });
      try {
        let next = 0;
        const pairs = (function* () {
          for (const index of indices)
            yield { document: store.pair(index).document, summary: store.pair(index).summary };
        })();
        for await (const result of matcher.matchStream(pairs, {
          explain: true,
          signal: mine.signal,
        })) {
          const index = indices[next++];
          const { document, summary } = store.pair(index);
          store.judge(index, result, readVerdict(result, document, summary));
          done += 1;
          if (performance.now() - told < INTERVAL) continue;
          told = performance.now();
          tell({ done, seconds: (told - begun) / 1000, ...store.counts() });
        }
      } finally {
        matcher.destroy();
      }
    }
    return { done, seconds: (performance.now() - begun) / 1000, ...store.counts() };
  },

  stop() {
    running?.abort();
  },

  view: ({ options }) => store.view(options),
  shown: ({ from, to }) => store?.shown(from, to) ?? [],
  counts: () => store.counts(),
  pair: ({ index }) => store.pair(index),

  /** A blob of the rows that `options` of a view show, in their order. */
  save({ format, options }) {
    store.view(options);
    return saveRows(store, store.order, format);
  },
};

/** The rows that wait, by the language they are judged in. */
function languagesOf(language) {
  const groups = new Map();
  for (let index = 0; index < store.rows.length; index += 1) {
    if (!store.isWaiting(index)) continue;
    const own = String(store.pair(index).language ?? "")
      .toLowerCase()
      .split(/[-_]/u)[0];
    const tag = language === "column" ? (LANGUAGES.includes(own) ? own : "auto") : language;
    if (!groups.has(tag)) groups.set(tag, []);
    groups.get(tag).push(index);
  }
  return groups;
}

function begin() {
  running?.abort();
  running = new AbortController();
  return running;
}

addEventListener("message", async ({ data: { id, call, args } }) => {
  try {
    const tell = (part) => postMessage({ id, part });
    postMessage({ id, result: (await CALLS[call](args ?? {}, tell)) ?? null });
  } catch (error) {
    const { name = "Error", message = String(error) } = error ?? {};
    postMessage({ id, error: { name, message } });
  }
});
