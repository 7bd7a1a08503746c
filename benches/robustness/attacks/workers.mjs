/** What a worker is posted, and what it posts. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Matcher, Summarizer } from "epitome/worker";

export const group = "workers";

const script = new URL("../node_modules/epitome/dist/thread.node.js", import.meta.url);
const PAIR = ["The river rose overnight and the bridge was closed.", "The bridge was closed."];

/** Posts to a worker; it must live on, or end: nothing may be thrown in this thread. */
async function post(...messages) {
  const worker = new Worker(script);
  let failed;
  worker.on("error", (error) => (failed = error));
  for (const message of messages) worker.postMessage(message);
  await sleep(500);
  await worker.terminate();
  return failed;
}

/** A worker that answers as `answer` says, to a matcher; whatever it says, the call ends. */
async function answers(answer) {
  const source = `const { parentPort } = require("node:worker_threads"); const answer = ${answer}; parentPort.on("message", (m) => answer(m, (r) => parentPort.postMessage(r)));`;
  const signal = AbortSignal.timeout(2000);
  try {
    const matcher = await Matcher.create({ language: "en", signal, worker: () => new Worker(source, { eval: true }) });
    await matcher.match(...PAIR, { signal });
    throw new Error("it gave an answer");
  } catch (error) {
    if (error.name !== "TimeoutError" && error.code === undefined) throw error;
  }
  const good = await Matcher.create({ language: "en" });
  assert.ok((await good.match(...PAIR)).matched);
}

export const attacks = {
  "posted null, numbers and texts": () => post(null, 1, "a", undefined, [], {}),
  "posted operations of nobody": () => post({ id: 1, op: "x" }, { id: 2, op: "__proto__" }, { id: NaN, op: "match", pairs: null }),
  "posted work before it was started": () => post({ id: 1, op: "match", pairs: [], explain: true }, { id: 2, op: "parts", text: "a", context: "" }),
  "posted a module of nothing": () => post({ id: 1, op: "start", wasm: {}, lock: "a" }, { id: 2, op: "start", wasm: null, lock: null }),
  "posted cancellations of nobody": () => post({ op: "cancel", id: 5 }, { op: "cancel" }),
  "answers that hold themselves": () => answers("(m, reply) => { const v = {}; v.v = v; reply({ id: m.id, value: v }); }"),
  "answers of a hundred megabytes": () => answers("(m, reply) => reply({ id: m.id, value: new Uint8Array(100_000_000) })"),
  "a million answers": () => answers("(m, reply) => { for (let at = 0; at < 1_000_000; at += 1) reply({ id: -1, value: at }); }"),
  "parts without end": () => answers("(m, reply) => { for (let at = 0; at < 100_000; at += 1) reply({ id: m.id, part: 'a' }); }"),
  "errors of strange kinds": () => answers("(m, reply) => reply({ id: m.id, error: { name: '__proto__', code: 5, message: {}, cause: 1 } })"),
  "results of another shape": () => answers("(m, reply) => reply({ id: m.id, value: m.op === 'match' ? { results: [{ score: 'a' }], batch: -1 } : 1 })"),
  "more results than pairs": () => answers("(m, reply) => reply({ id: m.id, value: m.op === 'match' ? { results: 'abc', batch: 1e9 } : 1 })"),
  "a batch of nothing": () => answers("(m, reply) => reply({ id: m.id, value: m.op === 'match' ? { results: [], batch: 0 } : 0 })"),
  "ends while it streams": async () => {
    const workers = [];
    const make = () => workers[workers.push(new Worker(script)) - 1];
    const summarizer = await Summarizer.create({ worker: make });
    const summary = summarizer.summarize("The river rose. ".repeat(50_000)).catch(({ code }) => code);
    await sleep(60);
    await Promise.all(workers.map((worker) => worker.terminate()));
    assert.ok(["worker-died"].includes(await summary) || typeof (await summary) === "string");
    assert.equal(typeof (await summarizer.summarize("The river rose.")), "string");
  },
};
