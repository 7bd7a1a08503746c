/**
 * Summarizers with models that write headlines: how they are asked for, refused and
 * loaded, over the classes of `epitome` and of `epitome/worker`, from the installed package.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertAborted, assertFails } from "./support/errors.mjs";
import { TEXTS } from "./support/headline-texts.mjs";
import { serveModel } from "./support/model-server.mjs";
import { createProject, importEntries, removeProject } from "./support/project.mjs";

const ENGLISH = { type: "headline", language: "en", method: "abstractive" };

let project, folder, languages;
const entries = {};

before(async () => {
  project = await createProject();
  folder = join(project, "node_modules", "@epitome", "headlines", "models", "headline-en");
  Object.assign(entries, await importEntries(project));
  const written = entries.epitome.Summarizer.models().map(({ languages: [language] }) => language);
  languages = [...new Set(written)].join(", ");
});

after(async () => {
  if (project) await removeProject(project);
});

/** The packaged English model, as one of the caller's own. */
async function ownModel() {
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const read = async ({ path }) => [path, new Uint8Array(await readFile(join(folder, `${path}.bin`)))];
  return { manifest, files: Object.fromEntries(await Promise.all(manifest.files.map(read))) };
}

for (const name of ["epitome", "epitome/worker"]) {
  describe(name, { timeout: 600_000 }, () => {
    let epitome;
    before(() => {
      epitome = entries[name];
    });
    const fails = (...args) => assertFails(epitome, ...args);
    const create = (options) => epitome.Summarizer.create(options);
    const using = async (options, use) => {
      const summarizer = await create(options);
      try {
        return await use(summarizer);
      } finally {
        summarizer.destroy();
      }
    };
    const headline = (options) => using(options, (summarizer) => summarizer.summarize(TEXTS.en));

    test("every way to name a model gives the same headline", async () => {
      const expected = await headline(ENGLISH);
      assert.notEqual(expected, "");
      assert.doesNotMatch(expected, /\n/u);
      const type = "headline";
      const model = await ownModel();
      const manifest = pathToFileURL(join(folder, "manifest.json"));
      const ways = [
        { type, method: "headline-en" },
        { type, method: "headline-en", language: "en" },
        { type, model },
        { type, model, method: "abstractive" },
        { type, model, method: "auto", language: "en" },
        { type, model: manifest },
        { type, model: { manifest } },
      ];
      for (const options of ways) assert.equal(await headline(options), expected, JSON.stringify(options.method));
    });

    test("auto shows what the text holds, whether or not a model writes", async () => {
      const type = "headline";
      const expected = await headline({ type });
      for (const options of [{ type, method: "auto" }, { type, language: "en" }, { type, language: "en-GB" }]) {
        const shown = await headline(options);
        const held = shown.replace(/[.…]$/u, "").split(" ").at(-1);
        assert.ok(TEXTS.en.includes(held), shown);
      }
      assert.notEqual(expected, "");
      const text =
        "The lighthouse on Gannet Rock will have keepers again for the first time in thirty years. The harbour trust has hired two families.";
      const keepers = await using({ type, language: "en" }, (summarizer) => summarizer.summarize(text));
      assert.equal(keepers, "The lighthouse on Gannet Rock will have keepers again");
      const german = { type, language: "de" };
      const harbour = "Der Hafen öffnet im Mai. Die Brücke bleibt geschlossen.";
      const summary = await using(german, (summarizer) => summarizer.summarize(harbour));
      assert.ok(harbour.includes(summary.replace(/[.…]$/u, "")), summary);
    });

    test("names what is allowed", async () => {
      const model = await ownModel();
      const type = "headline";
      const refusals = [
        [{ type, method: "abstractive" }, "unsupported", new RegExp(`needs the option language.*allowed: ${languages}`, "u")],
        [{ ...ENGLISH, language: "de" }, "unsupported-language", new RegExp(`"de"; allowed: ${languages}`, "u")],
        [{ method: "abstractive", language: "en" }, "unsupported", /type: .*"key-points"; allowed.*headline/u],
        [{ ...ENGLISH, type: "tldr" }, "unsupported", /"tldr"; allowed.*headline/u],
        [{ method: "headline-en" }, "unsupported", /"key-points"/u],
        [{ type, method: "headline-xx" }, "unsupported", /allowed: extractive, subset.*headline-en/u],
        [{ type, method: "fit-en" }, "unsupported", /allowed: extractive/u],
        [{ type, method: "headline-en", language: "zh" }, "unsupported-language", /allowed: en/u],
        [{ type, model, method: "lead" }, "unsupported", /allowed: auto, abstractive/u],
        [{ type, model, method: "headline-en" }, "unsupported", /allowed: auto, abstractive/u],
        [{ model }, "unsupported", /allowed.*headline/u],
        [{ ...ENGLISH, backend: "webgpu" }, "unsupported", /allowed: "auto", "wasm"/u],
        [{ ...ENGLISH, models: "x" }, "unknown-option", /allowed: type, .*model/u],
      ];
      for (const [options, code, message] of refusals) {
        await fails(create(options), "NotSupportedError", code, message);
      }
      const invalid = [
        [{ type, model: "headline-en" }, /model: expected a URL.*named by method: .*headline-en/u],
        [{ type, model: null }, /model: expected a URL/u],
        [{ type, method: 7 }, /method: expected a string/u],
      ];
      for (const [options, message] of invalid) {
        await fails(create(options), "DataError", "invalid-argument", message);
      }
      const matching = epitome.Matcher.create({ model: "headline-en" });
      await fails(matching, "NotSupportedError", "unsupported", /for summarization.*allowed: fit-zh/u);
      await fails(create({ type, model: { manifest: {}, files: {} } }), "DataError", "invalid-manifest");
      const matcher = pathToFileURL(join(project, "node_modules/epitome/models/fit-en/manifest.json"));
      await assert.rejects(create({ type, model: matcher }), { name: /^(Data|NotSupported)Error$/u });
    });

    test("lists its models; says what is available", async () => {
      const { Summarizer, Matcher } = epitome;
      const models = Summarizer.models();
      assert.ok(models.some((each) => each.name === "headline-en"));
      assert.ok(models.every(({ task, bytes }) => task === "summarization" && bytes > 0));
      assert.ok(Matcher.models().every(({ task }) => task === "matching"));
      const model = await ownModel();
      const states = [
        [ENGLISH, "available"],
        [{ type: "headline", method: "headline-en" }, "available"],
        [{ type: "headline", language: "en" }, "available"],
        [{ type: "headline", model }, "available"],
        [{ type: "headline", model: new URL("http://127.0.0.1:9/manifest.json") }, "downloadable"],
        [{ type: "headline", method: "abstractive" }, "unavailable"],
        [{ ...ENGLISH, language: "de" }, "unavailable"],
        [{ ...ENGLISH, type: "teaser" }, "unavailable"],
        [{ type: "headline", method: "headline-xx" }, "unavailable"],
      ];
      for (const [options, state] of states) {
        assert.equal(await Summarizer.availability(options), state, JSON.stringify(options.method));
      }
    });

    test("refuses a search out of its bounds, and what sentences cannot do", async () => {
      await using(ENGLISH, async (summarizer) => {
        for (const beams of [0, 33, 1.5, "8", null, Number.NaN]) {
          const call = summarizer.candidates(TEXTS.en, { beams });
          await fails(call, "DataError", "invalid-argument", /beams: expected a whole number from 1 to 32/u);
        }
        for (const lengthPenalty of [-0.1, 5.1, Infinity, Number.NaN, "1", null]) {
          const call = summarizer.candidates(TEXTS.en, { lengthPenalty });
          await fails(call, "DataError", "invalid-argument", /lengthPenalty: expected a number from 0 to 5/u);
        }
        await fails(summarizer.candidates(7), "DataError", "invalid-argument", /text: expected a string/u);
        const unknown = summarizer.candidates(TEXTS.en, { beam: 8 });
        await fails(unknown, "NotSupportedError", "unknown-option", /allowed: beams, lengthPenalty, signal/u);
      });
      for (const options of [{ type: "headline" }, { type: "headline", language: "en", method: "lead" }]) {
        await using(options, async (summarizer) => {
          const call = summarizer.candidates(TEXTS.en);
          await fails(call, "NotSupportedError", "unsupported", /"abstractive", of a language .*@epitome\/headlines/u);
        });
      }
    });

    test("loads from a server: progress, cache, corrupt and aborted downloads", async () => {
      const server = await serveModel(folder);
      const cache = await mkdtemp(join(tmpdir(), "epitome-cache-"));
      try {
        const seen = [];
        const monitor = (target) =>
          target.addEventListener("downloadprogress", ({ loaded }) => seen.push(loaded));
        const remote = { type: "headline", model: server.url("manifest.json"), cache };
        const expected = await headline(ENGLISH);
        server.faults.set("decoder.plan.bin", "flip");
        await fails(create(remote), "DataError", "hash-mismatch", /decoder\.plan/u);
        server.faults.set("decoder.plan.bin", "hang");
        const controller = new AbortController();
        const hanging = create({ ...remote, signal: controller.signal });
        setTimeout(() => controller.abort(), 50);
        await assertAborted(hanging);
        server.faults.clear();
        assert.equal(await headline({ ...remote, monitor }), expected);
        assert.equal(seen[0], 0);
        assert.equal(seen.at(-1), 1);
        assert.deepEqual(seen, seen.toSorted((a, b) => a - b));
        server.faults.set("*", "refuse");
        assert.equal(await headline(remote), expected);
      } finally {
        server.close();
        await rm(cache, { recursive: true, force: true });
      }
    });
  });
}
