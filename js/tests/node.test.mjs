/** The installed package in Node: the library, its errors, and the command line. */
import assert from "node:assert/strict";
import { access, copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { createProject, removeProject, run } from "./support/project.mjs";

const DOCUMENT = "The river rose overnight and the bridge was closed.";
const SUMMARY = "The bridge was closed.";
const PAIR = { document: DOCUMENT, summary: SUMMARY };

let project, installed, epitome;

before(async () => {
  project = await createProject();
  installed = join(project, "node_modules", "epitome");
  const entry = join(project, "entry.mjs");
  await writeFile(entry, 'export * from "epitome";\n');
  epitome = await import(pathToFileURL(entry).href);
});

after(async () => {
  if (project) await removeProject(project);
});

/** Checks the class, name, code and message of what `work` rejects with. */
async function assertFails(work, name, code, message = /./u) {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof epitome.EpitomeError, String(error));
    assert.ok(error instanceof epitome[name], `${error.name} is no ${name}`);
    assert.equal(error.name, name);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}

async function withMatcher(use) {
  const matcher = await epitome.Matcher.create({ language: "en" });
  try {
    return await use(matcher);
  } finally {
    matcher.destroy();
  }
}

describe("package", () => {
  test("has its types, README and licenses", async () => {
    const { types, exports } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
    const files = [types, exports["."].types, "README.md", "LICENSE-MIT", "LICENSE-APACHE"];
    for (const file of files) await access(join(installed, file));
  });

  // require() of a module without top-level await needs no flag from 20.19 on.
  test("can be required", () => {
    const required = createRequire(join(project, "main.cjs"))("epitome");
    assert.equal(required.Matcher, epitome.Matcher);
  });
});

describe("Matcher", () => {
  test("scores the samples as the native build does", async (t) => {
    await copyFile(
      new URL("./support/score-pairs.mjs", import.meta.url),
      join(project, "score-pairs.mjs"),
    );
    const { scorePairs } = await import(pathToFileURL(join(project, "score-pairs.mjs")).href);
    await assertNativeScores(t, "node", await scorePairs(epitome.Matcher, await samplePairs()));
  });

  test("answers calls made at the same time", () =>
    withMatcher(async (matcher) => {
      const pairs = await samplePairs();
      const expected = await matcher.matchBatch(pairs);
      const warnings = [];
      const note = (warning) => warnings.push(warning.name);
      process.on("warning", note);
      const { signal } = new AbortController();
      const calls = pairs.map(({ document, summary }) =>
        matcher.match(document, summary, { signal }),
      );
      assert.deepEqual(await Promise.all(calls), expected);
      process.off("warning", note);
      assert.deepEqual(warnings, []);
    }));

  test("streams in order", () =>
    withMatcher(async (matcher) => {
      const pairs = Array.from({ length: 10 }, () => PAIR).flatMap((pair, index) => [
        pair,
        { document: DOCUMENT, summary: `Nothing but the number ${index}.` },
      ]);
      const expected = await matcher.matchBatch(pairs);
      async function* slowly() {
        for (const pair of pairs) {
          await new Promise((resolve) => setTimeout(resolve, 1));
          yield pair;
        }
      }
      for (const source of [pairs, slowly()]) {
        const results = [];
        for await (const result of matcher.matchStream(source)) results.push(result);
        assert.deepEqual(results, expected);
      }
    }));

  test("reports progress", () =>
    withMatcher(async (matcher) => {
      const seen = [];
      const onProgress = (progress) => seen.push(progress);
      await matcher.matchBatch(new Array(130).fill(PAIR), { onProgress });
      assert.deepEqual(seen, [64, 128, 130].map((done) => ({ done, total: 130 })));
    }));

  test("stops on a signal", () =>
    withMatcher(async (matcher) => {
      const signal = AbortSignal.abort();
      await assertFails(epitome.Matcher.create({ language: "en", signal }), "AbortError", "aborted");
      await assertFails(matcher.match(DOCUMENT, SUMMARY, { signal }), "AbortError", "aborted");
      const controller = new AbortController();
      const call = matcher.matchBatch(new Array(200).fill(PAIR), {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      });
      await assertFails(call, "AbortError", "aborted");
      assert.equal((await matcher.match(DOCUMENT, SUMMARY)).backend, "wasm");
    }));

  test("ends with destroy", async () => {
    const matcher = await epitome.Matcher.create({ language: "en" });
    const inFlight = assertFails(matcher.match(DOCUMENT, SUMMARY), "AbortError", "destroyed");
    matcher.destroy();
    await inFlight;
    await assertFails(matcher.match(DOCUMENT, SUMMARY), "InvalidStateError", "destroyed");
  });

  test("names what is allowed", async () => {
    const create = (options) => epitome.Matcher.create(options);
    const refusals = [
      [{ model: "none" }, "unknown-model", /allowed: rouge, lstm-ii-zh/u],
      [{ language: "xx" }, "unsupported-language", /allowed: zh, en, fa, de/u],
      [{ language: "en", model: "lstm-ii-zh" }, "unsupported-language", /allowed: zh/u],
      [{ languages: "en" }, "unknown-option", /allowed: language, model/u],
      [{ language: "en", backend: "cpu" }, "unsupported", /allowed: "auto", "wasm"/u],
    ];
    for (const [options, code, message] of refusals) {
      await assertFails(create(options), "NotSupportedError", code, message);
    }
    await assertFails(create({}), "DataError", "invalid-argument", /zh, en.*rouge/u);
  });

  test("refuses a damaged model", async () => {
    const folder = join(installed, "models", "lstm-ii-zh");
    const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
    const files = {};
    for (const { path } of manifest.files) {
      files[path] = new Uint8Array(await readFile(join(folder, `${path}.bin`)));
    }
    const [{ path }] = manifest.files;
    const create = (bytes) =>
      epitome.Matcher.create({ model: { manifest, files: { ...files, [path]: bytes } } });
    (await create(files[path])).destroy();
    const corrupt = files[path].slice();
    corrupt[corrupt.length >> 1] ^= 1;
    await assertFails(create(corrupt), "DataError", "hash-mismatch");
    await assertFails(create(files[path].slice(0, -1)), "DataError", "size-mismatch");
  });
});

describe("command line", () => {
  const cli = (args, input) =>
    run(process.execPath, [join(installed, "dist", "cli.js"), ...args], { cwd: project, input });

  test("scores the good lines and names the bad one", async () => {
    const good = [1, 2, 3].map((id) => JSON.stringify({ id, ...PAIR }));
    const input = [good[0], "{ not json", good[1], good[2]].join("\n");
    const { code, stdout, stderr } = await cli(["score", "--language", "en"], input);
    assert.equal(code, 1);
    assert.match(stderr, /line 2: not JSON/u);
    const rows = stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(rows.map(({ id }) => id), [1, 2, 3]);
    for (const { score, levels } of rows) {
      assert.ok(score >= 1 && score <= 5);
      assert.equal(levels.length, 5);
    }
  });

  test("refuses a wrong command line", async () => {
    const wrong = [[], ["none"], ["score"], ["score", "--none"], ["score", "--model", "none"]];
    for (const args of wrong) assert.equal((await cli(args)).code, 2, args.join(" "));
  });

  test("summarizes", async () => {
    const args = ["summarize", "--type", "tldr", "--format", "plain-text"];
    const { code, stdout } = await cli(args, `${DOCUMENT} The school stayed open.`);
    assert.equal(code, 0);
    assert.notEqual(stdout.trim(), "");
  });

  test("lists the models", async () => {
    const { code, stdout } = await cli(["models", "--json"]);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), epitome.Matcher.models());
    assert.match((await cli(["models"])).stdout, /^rouge /mu);
  });
});
