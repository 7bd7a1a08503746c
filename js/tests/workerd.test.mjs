/** The installed package, bundled, in the runtime of Cloudflare Workers: scores and budgets. */
import assert from "node:assert/strict";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { createProject, removeProject } from "./support/project.mjs";

/**
 * What an edge host allows: the upload in bytes, with every model and with a single small one,
 * CPU in milliseconds, memory in MiB.
 */
const BUDGET = { upload: 10 * 2 ** 20, small: 3 * 2 ** 20, importing: 50, memory: 96, score: 10 };

const SCORES = `import { Matcher } from "epitome";
import { Matcher as Threaded } from "epitome/worker";
import { scorePairs } from "./score-pairs.mjs";
let matcher;
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/idle") return new Response("idle");
    if (pathname === "/threads") {
      return Threaded.create({ language: "en" }).then(
        () => new Response("made"),
        async ({ name, code }) =>
          Response.json({ name, code, state: await Threaded.availability({ language: "en" }) }),
      );
    }
    if (pathname === "/one") {
      const { language, document, summary, times } = await request.json();
      matcher ??= await Matcher.create({ language });
      let result;
      for (let time = 0; time < times; time += 1) result = await matcher.match(document, summary);
      return Response.json(result);
    }
    return Response.json(await scorePairs(Matcher, await request.json()));
  },
};
`;

/** Carries the same bytes, so that what their way into the process costs is not counted. */
const NOTHING = `import bytes from "./bytes.bin";
export default { fetch: () => new Response(String(bytes.byteLength)) };
`;

let project, running, bundle;

/** Bundles `source` and runs it. */
async function serve(name, source) {
  const folder = join(project, name);
  await mkdir(folder);
  await writeFile(join(folder, "worker.mjs"), source);
  await copyFile(
    new URL("./support/score-pairs.mjs", import.meta.url),
    join(folder, "score-pairs.mjs"),
  );
  const wasm = join(project, "node_modules", "epitome", "dist", "wasm", "epitome_bg.wasm");
  await copyFile(wasm, join(folder, "bytes.bin"));
  const outdir = join(folder, "bundle");
  await build({
    absWorkingDir: folder,
    entryPoints: ["worker.mjs"],
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy", ".bin": "copy" },
    logLevel: "error",
  });
  const before = new Set(await children());
  const miniflare = new Miniflare({
    modules: true,
    modulesRoot: outdir,
    scriptPath: join(outdir, "worker.mjs"),
    modulesRules: [
      { type: "CompiledWasm", include: ["**/*.wasm"] },
      { type: "Data", include: ["**/*.bin"] },
    ],
    compatibilityDate: "2026-01-01",
  });
  await miniflare.ready;
  const [pid] = (await children()).filter((each) => !before.has(each));
  const ask = async (path, body) => {
    const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await miniflare.dispatchFetch(`http://worker${path}`, options);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return text;
  };
  return { ask, pid, outdir, stop: () => miniflare.dispose() };
}

/** The processes of workerd that this one has started. */
async function children() {
  const found = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/u.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/u.exec(stat) ?? [];
    if (name === "workerd" && Number(parent) === process.pid) found.push(pid);
  }
  return found;
}

/** The CPU time of a process in milliseconds, and its peak memory in MiB. */
async function usage(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /u, "").split(" ");
  const [, peak] = /VmHWM:\s+(\d+) kB/u.exec(await readFile(`/proc/${pid}/status`, "utf8"));
  return { cpu: (Number(fields[11]) + Number(fields[12])) * 10, peak: Number(peak) / 1024 };
}

before(async () => {
  project = await createProject();
  running = await serve("scores", SCORES);
  bundle = running.outdir;
});

after(async () => {
  await running?.stop();
  if (project) await removeProject(project);
});

test("scores the samples as the native build does", { timeout: 600_000 }, async (t) => {
  const rows = JSON.parse(await running.ask("/", await samplePairs()));
  await assertNativeScores(t, "workerd", rows);
});

test("a matcher that is kept serves many requests, also at the same time", async () => {
  const pair = (await samplePairs()).find(({ language }) => language === "zh");
  const [expected] = JSON.parse(await running.ask("/", [pair]));
  const asked = Array.from({ length: 8 }, () => running.ask("/one", { ...pair, times: 3 }));
  for (const answer of await Promise.all(asked)) {
    assert.equal(JSON.parse(answer).probability, expected.probability);
  }
});

test("says that there are no workers", async () => {
  const error = JSON.parse(await running.ask("/threads"));
  assert.deepEqual(error, { name: "NotSupportedError", code: "unsupported", state: "unavailable" });
});

test("epitome/core carries the models that are imported, and no others", async (t) => {
  const source = (imports, options) => `import { Matcher } from "epitome/core";
${imports}
export default {
  async fetch() {
    const create = Matcher.create(${options});
    return create.then(
      async (matcher) => Response.json(await matcher.match("河水上涨，大桥关闭。", "大桥关闭")),
      ({ code, message }) => Response.json({ code, message }),
    );
  },
};
`;
  const none = await serve("core-none", source("", '{ model: "lstm-ii-zh" }'));
  const refused = JSON.parse(await none.ask("/"));
  await none.stop();
  assert.equal(refused.code, "not-found");
  assert.match(refused.message, /import epitome\/models\/lstm-ii-zh/u);
  assert.ok(!(await readdir(none.outdir)).some((file) => file.endsWith(".bin")));
  const imports = 'import model from "epitome/models/lstm-ii-zh";';
  const one = await serve("core-one", source(imports, '{ model, language: "zh" }'));
  const { probability } = JSON.parse(await one.ask("/"));
  await one.stop();
  assert.ok(probability > 0 && probability <= 1);
  const files = (await readdir(one.outdir)).filter((file) => file.endsWith(".bin"));
  assert.equal(files.length, 2, files.join());
  t.diagnostic(files.join(", "));
});

/** The gzipped size of what a folder uploads. */
async function uploaded(folder, t) {
  const sizes = [];
  for (const file of await readdir(folder)) {
    sizes.push([file, gzipSync(await readFile(join(folder, file)), { level: 9 }).length]);
  }
  const sum = sizes.reduce((all, [, size]) => all + size, 0);
  t.diagnostic(`gzipped: ${sizes.map(([file, size]) => `${file} ${size}`).join(", ")}; sum ${sum}`);
  return sum;
}

test("the uploads are within the budgets", async (t) => {
  const everything = await uploaded(bundle, t);
  assert.ok(everything <= BUDGET.upload, `${everything} bytes`);
  const source = `import { Matcher } from "epitome/slim";
import model from "epitome/models/fit-zh";
export default {
  async fetch() {
    const matcher = await Matcher.create({ model, language: "zh" });
    return Response.json(await matcher.match("大桥五月关闭。河水上涨。", "大桥五月关闭"));
  },
};
`;
  const small = await serve("slim-fit", source);
  const { probability } = JSON.parse(await small.ask("/"));
  await small.stop();
  assert.ok(probability > 0.5, String(probability));
  const sum = await uploaded(small.outdir, t);
  assert.ok(sum <= BUDGET.small, `${sum} bytes`);
});

test("import, memory and one score are within the budgets", { timeout: 600_000 }, async (t) => {
  // The least of a few starts: the clock of the process ticks every 10 ms.
  const starts = { nothing: [], scores: [] };
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [name, source] of Object.entries({ nothing: NOTHING, scores: SCORES })) {
      const each = await serve(`${name}-${turn}`, source);
      await each.ask("/idle");
      starts[name].push(await usage(each.pid));
      await each.stop();
    }
  }
  const least = (name, field) => Math.min(...starts[name].map((each) => each[field]));
  const worker = await serve("again", SCORES);
  try {
    await worker.ask("/idle");
    const idle = await usage(worker.pid);
    const pair = (await samplePairs()).find(({ language }) => language === "zh");
    await worker.ask("/one", { ...pair, times: 1 });
    const first = await usage(worker.pid);
    const times = 200;
    await worker.ask("/one", { ...pair, times });
    const later = await usage(worker.pid);
    const found = {
      importing: least("scores", "cpu") - least("nothing", "cpu"),
      first: first.cpu - idle.cpu,
      score: (later.cpu - first.cpu) / times,
      memory: later.peak - least("nothing", "peak"),
    };
    t.diagnostic(
      `beyond a worker that does nothing: import ${found.importing} ms of CPU, first score ${found.first} ms, ` +
        `later ones ${found.score.toFixed(2)} ms each, peak memory ${found.memory.toFixed(0)} MiB ` +
        `(whole process ${later.peak.toFixed(0)} MiB)`,
    );
    // The clock ticks every 10 ms, and a busy machine takes more of it for the same work.
    assert.ok(found.importing <= 2 * BUDGET.importing, `import: ${found.importing} ms`);
    assert.ok(found.score <= BUDGET.score, `one score: ${found.score} ms`);
    assert.ok(found.memory <= BUDGET.memory, `memory: ${found.memory} MiB`);
  } finally {
    await worker.stop();
  }
});
