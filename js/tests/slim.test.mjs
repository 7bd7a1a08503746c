/**
 * Optimized models and `epitome/slim`, from the installed package: the same scores as
 * from the ONNX files of the repository, sizes and loading within their budgets.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { assertFails } from "./support/errors.mjs";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { TEXTS } from "./support/headline-texts.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";
import { scorePairs } from "./support/score-pairs.mjs";

/** Bytes: the WebAssembly files by brotli, and slim with its JavaScript and one model by gzip. */
const BUDGET = { slim: 0.8e6, whole: 1.6e6, upload: 3 * 2 ** 20 };

const models = new URL("../../models/", import.meta.url);
const PAIR = ["火车三月通车。车站在港口。", "火车三月通车"];

let project, installed, epitome, slim;

before(async () => {
  project = await createProject();
  installed = join(project, "node_modules", "epitome");
  epitome = (await importEntries(project)).epitome;
  const entry = join(project, "slim.entry.mjs");
  const models = ["fit-zh", "fit-en", "fit-fa", "fit-de", "rouge"].map((name) => `import "epitome/models/${name}";\n`);
  await writeFile(entry, `${models.join("")}export * from "epitome/slim";\n`);
  slim = await import(pathToFileURL(entry).href);
});

after(async () => {
  if (project) await removeProject(project);
});

test("slim scores the samples as the native build does", async (t) => {
  await assertNativeScores(t, "epitome/slim", await scorePairs(slim.Matcher, await samplePairs()));
});

test("slim exports what the whole package does", () => {
  assert.deepEqual(Object.keys(slim).sort(), Object.keys(epitome).sort());
});

async function levels(entry, model) {
  const matcher = await entry.Matcher.create({ model, language: "zh" });
  const result = await matcher.match(...PAIR);
  matcher.destroy();
  return result.levels;
}

test("an ONNX model, its optimized form and the packaged one give the same levels", async () => {
  for (const name of ["lstm-ii-zh", "fit-zh"]) {
    const url = new URL(`${name}/manifest.json`, models);
    const wanted = await levels(epitome, url);
    const optimized = await epitome.optimizeModel(url);
    assert.deepEqual(Object.keys(optimized.files).sort(), ["model.plan", "vocabulary.txt"]);
    assert.deepEqual(await levels(epitome, optimized), wanted);
    assert.deepEqual(await levels(slim, optimized), wanted);
    assert.deepEqual(await levels(slim, name), wanted);
    assert.deepEqual(await slim.optimizeModel(optimized), optimized, "what is optimized stays");
  }
});

test("a model of two graphs gives the same headlines as ONNX, optimized and packaged", async () => {
  const url = new URL("headline-en/manifest.json", models);
  const candidates = async ({ Summarizer }, options) => {
    const summarizer = await Summarizer.create({ type: "headline", ...options });
    const found = await summarizer.candidates(TEXTS.en);
    summarizer.destroy();
    return found;
  };
  const wanted = await candidates(epitome, { model: url });
  const optimized = await epitome.optimizeModel(url);
  const { encoder, decoder } = optimized.manifest.generation;
  assert.deepEqual([encoder.file, decoder.file], ["encoder.plan", "decoder.plan"]);
  assert.deepEqual(Object.keys(optimized.files).sort(), ["decoder.plan", "encoder.plan", "vocabulary.txt"]);
  assert.deepEqual(await candidates(epitome, { model: optimized }), wanted);
  assert.deepEqual(await candidates(slim, { model: optimized }), wanted);
  assert.deepEqual(await candidates(slim, { method: "headline-en" }), wanted);
  assert.deepEqual(await slim.optimizeModel(optimized), optimized, "what is optimized stays");
  assert.deepEqual(await candidates(slim, { model: url }), wanted);
});

test("slim reads ONNX by the same package; rouge has nothing to optimize", async () => {
  const url = new URL("lstm-ii-zh/manifest.json", models);
  assert.deepEqual(await levels(slim, url), await levels(epitome, url));
  await assertFails(
    epitome,
    epitome.optimizeModel("rouge"),
    "DataError",
    "invalid-argument",
    /rouge has no graph/u,
  );
});

test("epitome optimize writes a model that epitome score runs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "epitome-optimized-"));
  try {
    const cli = join(installed, "dist", "cli.js");
    const manifest = fileURLToPath(new URL("lstm-ii-zh/manifest.json", models));
    const made = await run(process.execPath, [cli, "optimize", manifest, "--output", folder], { cwd: project });
    assert.equal(made.code, 0, made.stderr);
    assert.deepEqual((await readdir(folder)).sort(), ["manifest.json", "model.plan", "vocabulary.txt"]);
    const input = `${JSON.stringify({ document: PAIR[0], summary: PAIR[1] })}\n`;
    const score = (model) =>
      run(process.execPath, [cli, "score", "--model", model], { cwd: project, input });
    const [ours, packaged] = [await score(join(folder, "manifest.json")), await score("lstm-ii-zh")];
    assert.equal(ours.code, 0, ours.stderr);
    assert.equal(ours.stdout, packaged.stdout);
    assert.equal((await score(folder)).stdout, packaged.stdout);
    const missing = await run(process.execPath, [cli, "optimize", manifest], { cwd: project });
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /--output/u);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the WebAssembly files are within their budgets", async (t) => {
  const brotli = (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_LGWIN]: 24,
      },
    }).length;
  const builds = ["epitome_bg.wasm", "epitome_relaxed_bg.wasm"];
  const most = async (folder) => {
    const files = builds.map((file) => readFile(join(folder, file)));
    return Math.max(...(await Promise.all(files)).map(brotli));
  };
  const sizes = {
    slim: await most(join(installed, "dist", "wasm")),
    whole: await most(join(project, "node_modules", "@epitome", "onnx", "dist", "wasm-onnx")),
  };
  t.diagnostic(`brotli: ${JSON.stringify(sizes)}`);
  assert.ok(sizes.slim <= BUDGET.slim && sizes.whole <= BUDGET.whole, JSON.stringify(sizes));
});

test("slim, its JavaScript and the default model of a language are within the upload's budget", async (t) => {
  const gzip = async (path) => gzipSync(await readFile(join(installed, path)), { level: 9 }).length;
  const scripts = (await readdir(join(installed, "dist"))).filter((name) => /\bslim\.workerd.*\.js$/u.test(name));
  const paths = ["dist/wasm/epitome_bg.wasm", "dist/wasm/epitome.js", ...scripts.map((name) => `dist/${name}`)];
  const code = (await Promise.all(paths.map(gzip))).reduce((sum, size) => sum + size, 0);
  for (const name of ["fit-zh", "fit-en", "fit-fa", "fit-de"]) {
    const files = (await readdir(join(installed, "models", name))).filter((file) => file.endsWith(".bin"));
    const sizes = await Promise.all(files.map((file) => gzip(`models/${name}/${file}`)));
    const sum = sizes.reduce((all, size) => all + size, code);
    t.diagnostic(`${name}: ${sum} bytes gzipped`);
    assert.ok(sum <= BUDGET.upload, `${name}: ${sum} bytes`);
  }
});
