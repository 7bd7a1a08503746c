/**
 * Faults put in one at a time, from a table: every promise settles within its time, with the right
 * answer or an error of the package, and the next call works.
 */
import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { FAULTS } from "./support/faults.mjs";
import { serveModel } from "./support/model-server.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";

const PAIR = ["河水一夜上涨，大桥已经关闭。", "大桥关闭"];

/** When a caller gives up what hangs, and how long a call may then, or at all, take, in milliseconds. */
const GIVES_UP = 300;
const SETTLES = 20_000;

let project, entries, server, expected;

before(async () => {
  project = await createProject(["papers"]);
  entries = await importEntries(project);
  server = await serveModel(join(project, "node_modules", "@epitome", "papers", "models", "lstm-ii-zh"));
});

after(async () => {
  server?.close();
  if (project) await removeProject(project);
});

for (const name of ["epitome", "epitome/worker"]) {
  describe(name, { timeout: 900_000 }, () => {
    const judge = async (options) => {
      const matcher = await entries[name].Matcher.create({ model: server.url("manifest.json"), ...options });
      try {
        return (await matcher.match(...PAIR, { signal: options.signal })).probability;
      } finally {
        matcher.destroy();
      }
    };

    before(async () => {
      expected = await judge({ cache: false });
    });

    after(async () => {
      const workers = () => process.getActiveResourcesInfo().filter((resource) => resource === "MessagePort").length;
      for (let turn = 0; workers() > 0 && turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(workers(), 0, "workers are left of what was given up");
    });

    const kinds = ["fetch", "cache", "digest", ...(name === "epitome/worker" ? ["worker"] : [])];
    for (const fault of FAULTS.filter(({ kind }) => kinds.includes(kind))) {
      test(`${fault.place}: ${fault.name}`, async () => {
        const signal = fault.ends === "hangs" ? AbortSignal.timeout(GIVES_UP) : undefined;
        const { options, restore } = inject(fault);
        let outcome;
        try {
          outcome = await settled(judge({ ...options, ...(signal && { signal }) }));
        } finally {
          restore?.();
        }
        if (fault.ends === "hangs") {
          assert.equal(outcome.error?.name, "TimeoutError", outcome.error?.stack);
        } else if (outcome.error === undefined) {
          assert.ok(fault.ends !== "fails", "it worked");
          assert.equal(outcome.value, expected, "nothing unchecked is used");
        } else {
          assert.ok(fault.ends !== "works", outcome.error.stack);
          assert.ok(outcome.error instanceof entries[name].EpitomeError, outcome.error.stack);
          assert.match(outcome.error.code, /^[a-z-]+$/u);
        }
        assert.equal(await judge({ cache: options.cache ?? false, ...(fault.kind === "cache" && { cache: false }) }), expected);
      });
    }
  });
}

/** A host is asked for its GPU once, so that each fault has a process of its own. */
const WITH_GPU = `
const [, , name, address, givesUp] = process.argv;
const { FAULTS } = await import("./faults.mjs");
const { fault, ends } = FAULTS.find((each) => each.kind === "gpu" && each.name === name);
Object.defineProperty(globalThis, "navigator", { value: { gpu: fault }, configurable: true });
const { EpitomeError, Matcher } = await import("epitome");
const judge = async (signal) => {
  const matcher = await Matcher.create({ model: address, cache: false, signal });
  try {
    return (await matcher.match(${PAIR.map((text) => JSON.stringify(text)).join(", ")}, { signal })).probability;
  } finally {
    matcher.destroy();
  }
};
const first = await judge(ends === "hangs" ? AbortSignal.timeout(Number(givesUp)) : undefined).catch((error) => error);
console.log(JSON.stringify({ first: first.name ?? first, next: await judge() }));
`;

describe("gpu", { timeout: 300_000 }, () => {
  before(async () => {
    await cp(new URL("./support/faults.mjs", import.meta.url), join(project, "faults.mjs"));
    await writeFile(join(project, "with-gpu.mjs"), WITH_GPU);
  });

  for (const { name, ends, place } of FAULTS.filter(({ kind }) => kind === "gpu")) {
    test(`${place}: ${name}`, async () => {
      const args = ["with-gpu.mjs", name, server.url("manifest.json").href, String(GIVES_UP)];
      const { code, stdout, stderr } = await run(process.execPath, args, { cwd: project, timeout: 2 * SETTLES });
      assert.equal(code, 0, stderr);
      const { first, next } = JSON.parse(stdout);
      assert.equal(first, ends === "hangs" ? "TimeoutError" : expected);
      assert.equal(next, expected, "the CPU takes what the GPU does not");
    });
  }
});

/** What `work` ends with; fails where it does not end. */
async function settled(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not settled within ${SETTLES} ms`)), SETTLES);
  });
  const outcome = work.then((value) => ({ value }), (error) => ({ error }));
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The options that put a fault in, and how it is taken out again. */
function inject({ kind, file, fault }) {
  if (kind === "fetch") {
    return { options: { cache: false, fetch: (url, init) => (basename(url.pathname) === file ? fault(url, init) : fetch(url, init)) } };
  }
  if (kind === "cache") {
    const map = new Map();
    const method = (name, usual) => (...args) => (fault[name] === undefined ? usual(...args) : fault[name](...args, map));
    const cache = {
      get: method("get", (key) => map.get(key)),
      set: method("set", (key, bytes) => map.set(key, bytes)),
      delete: method("delete", (key) => map.delete(key)),
    };
    return { options: { cache } };
  }
  if (kind === "digest") {
    const { subtle } = globalThis.crypto;
    const { digest } = subtle;
    Object.defineProperty(subtle, "digest", { value: fault, configurable: true, writable: true });
    return { options: { cache: false }, restore: () => Object.defineProperty(subtle, "digest", { value: digest, configurable: true, writable: true }) };
  }
  const source = `const { parentPort } = require("node:worker_threads"); ${fault}`;
  const worker = typeof fault === "function" ? fault : () => new Worker(source, { eval: true });
  return { options: { cache: false, worker } };
}
