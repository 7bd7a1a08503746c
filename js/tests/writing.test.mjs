/**
 * How models write headlines: streams, candidates, and what ends a search, over
 * the classes of `epitome` and of `epitome/worker`, from the installed package.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { assertAborted, assertFails } from "./support/errors.mjs";
import { TEXTS } from "./support/headline-texts.mjs";
import { createProject, importEntries, removeProject } from "./support/project.mjs";
import { settlesAtOnce } from "./support/settles.mjs";
import { watchPackage } from "./support/watched-writing.mjs";

const ENGLISH = { type: "headline", language: "en", method: "abstractive" };

let project, watched;
const entries = {};

before(async () => {
  project = await createProject();
  Object.assign(entries, await importEntries(project));
  watched = await watchPackage(project);
});

after(async () => {
  if (project) await removeProject(project);
});

/** Waits until `is` is true; fails after a minute. */
async function until(is) {
  for (const begun = performance.now(); !is(); await sleep(1)) {
    assert.ok(performance.now() - begun < 60_000, "waited for a minute");
  }
}

for (const name of ["epitome", "epitome/worker"]) {
  describe(name, { timeout: 600_000 }, () => {
    let epitome;
    before(() => {
      epitome = entries[name];
    });
    const fails = (...args) => assertFails(epitome, ...args);
    const create = (options) => epitome.Summarizer.create({ ...watched.options[name], ...options });
    const using = async (options, use) => {
      const summarizer = await create(options);
      try {
        return await use(summarizer);
      } finally {
        summarizer.destroy();
      }
    };

    test("streams parts that make the headline", (t) =>
      using(ENGLISH, async (summarizer) => {
        const expected = await summarizer.summarize(TEXTS.en);
        const [before, open] = [watched.steps, watched.open];
        const at = [];
        let put = "";
        for await (const part of summarizer.summarizeStreaming(TEXTS.en)) {
          assert.notEqual(part, "");
          at.push(watched.steps - before);
          put += part;
        }
        assert.equal(put, expected);
        t.diagnostic(`parts after steps ${at.join(", ")} of ${watched.steps - before}`);
        assert.equal(watched.open, open);
      }));

    test("gives candidates, the best first", () =>
      using(ENGLISH, async (summarizer) => {
        const found = await summarizer.candidates(TEXTS.en);
        assert.equal(found[0].text, await summarizer.summarize(TEXTS.en));
        assert.ok(found.length > 1 && found.length <= 8, `${found.length} candidates`);
        assert.deepEqual(await summarizer.candidates(TEXTS.en, { beams: 8, lengthPenalty: 0.8 }), found);
        for (const beams of [1, 4, 32]) {
          const ranked = await summarizer.candidates(TEXTS.en, { beams, lengthPenalty: 0 });
          assert.ok(ranked.length >= 1 && ranked.length <= beams, `${ranked.length} of ${beams}`);
          const logs = ranked.map(({ logProbability }) => logProbability);
          assert.ok(logs.every((log) => Number.isFinite(log) && log <= 0), logs.join());
          assert.equal(new Set(ranked.map(({ text }) => text)).size, ranked.length);
          assert.ok(ranked.every(({ text }) => typeof text === "string" && text !== ""));
        }
      }));

    test("the first candidate is the one that the others agree with, not always the likeliest", () =>
      using(ENGLISH, async (summarizer) => {
        const parts = TEXTS.en.split(". ");
        const texts = parts.map((_, at) => [...parts.slice(at), ...parts.slice(0, at)].join(". "));
        const chosen = [];
        for (const text of texts) {
          const logs = (await summarizer.candidates(text)).map(({ logProbability }) => logProbability);
          chosen.push(logs[0] < Math.max(...logs));
        }
        assert.ok(chosen.includes(true), chosen.join());
      }));

    test("answers calls made at the same time", () =>
      using(ENGLISH, async (summarizer) => {
        const texts = [TEXTS.en, TEXTS.en.split(". ").toReversed().join(". "), TEXTS.en.slice(0, 90)];
        const expected = [];
        for (const text of texts) expected.push(await summarizer.summarize(text));
        assert.deepEqual(await Promise.all(texts.map((text) => summarizer.summarize(text))), expected);
      }));

    /**
     * Checks that a search which is under way ends at once, and computes no more: `start`
     * begins it and returns `end` and `ended`.
     */
    const endsAtOnce = (start) =>
      settlesAtOnce(async () => {
        const [begun, open] = [watched.steps, watched.open];
        const { end, ended } = await start();
        ended.catch(() => {}); // told below
        await until(() => watched.steps >= begun + 3);
        if (watched.open === open) return undefined;
        let at;
        return {
          ended,
          end() {
            at = watched.steps;
            end();
          },
          async check() {
            await until(() => watched.open === open);
            await sleep(50);
            assert.equal(watched.open, open);
            const after = watched.steps - at;
            if (name === "epitome") assert.ok(after <= 1, `${after} steps after its end`);
            // In a worker, the message takes its way while a step may begin, or more.
            return after <= 2 ? undefined : `${after} steps after its end`;
          },
        };
      });

    test("an abort or a cancel stops the search within a step, and the next call works", () =>
      using(ENGLISH, async (summarizer) => {
        const before = watched.steps;
        await summarizer.candidates(TEXTS.en, { beams: 32 });
        const whole = watched.steps - before;
        assert.ok(whole > 6, `${whole} steps`);
        const { threads } = watched;

        const works = () => summarizer.summarize(TEXTS.en);
        const aborted = (work) => () => {
          const controller = new AbortController();
          const ended = assertAborted(work(controller.signal));
          return { ended, end: () => controller.abort() };
        };
        await endsAtOnce(
          aborted((signal) => summarizer.candidates(TEXTS.en, { beams: 32, signal })),
        );
        await works();

        await endsAtOnce(
          aborted(async (signal) => {
            for await (const _ of summarizer.summarizeStreaming(TEXTS.en, { signal }));
          }),
        );
        await works();

        await endsAtOnce(() => {
          const reader = summarizer.summarizeStreaming(TEXTS.en).getReader();
          const read = async () => {
            while (!(await reader.read()).done);
          };
          return { ended: read(), end: () => reader.cancel() };
        });
        await works();
        assert.equal(watched.threads, threads, "the worker is kept");
      }));

    test("destroy ends what is in flight", async () => {
      let summarizer;
      const start = async () => {
        summarizer = await create(ENGLISH);
        const calls = [
          fails(summarizer.candidates(TEXTS.en, { beams: 32 }), "AbortError", "destroyed"),
          fails(summarizer.summarize(TEXTS.en), "AbortError", "destroyed"),
        ];
        return { ended: Promise.all(calls), end: () => summarizer.destroy() };
      };
      if (name === "epitome") {
        await endsAtOnce(start);
      } else {
        const begun = watched.steps; // the worker ends with all that it has
        const { end, ended } = await start();
        await until(() => watched.steps >= begun + 3);
        end();
        await ended;
      }
      await fails(summarizer.candidates(TEXTS.en), "InvalidStateError", "destroyed");
      const reader = summarizer.summarizeStreaming(TEXTS.en).getReader();
      await fails(reader.read(), "InvalidStateError", "destroyed");
    });
  });
}

test("this thread, workers and slim write the same with every model", async (t) => {
  const slim = await import(pathToFileURL(join(project, "node_modules/epitome/dist/slim.node.js")).href);
  for (const { name, languages: [language] } of slim.Summarizer.models()) {
    const text = TEXTS[language];
    const found = [];
    for (const { Summarizer } of [entries.epitome, entries["epitome/worker"], slim]) {
      const summarizer = await Summarizer.create({ ...ENGLISH, language, method: name });
      found.push(await summarizer.candidates(text), await summarizer.candidates(text));
      summarizer.destroy();
    }
    for (const each of found) assert.deepEqual(each, found[0]);
    t.diagnostic(`${name}: ${found[0][0].logProbability.toFixed(3)} ${found[0][0].text}`);
  }
});
