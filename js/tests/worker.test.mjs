/** Workers that trap, die or are many, in Node, from the installed package. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { assertAborted, assertFails } from "./support/errors.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";
import { trappingWasm } from "./support/trapping.mjs";

const DOCUMENT = "The river rose overnight and the bridge was closed.";
const SUMMARY = "The bridge was closed.";

let project, epitome, trapping;
const threads = new Set();
const { postMessage } = Worker.prototype;

before(async () => {
  project = await createProject();
  epitome = (await importEntries(project))["epitome/worker"];
  trapping = await trappingWasm(join(project, "node_modules", "epitome"));
  // Only notes which threads there are; they do what they do.
  Worker.prototype.postMessage = function (...args) {
    threads.add(this);
    return postMessage.apply(this, args);
  };
});

after(async () => {
  Worker.prototype.postMessage = postMessage;
  if (project) await removeProject(project);
});

const pairs = (count) =>
  Array.from({ length: count }, (_, index) => ({
    document: `${DOCUMENT} ${index}`.repeat(1 + (index % 5)),
    summary: `${SUMMARY} ${index}`,
  }));

/** The threads that run. */
const alive = () => [...threads].filter(({ threadId }) => threadId !== -1);

test("a trap rejects its call, and the next call starts a fresh worker", async () => {
  // A module of its own: the file is loaded once per module.
  const entry = join(project, "trapping.mjs");
  await writeFile(entry, `
    import { Matcher } from "epitome/worker";
    import { readFile } from "node:fs/promises";
    const wasm = await readFile("trapping.wasm");
    const matcher = await Matcher.create({ language: "en", wasm });
    const first = await matcher.match(${JSON.stringify(DOCUMENT)}, ${JSON.stringify(SUMMARY)});
    const pending = [
      matcher.match("a", "b", { explain: true }),
      matcher.match(${JSON.stringify(DOCUMENT)}, ${JSON.stringify(SUMMARY)}),
    ];
    const [trapped, next] = await Promise.allSettled(pending);
    const { name, code, message } = trapped.reason;
    console.log(JSON.stringify({ first, name, code, message, next: next.value }));
  `);
  await writeFile(join(project, "trapping.wasm"), trapping);
  const { code, stdout, stderr } = await run(process.execPath, [entry], { cwd: project });
  assert.equal(code, 0, stderr);
  const found = JSON.parse(stdout);
  assert.equal(found.name, "OperationError");
  assert.equal(found.code, "wasm-trap");
  assert.match(found.message, /unreachable/u);
  assert.deepEqual(found.next, found.first);
});

test("without a worker, a trap is told to every later call", async () => {
  const entry = join(project, "trapped.mjs");
  await writeFile(entry, `
    import { Matcher } from "epitome";
    import { readFile } from "node:fs/promises";
    const matcher = await Matcher.create({ language: "en", wasm: await readFile("trapping.wasm") });
    const calls = [matcher.match("a", "b", { explain: true }), matcher.match("a", "b")];
    const ends = await Promise.allSettled(calls);
    console.log(JSON.stringify(ends.map(({ reason }) => reason?.code)));
  `);
  await writeFile(join(project, "trapping.wasm"), trapping);
  const { code, stdout, stderr } = await run(process.execPath, [entry], { cwd: project });
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), ["wasm-trap", "wasm-trap"]);
});

test("a worker's death rejects what is pending, and the next call starts a fresh one", async () => {
  const matcher = await epitome.Matcher.create({ language: "en" });
  const expected = await matcher.match(DOCUMENT, SUMMARY);
  const [thread] = alive();
  const { threadId } = thread;
  const call = matcher.match(`${DOCUMENT} `.repeat(18_000), SUMMARY);
  const second = matcher.match(DOCUMENT, SUMMARY);
  setTimeout(() => thread.terminate(), 10);
  await assertFails(epitome, call, "OperationError", "worker-died", /exit code/u);
  assert.deepEqual(await second, expected); // it was in the queue, not in the worker
  assert.deepEqual(await matcher.match(DOCUMENT, SUMMARY), expected);
  assert.equal(alive().length, 1);
  assert.notEqual(alive()[0].threadId, threadId);
  // A death between two calls is nobody's error.
  await alive()[0].terminate();
  assert.deepEqual(await matcher.match(DOCUMENT, SUMMARY), expected);
  matcher.destroy();
});

/** Waits until no worker is left, for ten seconds at most. */
async function ended() {
  const end = Date.now() + 10_000;
  while (alive().length > 0 && Date.now() < end) await sleep(50);
  assert.equal(alive().length, 0);
}

test("destroy ends the threads, also those that are still starting", async () => {
  const matcher = await epitome.Matcher.create({ language: "en", workers: 3 });
  const call = assertFails(epitome, matcher.matchBatch(pairs(3000)), "AbortError", "destroyed");
  await sleep(20);
  matcher.destroy();
  await call;
  await ended();
  const controller = new AbortController();
  const load = epitome.Matcher.create({ language: "en", signal: controller.signal });
  setTimeout(() => controller.abort(), 5);
  await assert.rejects(load, { name: "AbortError" });
  await ended();
});

test("what was given up ends in its worker, and the next call does not wait for it", async (t) => {
  const matcher = await epitome.Matcher.create({ language: "en" });
  const expected = await matcher.match(DOCUMENT, SUMMARY);
  const words = (count) => Array.from({ length: count }, (_, index) => `word${index * 7919}`).join(" ");
  const [long, summary] = [words(60_000), words(12_000)];
  const time = async (work) => {
    const begun = performance.now();
    await work;
    return performance.now() - begun;
  };
  const whole = await time(matcher.match(long, summary));
  const controller = new AbortController();
  const call = matcher.match(long, summary, { signal: controller.signal });
  setTimeout(() => controller.abort(), 10);
  await assertAborted(call);
  const next = await time(
    matcher.match(DOCUMENT, SUMMARY).then((result) => assert.deepEqual(result, expected)),
  );
  t.diagnostic(`the long call takes ${whole.toFixed(0)} ms, the one after it ${next.toFixed(0)} ms`);
  assert.equal(alive().length, 1);
  matcher.destroy();
});

test("many workers give the results of one, in order", async (t) => {
  const many = pairs(3000);
  const one = await epitome.Matcher.create({ language: "en" });
  const expected = await one.matchBatch(many);
  one.destroy();
  const matcher = await epitome.Matcher.create({ language: "en", workers: 3 });
  const progress = [];
  const found = await matcher.matchBatch(many, { onProgress: ({ done }) => progress.push(done) });
  assert.deepEqual(found, expected);
  assert.deepEqual([...progress].sort((a, b) => a - b), progress);
  assert.equal(progress.at(-1), many.length);
  assert.equal(alive().length, 3);
  const streamed = [];
  for await (const result of matcher.matchStream(many)) streamed.push(result);
  assert.deepEqual(streamed, expected);
  const calls = many.slice(0, 50).map(({ document, summary }) => matcher.match(document, summary));
  assert.deepEqual(await Promise.all(calls), expected.slice(0, 50));
  matcher.destroy();
  t.diagnostic(`${many.length} pairs`);
});

test("the calling thread stays free", async (t) => {
  const text = "河水一夜上涨，大桥已经关闭，学校照常上课。".repeat(5);
  const pairs = new Array(640).fill({ document: text, summary: "大桥关闭" });
  const busy = {};
  for (const [name, { Matcher }] of Object.entries(await importEntries(project))) {
    const matcher = await Matcher.create({ model: "lstm-ii-zh" });
    const before = performance.eventLoopUtilization();
    await matcher.matchBatch(pairs);
    busy[name] = performance.eventLoopUtilization(before).utilization;
    matcher.destroy();
  }
  t.diagnostic(`share of the time that the thread is busy: ${JSON.stringify(busy)}`);
  assert.ok(busy["epitome/worker"] < 0.25);
  assert.ok(busy.epitome > 0.75, "the measure sees work in this thread");
});

test("an idle worker does not keep the process alive, a busy one does", async () => {
  await writeFile(join(project, "idle.mjs"), `
    import { Matcher } from "epitome/worker";
    const matcher = await Matcher.create({ language: "en" });
    matcher.match(${JSON.stringify(DOCUMENT)}, ${JSON.stringify(SUMMARY)}).then(({ matched }) => console.log(matched));
  `);
  const { code, stdout } = await run(process.execPath, ["idle.mjs"], { cwd: project, timeout: 60_000 });
  assert.equal(code, 0);
  assert.equal(stdout, "true\n");
});

test("a request that cannot be posted does not keep the process alive", async () => {
  await writeFile(join(project, "unposted.mjs"), `
    import { LineClassifier, PageLayout } from "epitome/worker";
    const classifier = await LineClassifier.create();
    const item = { str: () => "x", transform: [1, 0, 0, 1, 0, 0], width: 1 };
    const failed = await classifier.classify(PageLayout.fromPdfJs([item])).catch((error) => error);
    const { name, code, cause } = failed;
    console.log(name, code, cause.name);
  `);
  const { code, stdout } = await run(process.execPath, ["unposted.mjs"], { cwd: project, timeout: 60_000 });
  assert.equal(code, 0);
  assert.equal(stdout, "OperationError internal DataCloneError\n");
});

test("a worker that may hold no lock works", async () => {
  const script = join(project, "lockless.mjs");
  await writeFile(script, `
    const request = () => Promise.reject(new DOMException("denied", "SecurityError"));
    Object.defineProperty(globalThis, "navigator", { value: { locks: { request } } });
    await import("./node_modules/epitome/dist/thread.node.js");
  `);
  const entry = join(project, "denied.mjs");
  await writeFile(entry, `
    import { Matcher } from "epitome/worker";
    import { Worker } from "node:worker_threads";
    const worker = () => new Worker("./lockless.mjs");
    const signal = AbortSignal.timeout(60_000);
    const matcher = await Matcher.create({ language: "en", worker, signal });
    const { matched } = await matcher.match(${JSON.stringify(DOCUMENT)}, ${JSON.stringify(SUMMARY)});
    console.log(matched);
  `);
  const { code, stdout, stderr } = await run(process.execPath, [entry], { cwd: project });
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "true\n");
});

test("a worker of the caller's own is taken, and one that cannot start is told", async () => {
  const script = join(project, "node_modules", "epitome", "dist", "thread.node.js");
  const matcher = await epitome.Matcher.create({ language: "en", worker: () => new Worker(script) });
  assert.equal((await matcher.match(DOCUMENT, SUMMARY)).matched, true);
  matcher.destroy();
  const none = epitome.Matcher.create({ language: "en", worker: () => new Worker("/none.js") });
  await assertFails(epitome, none, "OperationError", "worker-died", /none\.js/u);
  for (const workers of [0, 1.5, 65, "2"]) {
    const wrong = epitome.Matcher.create({ language: "en", workers });
    await assertFails(epitome, wrong, "DataError", "invalid-argument", /1 to 64/u);
  }
});
