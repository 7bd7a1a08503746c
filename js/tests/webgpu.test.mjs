/** The installed package on WebGPU in Chromium, whose adapter here computes on the CPU. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./support/browser.mjs";
import { generatedPairs, sampledPairs } from "./support/generated-pairs.mjs";
import { createProject, removeProject } from "./support/project.mjs";

/** The shipped matchers with a graph, and the lengths of documents that each is tried with. */
const MODELS = [
  ["fit-zh", "zh", [1, 20, 300, 1000]],
  ["fit-en", "en", [2, 200, 2000]],
  ["fit-fa", "fa", [3, 200]],
  ["fit-de", "de", [5, 200]],
  ["lstm-ii-zh", "zh", [1, 40, 200, 2000]],
];

/** How many pairs are under way when the device is lost. */
const LOST_PAIRS = Number(process.env.LOST_PAIRS ?? 1000);

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const PAGE = '<!doctype html><meta charset="utf-8"><title>t</title><script type="module" src="/main.js"></script>';
const MAIN = `import "/node_modules/@epitome/papers/index.js";
import * as local from "/node_modules/epitome/dist/index.browser.js";
import * as threaded from "/node_modules/epitome/dist/worker.browser.js";
import {
  adapterFacts, autoChoices, compare, loseDevice, makeMany, pretend, watchDevices, withDefaultLimits,
} from "/gpu-page.mjs";

const entries = { local, threaded };
let watch;
globalThis.page = {
  async adapter() {
    const facts = await adapterFacts();
    if (facts.missing === undefined) watch = watchDevices();
    return facts;
  },
  availability: (options) => local.Matcher.availability(options),
  compare: (entry, model, pairs) => compare(entries[entry].Matcher, model, pairs),
  loseDevice: (model, pairs) => loseDevice(local.Matcher, watch, model, pairs),
  makeMany: (model, pair, times) => makeMany(local.Matcher, watch, model, pair, times),
  auto(model, pairs, info) {
    if (info !== undefined) pretend("info", info);
    return autoChoices(local.Matcher, watch, model, pairs);
  },
  withDefaultLimits: (model, pairs) => withDefaultLimits(local.Matcher, watch, model, pairs),
};
`;

let project, server, browser, page, address, missing;

async function contentOf(path) {
  if (path === "/") return [PAGE, "text/html"];
  if (path === "/main.js") return [MAIN, "text/javascript"];
  const file =
    path === "/gpu-page.mjs"
      ? fileURLToPath(new URL("./support/gpu-page.mjs", import.meta.url))
      : join(project, path);
  return [await readFile(file), TYPES[extname(path)] ?? "application/octet-stream"];
}

const ask = (name, ...args) => askOf(page, name, args);
const askOf = (asked, name, args) =>
  asked.evaluate(([called, given]) => globalThis.page[called](...given), [name, args]);

async function openPage() {
  const opened = await browser.newPage();
  await opened.goto(address);
  await opened.waitForFunction(() => globalThis.page !== undefined);
  return opened;
}

/** Asks a page of its own, whose first device knows what the page makes up. */
async function askAnew(name, ...args) {
  const opened = await openPage();
  try {
    await askOf(opened, "adapter", []);
    return await askOf(opened, name, args);
  } finally {
    await opened.close();
  }
}

before(async () => {
  project = await createProject();
  server = createServer(async (request, response) => {
    try {
      const [body, type] = await contentOf(new URL(request.url, "http://localhost").pathname);
      response.writeHead(200, { "content-type": type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser({ gpu: "--enable-unsafe-webgpu" });
  address = `http://127.0.0.1:${server.address().port}/`;
  page = await openPage();
  const facts = await ask("adapter");
  missing = facts.missing;
  console.log(missing === undefined ? `adapter: ${facts.name}` : `skipped: ${missing}`);
});

after(async () => {
  await browser?.close();
  server?.close();
  if (project) await removeProject(project);
});

/** A test that says why it is skipped where there is no adapter. */
const onGpu = (name, work) =>
  test(name, { timeout: 600_000 }, async (t) => {
    if (missing !== undefined) return void t.skip(missing);
    await work(t);
  });

for (const [model, language, lengths] of MODELS) {
  onGpu(`${model} scores as on wasm`, async (t) => {
    const found = await ask("compare", "local", model, generatedPairs(language, lengths));
    t.diagnostic(JSON.stringify(found));
    assert.deepEqual(found.backends, ["webgpu"]);
    assert.ok(found.apart < 1e-3, `${found.apart} from wasm`);
    assert.ok(found.company < 1e-5, `${found.company} from what it scores alone`);
  });
}

onGpu("scores in a worker", async () => {
  const found = await ask("compare", "threaded", "fit-zh", generatedPairs("zh", [40]));
  assert.deepEqual(found.backends, ["webgpu"]);
  assert.ok(found.apart < 1e-3, `${found.apart} from wasm`);
});

onGpu("a device that is lost in the middle of a batch costs nothing but time", async () => {
  const some = generatedPairs("zh", [20, 40, 60]);
  const pairs = Array.from({ length: LOST_PAIRS }, (_, index) => some[index % some.length]);
  const found = await ask("loseDevice", "lstm-ii-zh", pairs);
  assert.ok(found.apart < 1e-6, `${found.apart} from the run on wasm`);
  assert.deepEqual(found.backends, ["wasm"]);
  assert.equal(found.warnings.length, 1, found.warnings.join("\n"));
  assert.match(found.warnings[0], /lstm-ii-zh.*on webgpu.*wasm/u);
  assert.equal(found.again, "webgpu");
});

onGpu("a hundred matchers leave no buffer behind", async () => {
  const [pair] = generatedPairs("zh", [40]);
  const first = await ask("makeMany", "fit-zh", pair, 2);
  assert.equal(await ask("makeMany", "fit-zh", pair, 100), first);
});

onGpu("an adapter that computes on the CPU is never chosen, nor tried", async (t) => {
  const { name, fallback } = await ask("adapter");
  if (!fallback && !/swiftshader|llvmpipe|lavapipe/iu.test(name)) return void t.skip(`the adapter is ${name}`);
  const found = await askAnew("auto", "fit-zh", sampledPairs("zh", 64, 60));
  assert.deepEqual(found, { one: ["wasm"], many: ["wasm"], measuredForOne: false, measured: false });
});

onGpu("one pair runs on wasm whatever the adapter is, without a trial", async () => {
  const info = { vendor: "tester", architecture: "", device: "", description: "", isFallbackAdapter: false };
  const found = await askAnew("auto", "cnn-zh", sampledPairs("zh", 32, 20), info);
  assert.deepEqual(found.one, ["wasm"]);
  assert.equal(found.measuredForOne, false);
  assert.equal(found.measured, true, "batches are tried");
});

onGpu("a call of 1,024 pairs fits into the least that an adapter may offer", async () => {
  const found = await askAnew("withDefaultLimits", "cnn-en", sampledPairs("en", 1024, 60));
  assert.deepEqual(found.others, []);
  assert.deepEqual(found.warnings, []);
  assert.deepEqual(found.backends, ["webgpu"]);
  assert.equal(found.pairs, 1024);
  assert.ok(found.apart < 1e-3, `${found.apart} from wasm`);
});

test("availability says whether there is an adapter", async () => {
  const found = await ask("availability", { model: "fit-zh", backend: "webgpu" });
  if (missing === undefined) assert.notEqual(found, "unavailable");
  else assert.equal(found, "unavailable");
});
