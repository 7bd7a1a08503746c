/** The installed package in Chromium, under a strict content security policy. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./support/browser.mjs";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { TEXTS } from "./support/headline-texts.mjs";
import { createProject, importEntries, removeProject } from "./support/project.mjs";

const CSP = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
].join("; ");

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const PAGE = '<!doctype html><meta charset="utf-8"><title>t</title><script type="module" src="/main.js"></script>';

/** The page of a frame that may not store anything: it tells its parent what it measured. */
const FRAME = '<!doctype html><meta charset="utf-8"><title>f</title><script type="module" src="/frame.js"></script>';

const FRAME_MAIN = `import { rouge } from "/node_modules/epitome/dist/index.browser.js";

const told = rouge("The bridge was closed.", "The bridge is closed.").then(
  ({ rouge1 }) => ({ f1: rouge1.f1 }),
  ({ name, code, message }) => ({ error: { name, code, message } }),
);
parent.postMessage(await told, "*");
`;

/** The script of a worker that may hold no lock. */
const LOCKLESS = `import "/node_modules/epitome/dist/thread.browser.js";

navigator.locks.request = async () => {
  throw new DOMException("denied", "SecurityError");
};
`;

const MAIN = `import "/node_modules/@epitome/papers/index.js";
import "/node_modules/@epitome/headlines/index.js";
import "/node_modules/epitome/dist/relaxed.browser.js";
${["fit-zh", "fit-en", "fit-fa", "fit-de", "rouge"].map((name) => `import "/node_modules/epitome/models/${name}/index.js";\n`).join("")}import * as local from "/node_modules/epitome/dist/index.browser.js";
import * as threaded from "/node_modules/epitome/dist/worker.browser.js";
import * as slim from "/node_modules/epitome/dist/slim.browser.js";
import * as standalone from "/node_modules/epitome/dist/standalone.js";
import { scorePairs } from "/score-pairs.mjs";

const entries = { local, threaded, slim, standalone };
let held;
const facts = ({ name, code, message }) => ({ name, code, message });

/** What the tests ask the page to do; \`entry\` is local, threaded, slim or standalone. */
globalThis.page = {
  score: (entry, pairs) => scorePairs(entries[entry].Matcher, pairs),
  summarize: async (text) => (await local.Summarizer.create({ type: "tldr" })).summarize(text),
  async headline(entry, method, language, text) {
    const options = { type: "headline", method, language };
    const summarizer = await entries[entry].Summarizer.create(options);
    const [reader, parts] = [summarizer.summarizeStreaming(text).getReader(), []];
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(next.value);
    const begun = performance.now();
    const candidates = await summarizer.candidates(text);
    const spent = performance.now() - begun;
    summarizer.destroy();
    return { parts, candidates, spent };
  },
  availability: (entry, options) => entries[entry].Matcher.availability(options),
  async load(entry, options) {
    const seen = [];
    const begun = performance.now();
    const monitor = (m) => m.addEventListener("downloadprogress", ({ loaded }) => seen.push(loaded));
    try {
      held = await entries[entry].Matcher.create({ ...options, monitor });
      const { probability } = await held.match("河水一夜上涨，大桥已经关闭。", "大桥关闭");
      return { seen, probability, spent: performance.now() - begun };
    } catch (error) {
      return { seen, error: facts(error) };
    }
  },
  /** What a frame without an origin of its own tells. */
  inFrame() {
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts";
    frame.src = "/frame";
    const told = new Promise((resolve) => {
      addEventListener("message", ({ data }) => resolve(data), { once: true });
    });
    document.body.append(frame);
    return told.finally(() => frame.remove());
  },
  /** How many calls are answered, by how many workers, where none may hold a lock. */
  async matchWithoutLocks() {
    let started = 0;
    const worker = () => {
      started += 1;
      return new Worker("/lockless.js", { type: "module" });
    };
    const matcher = await threaded.Matcher.create({ language: "en", worker });
    const pair = ["The bridge was closed.", "The bridge was closed."];
    const found = [await matcher.match(...pair), await matcher.match(...pair)];
    matcher.destroy();
    return { answers: found.length, started };
  },
  async match(count) {
    try {
      const pair = { document: "河水一夜上涨，大桥已经关闭。", summary: "大桥关闭" };
      return (await held.matchBatch(new Array(count).fill(pair))).length;
    } catch (error) {
      return facts(error);
    }
  },
  /** How many tasks of more than 50 ms the page's thread has while it waits for a batch, and is busy itself. */
  async longTasks(entry, pairs, busy = 0) {
    const matcher = await entries[entry].Matcher.create({ model: "fit-zh" });
    await matcher.matchBatch(pairs.slice(0, 2));
    let count = 0;
    const observer = new PerformanceObserver((list) => (count += list.getEntries().length));
    observer.observe({ type: "longtask" });
    const found = matcher.matchBatch(pairs);
    for (const end = performance.now() + busy; performance.now() < end; );
    await found;
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    matcher.destroy();
    return count;
  },
  async damage() {
    const cache = await caches.open("epitome");
    for (const request of await cache.keys()) {
      const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
      bytes[bytes.length >> 1] ^= 1;
      await cache.put(request, new Response(bytes));
    }
    return (await cache.keys()).length;
  },
};
`;

let project, server, browser, page, address;
const complaints = [];

/** The paths that the page asked for. */
const requested = [];

/** The suffixes of files that the server does not answer for, as if there were no network. */
let cutOff = [];

async function contentOf(path) {
  if (path === "/") return [PAGE, "text/html"];
  if (path === "/favicon.ico") return ["", "image/x-icon"];
  if (path === "/main.js") return [MAIN, "text/javascript"];
  if (path === "/frame") return [FRAME, "text/html"];
  if (path === "/frame.js") return [FRAME_MAIN, "text/javascript"];
  if (path === "/lockless.js") return [LOCKLESS, "text/javascript"];
  const file =
    path === "/score-pairs.mjs"
      ? fileURLToPath(new URL("./support/score-pairs.mjs", import.meta.url))
      : join(project, path);
  return [await readFile(file), TYPES[extname(path)] ?? "application/octet-stream"];
}

before(async () => {
  project = await createProject();
  server = createServer(async (request, response) => {
    requested.push(request.url);
    if (cutOff.some((suffix) => request.url.endsWith(suffix))) return void request.socket.destroy();
    try {
      const [body, type] = await contentOf(new URL(request.url, "http://localhost").pathname);
      const headers = {
        "content-type": type,
        "content-security-policy": CSP,
        "access-control-allow-origin": "*", // a sandboxed frame is of no origin
      };
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser();
  address = `http://127.0.0.1:${server.address().port}/`;
  page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
});

after(async () => {
  await browser?.close();
  server?.close();
  if (project) await removeProject(project);
});

/** Calls what the page offers. */
const ask = (name, ...args) =>
  page.evaluate(([called, given]) => globalThis.page[called](...given), [name, args]);

for (const entry of ["local", "threaded", "slim", "standalone"]) {
  test(`scores the samples as the native build does, ${entry}`, { timeout: 600_000 }, async (t) => {
    await assertNativeScores(t, `chromium, ${entry}`, await ask("score", entry, await samplePairs()));
  });
}

test("an engine with relaxed SIMD loads the modules that have it, and no others", () => {
  const asked = requested.filter((path) => path.endsWith(".wasm"));
  assert.deepEqual([...new Set(asked)], ["/node_modules/epitome/dist/wasm/epitome_relaxed_bg.wasm"]);
});

test("summarizes", async () => {
  const text = (await samplePairs()).find(({ language }) => language === "en").document;
  assert.notEqual(await ask("summarize", text), "");
});

test("writes the headlines that Node writes", { timeout: 300_000 }, async (t) => {
  const { Summarizer } = (await importEntries(project)).epitome;
  for (const { name: method, languages: [language] } of Summarizer.models()) {
    const text = TEXTS[language];
    const summarizer = await Summarizer.create({ type: "headline", method, language });
    const expected = await summarizer.candidates(text);
    summarizer.destroy();
    for (const entry of ["local", "threaded"]) {
      const { parts, candidates, spent } = await ask("headline", entry, method, language, text);
      // Relaxed SIMD rounds products otherwise than Node 20 does.
      const texts = (all) => all.map(({ text }) => text);
      assert.deepEqual(texts(candidates), texts(expected));
      for (const [index, { logProbability }] of candidates.entries()) {
        assert.ok(Math.abs(logProbability - expected[index].logProbability) < 1e-4, `${method}, ${index}`);
      }
      assert.equal(parts.join(""), expected[0].text);
      t.diagnostic(`${method}, ${entry}: ${spent.toFixed(0)} ms, ${parts.length} parts`);
    }
  }
});

test("a worker leaves the page free", { timeout: 300_000 }, async (t) => {
  const pair = (await samplePairs()).find(({ language }) => language === "zh");
  const document = pair.document.repeat(16);
  const pairs = Array.from({ length: 320 }, (_, at) => ({ document: `${at}。${document}`, summary: pair.summary }));
  // A machine that also does other things may stop the page for a while, but not each time.
  const threaded = [];
  while (threaded.length < 3 && !threaded.includes(0)) {
    threaded.push(await ask("longTasks", "threaded", pairs));
  }
  const local = await ask("longTasks", "local", pairs.slice(0, 40));
  t.diagnostic(`tasks of more than 50 ms: ${local} without a worker, ${threaded} with one`);
  assert.ok(threaded.includes(0), threaded.join());
  assert.ok((await ask("longTasks", "threaded", pairs.slice(0, 2), 80)) > 0, "the page sees its own long tasks");
});

test("measures in a sandboxed frame, where nothing can be stored", { timeout: 60_000 }, async () => {
  const { f1, error } = await ask("inFrame");
  assert.equal(error, undefined, error?.message);
  assert.equal(f1, 0.75);
});

test("a worker that may hold no lock works, and is not taken for ended", { timeout: 60_000 }, async () => {
  assert.deepEqual(await ask("matchWithoutLocks"), { answers: 2, started: 1 });
});

test("neither the policy nor a script complained", () => {
  assert.deepEqual(complaints, []);
});

test("a worker that ends by itself rejects what is pending; the next call has another one", async () => {
  const model = { model: "lstm-ii-zh" };
  assert.equal((await ask("load", "threaded", model)).error, undefined);
  const [worker] = page.workers();
  const call = ask("match", 20_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await worker.evaluate(() => globalThis.close()).catch(() => {});
  const { name, code, message } = await call;
  assert.deepEqual([name, code], ["OperationError", "worker-died"], message);
  assert.equal(await ask("match", 3), 3);
});

for (const entry of ["local", "threaded"]) {
  test(`loads once, then without a network, and never what is corrupt, ${entry}`, async () => {
    const model = { model: "lstm-ii-zh" };
    const fresh = async () => {
      await page.goto(address);
    };
    await page.evaluate(() => caches.delete("epitome"));
    await fresh();
    assert.equal(await ask("availability", entry, model), "downloadable");
    const first = await ask("load", entry, model);
    assert.equal(first.error, undefined, first.error?.message);
    assert.equal(first.seen[0], 0);
    assert.equal(first.seen.at(-1), 1);
    assert.ok(first.seen.length <= 2 + first.spent / 50, `${first.seen.length} events in ${first.spent} ms`);
    assert.deepEqual([...first.seen].sort((a, b) => a - b), first.seen);

    cutOff = [".bin", ".wasm"];
    await fresh();
    assert.equal(await ask("availability", entry, model), "available");
    assert.equal((await ask("load", entry, model)).probability, first.probability);
    const { error } = await ask("load", entry, { ...model, cache: "another" });
    assert.deepEqual([error.name, error.code], ["NetworkError", "fetch-failed"]);

    await fresh();
    assert.equal(await ask("damage"), 3);
    const corrupt = (await ask("load", entry, model)).error;
    assert.deepEqual([corrupt.name, corrupt.code], ["DataError", "cache-corrupt"]);

    await ask("damage");
    cutOff = [];
    await fresh();
    assert.equal((await ask("load", entry, model)).probability, first.probability);
    cutOff = [".bin", ".wasm"];
    await fresh();
    assert.equal((await ask("load", entry, model)).probability, first.probability);
    cutOff = [];
  });
}
