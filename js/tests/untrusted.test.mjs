/** What strangers may hand over, and what once hung, crashed or misled. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { serveModel } from "./support/model-server.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";

const ROW = '{"document":"The river rose and the bridge was closed.","summary":"The bridge was closed."}\n';

let project, epitome, cli;

before(async () => {
  project = await createProject([]);
  epitome = (await importEntries(project)).epitome;
  cli = join(project, "node_modules", "epitome", "dist", "cli.js");
});

after(async () => {
  if (project) await removeProject(project);
});

test("values that hold themselves are refused, and the next call works", async () => {
  const itself = [];
  itself.push(itself);
  const { PageLayout, prepareCorpus, rouge, selectSubset } = epitome;
  const pair = { document: "a", summary: "a" };
  const problem = { unary: [1, 2], attributes: [{ budget: 1, unary: [1, 1] }] };
  for (const call of [
    async () => PageLayout.fromPdfJs([{ width: itself, height: 9, items: [], styles: {} }]).blocks(),
    () => prepareCorpus([pair], { recipe: "arman", seed: itself }),
    () => prepareCorpus([pair], { recipe: "arman", embeddings: { dimension: 1, words: itself, values: itself } }),
    () => selectSubset(problem, { seed: itself }),
  ]) {
    await assert.rejects(call, { name: "DataError", code: "invalid-argument" });
  }
  assert.equal((await rouge("a b", "a b")).rouge1.f1, 1);
});

test("an array of a billion holes is no layout", () => {
  const holes = [];
  holes.length = 1e9;
  assert.throws(() => epitome.PageLayout.fromPdfJs(holes), { code: "invalid-layout" });
});

test("pipes in the place of cached files are not read", { timeout: 60_000, skip: process.platform === "win32" }, async () => {
  const server = await serveModel(join(project, "node_modules", "epitome", "models", "fit-en"));
  const cache = join(project, "cache");
  try {
    const create = () => epitome.Matcher.create({ model: server.url("manifest.json"), cache });
    (await create()).destroy();
    const names = await readdir(cache);
    assert.ok(names.length > 0);
    for (const name of names) execFileSync("bash", ["-c", 'rm "$1" && mkfifo "$1"', "-", join(cache, name)]);
    const begun = performance.now();
    (await create()).destroy();
    assert.ok(performance.now() - begun < 8000);
  } finally {
    server.close();
  }
});

test("a pipe that brings a byte at a time is read as one that brings all", async () => {
  const child = spawn(process.execPath, [cli, "score", "-l", "en"], { stdio: ["pipe", "pipe", "ignore"] });
  let printed = "";
  child.stdout.on("data", (part) => (printed += part));
  const ended = new Promise((resolve) => child.on("close", resolve));
  for (const byte of gzipSync(ROW)) {
    child.stdin.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.equal(JSON.parse(printed).matched, true);
});

test("a record of many fields and lines takes no longer than its length", { timeout: 60_000 }, async () => {
  const rows = `${",".repeat(2_000_000)}"${"\n".repeat(20_000)}`;
  const { code, stderr } = await run(process.execPath, [cli, "score", "-l", "en", "--input-format", "csv"], { cwd: project, input: rows, timeout: 50_000 });
  assert.equal(code, 1);
  assert.match(stderr, /a quote is not closed/u);
});

test("an account of a run that was changed is refused", async () => {
  const folder = join(project, "resumed");
  await mkdir(folder);
  await writeFile(join(folder, "in.jsonl"), ROW.repeat(3));
  const progressed = { line: 1, bytes: 10, prefix: { bytes: 1, sha256: "" }, output: 0, good: 1, bad: 0 };
  const changes = [undefined, { ...progressed, input: 99 }, { ...progressed, output: "a" }, { ...progressed, line: -1 }, { ...progressed, prefix: null }];
  for (const change of changes) {
    await writeFile(join(folder, "out.jsonl"), "kept\n");
    await writeFile(join(folder, "out.jsonl.resume"), JSON.stringify({ settings: "{}", progressed: change }));
    const { code, stderr } = await run(process.execPath, [cli, "score", "-l", "en", "-o", "out.jsonl", "--resume", "in.jsonl"], { cwd: folder });
    assert.equal(code, 2, stderr);
    assert.equal(await readFile(join(folder, "out.jsonl"), "utf8"), "kept\n");
  }
});
