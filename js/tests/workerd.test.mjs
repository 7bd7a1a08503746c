/** The installed package, bundled, in the runtime of Cloudflare Workers: scores and budgets. */
import assert from "node:assert/strict";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { TEXTS } from "./support/headline-texts.mjs";
import { createProject, removeProject } from "./support/project.mjs";

/**
 * What an edge host allows: the upload in bytes and the CPU of its import in milliseconds, with
 * every model and with a single small one; CPU of a later score in milliseconds, memory in MiB.
 * Cloudflare ends an import after 1 s; the whole package takes 60 to 90 ms, by the machine.
 */
const BUDGET = {
  everything: { upload: 10 * 2 ** 20, importing: 150 },
  small: { upload: 3 * 2 ** 20, importing: 50 },
  memory: 96,
  score: 10,
};

const SCORES = `import { Matcher } from "epitome";
import "@epitome/papers/lstm-ii-zh";
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

/** The smallest upload with a default model. */
const SMALL = `import { Matcher } from "epitome/slim";
import model from "epitome/models/fit-zh";
let matcher;
export default {
  async fetch(request) {
    if (new URL(request.url).pathname === "/idle") return new Response("idle");
    const { document, summary, times } = await request.json();
    matcher ??= await Matcher.create({ model, language: "zh" });
    let result;
    for (let time = 0; time < times; time += 1) result = await matcher.match(document, summary);
    return Response.json(result);
  },
};
`;
const PAIR = { document: "大桥五月关闭。河水上涨。", summary: "大桥五月关闭", times: 1 };

/**
 * Carries the same bytes as `wasm`, a folder of the package's dist, so that what their way into
 * the process costs is not counted.
 */
const nothing = (wasm) => `import bytes from "./${wasm}.bin";
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
  await copyFile(wasm, join(folder, "wasm.bin"));
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

/**
 * The CPU time of a process in milliseconds, and its peak memory in MiB. What its living threads
 * have had is known to the nanosecond; the whole, with those that have ended, in ticks of 10 ms.
 */
async function usage(pid) {
  let living = 0;
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const file = `/proc/${pid}/task/${thread}/schedstat`;
    const [nanoseconds] = (await readFile(file, "utf8").catch(() => "0")).split(" ");
    living += Number(nanoseconds) / 1e6;
  }
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/^.*\) /u, "").split(" ");
  const ticks = (Number(fields[11]) + Number(fields[12])) * 10;
  // Two ticks apart may be rounding; more is a thread that has ended.
  const cpu = ticks > living + 20 ? ticks : living;
  const [, peak] = /VmHWM:\s+(\d+) kB/u.exec(await readFile(`/proc/${pid}/status`, "utf8"));
  return { cpu, peak: Number(peak) / 1024 };
}

before(async () => {
  project = await createProject(["onnx", "headlines", "papers", "large-fa"]);
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

test("epitome/slim carries the models that are imported, and no others", async (t) => {
  const source = (imports, options) => `import { Matcher } from "epitome/slim";
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
  const none = await serve("slim-none", source("", '{ model: "lstm-ii-zh" }'));
  const refused = JSON.parse(await none.ask("/"));
  await none.stop();
  assert.equal(refused.code, "missing-package");
  assert.match(refused.message, /add import "@epitome\/papers"/u);
  assert.ok(!(await readdir(none.outdir)).some((file) => file.endsWith(".bin")));
  const imports = 'import model from "@epitome/papers/lstm-ii-zh";';
  const one = await serve("slim-one", source(imports, '{ model, language: "zh" }'));
  const { probability } = JSON.parse(await one.ask("/"));
  await one.stop();
  assert.ok(probability > 0 && probability <= 1);
  const files = (await readdir(one.outdir)).filter((file) => file.endsWith(".bin"));
  assert.equal(files.length, 2, files.join());
  t.diagnostic(files.join(", "));
  // A larger matcher, which is whole by itself.
  const parts = 'import model from "@epitome/large-fa";';
  const larger = await serve("slim-parts", source(parts, "{ model }"));
  const judged = JSON.parse(await larger.ask("/"));
  await larger.stop();
  assert.ok(judged.probability > 0 && judged.probability <= 1, JSON.stringify(judged));
  const stored = (await readdir(larger.outdir)).filter((file) => file.endsWith(".bin"));
  assert.equal(stored.length, 3, stored.join());
});

test("headlines: sentences without a model, written and streamed with one that is imported", async (t) => {
  const source = (entry, imports, options) => `import { Summarizer } from "${entry}";
${imports}
export default {
  async fetch(request) {
    const text = await request.text();
    const make = (options) => Summarizer.create({ type: "headline", ...options });
    const states = [];
    for (const method of ["auto", "abstractive", "headline-en"]) {
      states.push(await Summarizer.availability({ type: "headline", language: "en", method }));
    }
    const refused = await make({ language: "en", method: "abstractive" }).catch(({ name, code, message }) => ({ name, code, message }));
    const summarizer = await make(${options});
    const [summary, parts] = [await summarizer.summarize(text), []];
    for await (const part of summarizer.summarizeStreaming(text)) parts.push(part);
    const candidates = await summarizer.candidates(text).catch(({ code }) => code);
    return Response.json({ states, refused, summary, parts, candidates });
  },
};
`;
  const without = await serve("headline-none", source("epitome", "", '{ language: "en" }'));
  const none = JSON.parse(await without.ask("/", TEXTS.en));
  await without.stop();
  assert.deepEqual(none.states, ["available", "unavailable", "unavailable"]);
  assert.deepEqual([none.refused.name, none.refused.code], ["NotSupportedError", "missing-package"]);
  assert.match(none.refused.message, /add import "@epitome\/headlines"/u);
  assert.ok(TEXTS.en.includes(none.summary.slice(0, 20)), none.summary);
  assert.equal(none.candidates, "unsupported");
  const imports = 'import model from "@epitome/headlines/headline-en";';
  const running = await serve("headline-one", source("epitome/slim", imports, "{ model }"));
  const one = JSON.parse(await running.ask("/", TEXTS.en));
  const { peak } = await usage(running.pid);
  await running.stop();
  assert.equal(one.candidates[0].text, one.summary);
  assert.equal(one.parts.join(""), one.summary);
  t.diagnostic(`${one.summary} (${one.parts.length} parts); peak memory of the process ${peak.toFixed(0)} MiB`);
  await uploaded(running.outdir, t);
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
  assert.ok(everything <= BUDGET.everything.upload, `${everything} bytes`);
  const small = await serve("slim-fit", SMALL);
  const { probability } = JSON.parse(await small.ask("/one", PAIR));
  await small.stop();
  assert.ok(probability > 0.5, String(probability));
  const sum = await uploaded(small.outdir, t);
  assert.ok(sum <= BUDGET.small.upload, `${sum} bytes`);
});

test("import, memory and one score are within the budgets", { timeout: 600_000 }, async (t) => {
  const pair = (await samplePairs()).find(({ language }) => language === "zh");
  const uploads = { everything: [SCORES, "wasm"], small: [SMALL, "wasm"] };
  for (const [name, [source, wasm]] of Object.entries(uploads)) {
    const found = await costs(name, source, wasm, pair);
    t.diagnostic(
      `${name}: beyond a worker that does nothing: import ${found.importing.toFixed(1)} ms of CPU ` +
        `(lower quartiles of ${found.starts}; ${found.spread}), first score ${found.first.toFixed(1)} ms, ` +
        `later ones ${found.score.toFixed(2)} ms each (median of five times), peak memory ${found.memory.toFixed(0)} MiB ` +
        `(whole process ${found.whole.toFixed(0)} MiB)`,
    );
    assert.ok(found.importing <= BUDGET[name].importing, `import: ${found.importing} ms`);
    assert.ok(found.score > 0 && found.score <= BUDGET.score, `one score: ${found.score} ms`);
    assert.ok(found.memory <= BUDGET.memory, `memory: ${found.memory} MiB`);
  }
});

const STARTS = { least: 7, most: 40 };
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(share * values.length)];
const median = (values) => quantile(values, 0.5);
/** What a neighbour on the same core costs comes on top, so that the lower starts are the nearer ones. */
const undisturbed = (values) => quantile(values, 0.25);

/** What a worker's import and scores cost, beyond what its host costs. */
async function costs(name, source, wasm, pair) {
  const idle = { beside: [], worker: [] };
  const used = (which) => idle[which].map(({ cpu }) => cpu);
  const importing = () => undisturbed(used("worker")) - undisturbed(used("beside"));
  // A busy machine needs more starts to know; in turns, so that one that slows down slows both.
  for (let turn = 0; turn < STARTS.least || (turn < STARTS.most && importing() > BUDGET[name].importing); turn += 1) {
    for (const [which, code] of Object.entries({ beside: nothing(wasm), worker: source })) {
      const each = await serve(`${name}-${which}-${turn}`, code);
      await each.ask("/idle");
      idle[which].push(await usage(each.pid));
      await each.stop();
    }
  }
  const range = (which) => [Math.min, Math.max].map((end) => end(...used(which)).toFixed(1)).join(" to ");
  for (const cpu of [...used("worker"), ...used("beside")]) assert.ok(cpu > 0, "no CPU time is known");
  const worker = await serve(`${name}-again`, source);
  try {
    await worker.ask("/idle");
    const start = await usage(worker.pid);
    await worker.ask("/one", { ...pair, times: 1 });
    const first = await usage(worker.pid);
    // In turns, because what a neighbour on the same core costs is not the score's.
    const [times, scores] = [40, []];
    let later = first;
    while (scores.length < 5) {
      const before = later;
      await worker.ask("/one", { ...pair, times });
      later = await usage(worker.pid);
      scores.push((later.cpu - before.cpu) / times);
    }
    return {
      importing: importing(),
      starts: idle.worker.length,
      spread: `${range("worker")}, less ${range("beside")}`,
      first: first.cpu - start.cpu,
      score: median(scores),
      memory: later.peak - median(idle.beside.map(({ peak }) => peak)),
      whole: later.peak,
    };
  } finally {
    await worker.stop();
  }
}
