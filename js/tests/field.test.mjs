/**
 * Models of the field, from the installed packages: the same answers as transformers gives, from
 * folders, addresses, files at hand and bundles; long documents; and refusals.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { assertAborted, assertFails } from "./support/errors.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";

const data = fileURLToPath(new URL("../../tests/data/field/", import.meta.url));
const NAMES = ["entailment", "one-length", "relevance", "tokens", "embedding"];

let project, epitome, folder;

before(async () => {
  project = await createProject();
  epitome = (await importEntries(project)).epitome;
  folder = await mkdtemp(join(tmpdir(), "epitome-field-"));
});

after(async () => {
  if (folder) await rm(folder, { recursive: true });
  if (project) await removeProject(project);
});

async function expected(name) {
  return JSON.parse(await readFile(join(data, name, "expected.json"), "utf8"));
}

/** Checks a matcher against what transformers and ONNX Runtime say. */
async function assertAsExpected(matcher, name) {
  const { pairs, supported } = await expected(name);
  const found = await matcher.matchBatch(pairs, { explain: true });
  for (const [index, { sentences, probability, verdict }] of found.entries()) {
    const least = Math.min(...supported[index]);
    assert.equal(sentences.length, supported[index].length);
    for (const [at, sentence] of sentences.entries()) {
      assert.ok(Math.abs(sentence.supported - supported[index][at]) < 1e-4, `${name} ${index}`);
    }
    // Where the document is shown to say otherwise, a fifth of it stays.
    const stays = Math.abs(probability - least) < 1e-4 ? 1 : 0.2;
    assert.ok(Math.abs(probability - stays * least) < 1e-4);
    assert.ok(stays === 1 || verdict === "contradicted");
    assert.ok(["supported", "unclear", "contradicted"].includes(verdict));
  }
  return found;
}

for (const name of NAMES) {
  test(`a folder with a model for ${name}`, async () => {
    const matcher = await epitome.Matcher.create({ model: join(data, name, "/") });
    await assertAsExpected(matcher, name);
    assert.equal(matcher.model, name);
    matcher.destroy();
  });
}

test("files at hand", async () => {
  const at = (path) => readFile(join(data, "entailment", path));
  const files = {
    "config.json": await at("config.json"),
    "tokenizer.json": pathToFileURL(join(data, "entailment", "tokenizer.json")),
    "onnx/model.onnx": new Uint8Array(await at("onnx/model.onnx")),
  };
  const matcher = await epitome.Matcher.create({ model: { files } });
  await assertAsExpected(matcher, "entailment");
  matcher.destroy();
});

test("an address, whose files are pinned", async () => {
  const asked = [];
  let changed = false;
  const server = createServer(async (request, response) => {
    asked.push(request.url);
    try {
      const bytes = await readFile(join(data, "tokens", request.url.replace(/^\/model\//u, "")));
      response.end(changed && request.url.endsWith("config.json") ? "{}" : bytes);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  try {
    await new Promise((resolve) => server.once("listening", resolve));
    const model = new URL(`http://127.0.0.1:${server.address().port}/model`);
    const cache = new Map();
    const first = await epitome.Matcher.create({ model, cache });
    await assertAsExpected(first, "tokens");
    changed = true;
    const count = asked.length;
    const second = await epitome.Matcher.create({ model, cache });
    await assertAsExpected(second, "tokens");
    const again = asked.slice(count);
    assert.ok(again.every((path) => !path.endsWith(".onnx") && !path.endsWith("config.json")), again.join());
    const digest = createHash("sha256").update("another").digest("hex");
    await assertFails(
      epitome,
      epitome.Matcher.create({ model, cache, digests: { "config.json": digest } }),
      "DataError",
      "hash-mismatch",
      /config\.json has SHA-256/u,
    );
    first.destroy();
    second.destroy();
  } finally {
    server.close();
  }
});

test("a bundle, made by the command line, says the same without the files of the repository", async () => {
  const cli = join(project, "node_modules", ".bin", "epitome");
  for (const name of ["entailment", "tokens"]) {
    const out = join(folder, name);
    const pairs = join(folder, `${name}.jsonl`);
    const { pairs: samples } = await expected(name);
    await writeFile(pairs, samples.map((pair) => JSON.stringify(pair)).join("\n"));
    const { stdout } = await run(cli, ["import", join(data, name), out, "--check", pairs], { cwd: project });
    assert.match(stdout, /0 verdicts turned/u);
    const files = await readdir(out);
    assert.ok(files.includes("model.plan") && files.includes("tokenizer.bin"), files.join());
    const matcher = await epitome.Matcher.create({ model: join(out, "/") });
    await assertAsExpected(matcher, name);
    matcher.destroy();
  }
});

test("a long document is read where it matters, and a signal ends the call at once", async () => {
  const matcher = await epitome.Matcher.create({ model: join(data, "entailment", "/") });
  const filler = "Nothing of note happens in the gardens of the old town in winter. ".repeat(900);
  const fact = "Kestrel pays a deposit of nine pounds.";
  const { sentences, read } = await matcher.match(`${filler}${fact} ${filler}`, "Kestrel pays a deposit.");
  assert.deepEqual(sentences[0].documentSpan, { start: filler.length, end: filler.length + fact.length });
  assert.ok(read.document > 0 && read.document < 0.1);
  const controller = new AbortController();
  let aborted;
  setTimeout(() => {
    aborted = performance.now();
    controller.abort();
  }, 60);
  const summary = "Kestrel pays a deposit of nine pounds in the gardens. ".repeat(200);
  await assertAborted(matcher.match(filler.repeat(2), summary, { signal: controller.signal }));
  assert.ok(performance.now() - aborted < 500, `${performance.now() - aborted} ms`);
  await assertAsExpected(matcher, "entailment");
  matcher.destroy();
});

test("what is not there or not known is refused with what to do", async () => {
  const broken = join(folder, "broken");
  const create = (options = {}) => epitome.Matcher.create({ model: join(broken, "/"), ...options });
  await assertFails(epitome, create(), "NetworkError", "not-found", /config\.json/u);
  await cp(join(data, "entailment"), broken, { recursive: true });
  await assertFails(epitome, create({ dtype: "q4" }), "NetworkError", "not-found", /model_q4\.onnx/u);
  await assertFails(epitome, create({ dtype: "q3" }), "DataError", "invalid-argument", /q4f16/u);
  const config = JSON.parse(await readFile(join(broken, "config.json"), "utf8"));
  const { id2label: _, label2id: __, ...unnamed } = config;
  await writeFile(join(broken, "config.json"), JSON.stringify(unnamed));
  await assertFails(epitome, create(), "NotSupportedError", "unsupported", /give `labels`/u);
  const named = await create({ labels: ["contradiction", "entailment", "neutral"] });
  await assertAsExpected(named, "entailment");
  named.destroy();
  await writeFile(join(broken, "config.json"), JSON.stringify(config));
  const onnx = await readFile(join(broken, "onnx", "model.onnx"));
  await writeFile(join(broken, "onnx", "model.onnx"), onnx.subarray(0, onnx.length / 2));
  await assertFails(epitome, create(), "DataError", "invalid-model");
  await writeFile(join(broken, "onnx", "model.onnx"), onnx);
  const tokenizer = JSON.parse(await readFile(join(broken, "tokenizer.json"), "utf8"));
  tokenizer.pre_tokenizer = { type: "Unheard" };
  await writeFile(join(broken, "tokenizer.json"), JSON.stringify(tokenizer));
  await assertFails(epitome, create(), "NotSupportedError", "unsupported", /Unheard/u);
});
