/**
 * The classes of `epitome` and of `epitome/worker`: one table of cases, run
 * over both, in Node, from the installed package.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertAborted, assertFails } from "./support/errors.mjs";
import { assertNativeScores, samplePairs } from "./support/expect.mjs";
import { createProject, importEntries, removeProject } from "./support/project.mjs";
import { scorePairs } from "./support/score-pairs.mjs";
import { settlesAtOnce } from "./support/settles.mjs";

const DOCUMENT = "The river rose overnight and the bridge was closed. The school stayed open.";
const SUMMARY = "The bridge was closed.";
const PAIR = { document: DOCUMENT, summary: SUMMARY };

const many = (count) =>
  Array.from({ length: count }, (_, index) => ({
    document: `${DOCUMENT} ${index} `.repeat(1 + (index % 7)),
    summary: index % 3 === 0 ? SUMMARY : `Nothing but the number ${index}.`,
  }));

let project;
const entries = {};

before(async () => {
  project = await createProject();
  Object.assign(entries, await importEntries(project));
});

after(async () => {
  if (project) await removeProject(project);
});

for (const name of ["epitome", "epitome/worker"]) {
  describe(name, { timeout: 600_000 }, () => {
    let epitome;
    before(() => {
      epitome = entries[name];
    });
    const fails = (...args) => assertFails(epitome, ...args);
    const using = async (options, use) => {
      const matcher = await epitome.Matcher.create(options);
      try {
        return await use(matcher);
      } finally {
        matcher.destroy();
      }
    };
    const english = (use) => using({ language: "en" }, use);

    test("scores the samples as the native build does", async (t) => {
      await assertNativeScores(t, name, await scorePairs(epitome.Matcher, await samplePairs()));
    });

    test("answers calls made at the same time", () =>
      english(async (matcher) => {
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

    test("streams in order, from every kind of source", () =>
      english(async (matcher) => {
        const pairs = many(300);
        const expected = await matcher.matchBatch(pairs);
        async function* slowly() {
          for (const pair of pairs) {
            if (Math.random() < 0.1) await sleep(1);
            yield pair;
          }
        }
        for (const source of [pairs, new Set(pairs), slowly()]) {
          const results = [];
          for await (const result of matcher.matchStream(source)) results.push(result);
          assert.deepEqual(results, expected);
        }
      }));

    test("streams with bounded memory: a source is never far ahead", () =>
      english(async (matcher) => {
        let given = 0;
        let taken = 0;
        let ahead = 0;
        function* source() {
          for (; given < 2000; given += 1) {
            ahead = Math.max(ahead, given - taken);
            yield PAIR;
          }
        }
        for await (const _ of matcher.matchStream(source())) taken += 1;
        assert.equal(taken, 2000);
        assert.ok(ahead <= 4 * 32, `${ahead} pairs ahead`);
      }));

    test("a stream answers a source that waits for answers", () =>
      english(async (matcher) => {
        let answered = () => {};
        async function* asking() {
          for (let index = 0; index < 3; index += 1) {
            const answer = new Promise((resolve) => (answered = resolve));
            yield PAIR;
            await answer;
          }
        }
        let count = 0;
        for await (const _ of matcher.matchStream(asking())) {
          count += 1;
          answered();
        }
        assert.equal(count, 3);
      }));

    test("a stream gives what came before a bad pair or an error of its source", () =>
      english(async (matcher) => {
        const broken = new Error("the source broke");
        function* breaking() {
          yield* many(70);
          throw broken;
        }
        const sources = [
          [breaking(), (error) => error === broken],
          [[...many(70), { document: "x" }], (error) => /pair 70\.summary/u.test(error.message)],
        ];
        for (const [source, isRight] of sources) {
          const results = [];
          await assert.rejects(async () => {
            for await (const result of matcher.matchStream(source)) results.push(result);
          }, isRight);
          assert.equal(results.length, 70);
        }
      }));

    test("leaving a stream closes its source", () =>
      english(async (matcher) => {
        let closed = false;
        async function* source() {
          try {
            for (;;) yield PAIR;
          } finally {
            closed = true;
          }
        }
        for await (const _ of matcher.matchStream(source())) break;
        await sleep(10);
        assert.ok(closed);
      }));

    test("reports progress", () =>
      english(async (matcher) => {
        const seen = [];
        await matcher.matchBatch(new Array(130).fill(PAIR), {
          onProgress: (progress) => seen.push(progress),
        });
        assert.deepEqual(seen, [32, 64, 96, 128, 130].map((done) => ({ done, total: 130 })));
        const broken = new Error("from onProgress");
        const call = matcher.matchBatch(many(130), {
          onProgress: () => {
            throw broken;
          },
        });
        await assert.rejects(call, (error) => error === broken);
      }));

    test("monitors loading from 0 to 1", async () => {
      const seen = [];
      const options = {
        language: "zh",
        model: "lstm-ii-zh",
        monitor: (monitor) =>
          monitor.addEventListener("downloadprogress", ({ loaded }) => seen.push(loaded)),
      };
      await using(options, async () => {});
      assert.equal(seen[0], 0);
      assert.equal(seen.at(-1), 1);
      assert.deepEqual([...seen].sort((a, b) => a - b), seen);
      seen.length = 0;
      (await epitome.Summarizer.create({ monitor: options.monitor })).destroy();
      assert.equal(seen[0], 0);
      assert.equal(seen.at(-1), 1);
    });

    test("an aborted load settles at once, and the next one works", async () => {
      await assertAborted(epitome.Matcher.create({ language: "en", signal: AbortSignal.abort() }));
      await settlesAtOnce(async () => {
        const hanging = new AbortController();
        const load = epitome.Matcher.create({
          model: new URL("http://127.0.0.1:9/manifest.json"),
          fetch: () => new Promise(() => {}),
          signal: hanging.signal,
        });
        const ended = assertAborted(load);
        await sleep(20);
        return { ended, end: () => hanging.abort() };
      });
      await english((matcher) => matcher.match(DOCUMENT, SUMMARY));
    });

    test("an aborted batch settles at once, and the next call works", () =>
      using({ model: "lstm-ii-zh" }, async (matcher) => {
        const text = (await samplePairs()).find(({ language }) => language === "zh");
        const pair = { document: text.document.repeat(3), summary: text.summary };
        const [expected] = await matcher.matchBatch([pair]);
        await settlesAtOnce(async () => {
          const controller = new AbortController();
          const call = matcher.matchBatch(new Array(2000).fill(pair), { signal: controller.signal });
          const ended = assertAborted(call);
          await sleep(30);
          return { ended, end: () => controller.abort() };
        });
        assert.deepEqual((await matcher.matchBatch([pair]))[0], expected);
      }));

    test("an aborted stream settles at once, even while its source hangs", () =>
      english(async (matcher) => {
        async function* hanging() {
          yield PAIR;
          await new Promise(() => {});
        }
        await settlesAtOnce(async () => {
          const controller = new AbortController();
          const stream = matcher.matchStream(hanging(), { signal: controller.signal });
          assert.equal((await stream.next()).done, false);
          const ended = assertAborted(stream.next());
          await sleep(20);
          return { ended, end: () => controller.abort() };
        });
        assert.equal((await matcher.match(DOCUMENT, SUMMARY)).backend, "wasm");
      }));

    test("destroy ends what is in flight", async () => {
      const matcher = await epitome.Matcher.create({ language: "en" });
      const call = fails(matcher.matchBatch(many(500)), "AbortError", "destroyed");
      const stream = fails(
        (async () => {
          for await (const _ of matcher.matchStream(many(500))) matcher.destroy();
        })(),
        "AbortError",
        "destroyed",
      );
      await Promise.all([call, stream]);
      matcher.destroy();
      await fails(matcher.match(DOCUMENT, SUMMARY), "InvalidStateError", "destroyed");
      const summarizer = await epitome.Summarizer.create();
      const summary = fails(summarizer.summarize(DOCUMENT), "AbortError", "destroyed");
      summarizer.destroy();
      await summary;
      await fails(summarizer.summarize(DOCUMENT), "InvalidStateError", "destroyed");
    });

    test("is disposable where the host knows that", async () => {
      const matcher = await epitome.Matcher.create({ language: "en" });
      assert.notEqual(Symbol.dispose, undefined);
      matcher[Symbol.dispose]();
      await fails(matcher.match(DOCUMENT, SUMMARY), "InvalidStateError", "destroyed");
    });

    test("says what is available", async () => {
      const { Matcher, Summarizer } = epitome;
      assert.equal(await Matcher.availability({ language: "en" }), "available");
      assert.equal(await Matcher.availability({ language: "zh-Hans" }), "available");
      assert.equal(await Matcher.availability({ language: "ja" }), "unavailable");
      assert.equal(await Matcher.availability({ model: "none" }), "unavailable");
      const elsewhere = new URL("http://127.0.0.1:9/manifest.json");
      assert.equal(await Matcher.availability({ model: elsewhere }), "downloadable");
      assert.equal(await Matcher.availability(), "available"); // every default model is in the package
      assert.equal(await Summarizer.availability(), "available");
      assert.equal(await Summarizer.availability({ type: "haiku" }), "unavailable");
    });

    test("names what is allowed", async () => {
      const refusals = [
        [{ model: "none" }, "unknown-model", /allowed: .*lstm-ii-zh.*; or a URL, a path with a slash, \{ files \}/u],
        [{ language: "xx" }, "unsupported-language", /allowed: zh, en, fa, de/u],
        [{ language: "en", model: "lstm-ii-zh" }, "unsupported-language", /allowed: zh/u],
        [{ languages: "en" }, "unknown-option", /allowed: language, model/u],
        [{ language: "en", backend: "cpu" }, "unsupported", /allowed: "auto", "wasm", "webgpu"/u],
        [{ language: "en", backend: "webgpu" }, "unsupported", /no navigator\.gpu; allowed here: "auto", "wasm"/u],
      ];
      for (const [options, code, message] of refusals) {
        await fails(epitome.Matcher.create(options), "NotSupportedError", code, message);
      }
      const invalid = [
        [{ language: "en", size: "middle" }, /size: got "middle"; allowed: "small", "large"/u],
        [{ size: "large", model: "fit-en" }, /give one of them/u],
        [{ language: "en", model: null }, /model: expected a name, a URL, .+, got null/u],
        [[], /options must be an object, got an array/u],
        [{ dtype: "q8" }, /dtype is for a model of the field/u],
        [{ model: "fit-en", labels: ["a", "b"] }, /labels is for a model of the field/u],
        [{ language: "en", wasm: null }, /wasm: expected a WebAssembly\.Module, bytes, a Response or a URL, got null/u],
        [{ language: "en", cache: 7 }, /cache: expected/u],
        [{ language: "en", fetch: "no" }, /fetch: expected a function/u],
        [{ language: "en", monitor: "no" }, /monitor: expected a function/u],
        [{ language: "en", signal: {} }, /signal must be an AbortSignal/u],
      ];
      for (const [options, message] of invalid) {
        await fails(epitome.Matcher.create(options), "DataError", "invalid-argument", message);
      }
      await fails(
        epitome.Summarizer.create({ type: "haiku" }),
        "NotSupportedError",
        "unsupported",
        /allowed: headline, tldr/u,
      );
      const summarizer = epitome.Summarizer.create({ digests: {} });
      await fails(summarizer, "DataError", "invalid-argument", /digests is for a model of the field/u);
    });

    test("names the pair that is none", () =>
      english(async (matcher) => {
        const pairs = many(100);
        pairs[70] = { document: DOCUMENT, summary: "…!" };
        const call = matcher.matchBatch(pairs);
        await fails(call, "DataError", "invalid-argument", /pairs\[70\]\.summary.*no letter/u);
        const worse = matcher.match("", SUMMARY);
        await fails(worse, "DataError", "invalid-argument", /^Matcher\.match: document: .*no letter/u);
        const long = "A dog. ".repeat(200_000);
        pairs[70] = { document: long, summary: SUMMARY };
        const longer = matcher.matchBatch(pairs);
        await fails(longer, "DataError", "invalid-argument", /pairs\[70\]\.document: .+ 1400000 characters, and at most 1000000/u);
        const most = "😀 dogs ".repeat(142_857); // 999,999 characters, of more UTF-16 units
        await fails(matcher.matchAll(most, [5]), "DataError", "invalid-argument", /summaries\[0\]: expected a string/u);
        for (const [args, message] of [
          [[DOCUMENT, [long]], /^Matcher\.matchAll: summaries\[0\]: .+ at most 200000/u],
          [["", [SUMMARY]], /^Matcher\.matchAll: document: .*no letter/u],
          [[DOCUMENT, [SUMMARY, 5]], /^Matcher\.matchAll: summaries\[1\]: expected a string, got 5/u],
          [[DOCUMENT, SUMMARY], /^Matcher\.matchAll: expected an array of summaries/u],
          [[DOCUMENT, [], { onProgress: 1 }], /^Matcher\.matchAll: onProgress/u],
        ]) {
          await fails(matcher.matchAll(...args), "DataError", "invalid-argument", message);
        }
      }));

    test("explains with spans of the texts", () =>
      english(async (matcher) => {
        const { evidence } = await matcher.match(DOCUMENT, SUMMARY, { explain: true });
        const [{ summarySpan, documentSpan, weight }] = evidence;
        assert.equal(SUMMARY.slice(summarySpan.start, summarySpan.end), SUMMARY);
        assert.match(DOCUMENT.slice(documentSpan.start, documentSpan.end), /bridge was closed/u);
        assert.ok(weight > 0 && weight <= 1);
      }));

    test("summarizes, whole and in parts", async () => {
      const summarizer = await epitome.Summarizer.create({ type: "key-points", format: "plain-text" });
      const whole = await summarizer.summarize(DOCUMENT);
      let put = "";
      for await (const part of summarizer.summarizeStreaming(DOCUMENT)) put += part;
      assert.equal(put, whole);
      assert.match(whole, /bridge/u);
      await fails(summarizer.summarize(7), "DataError", "invalid-argument", /text: expected a string/u);
      summarizer.destroy();
    });

    test("takes first what answers the context", async () => {
      const text =
        "The harbour line of the tram will open in May, the city council said on Monday. " +
        "It links the harbour, the old town and the central station. " +
        "A ticket for the line costs two euros.";
      const options = { type: "tldr", format: "plain-text", language: "en" };
      const told = async (made, asked) => {
        const summarizer = await epitome.Summarizer.create({ ...options, ...made });
        try {
          const whole = await summarizer.summarize(text, asked);
          let put = "";
          for await (const part of summarizer.summarizeStreaming(text, asked)) put += part;
          assert.equal(put, whole);
          return whole;
        } finally {
          summarizer.destroy();
        }
      };
      const context = "What does a ticket cost?";
      const plain = await told({}, {});
      const answer = await told({}, { context });
      assert.match(plain, /will open in May/u);
      assert.match(answer, /two euros/u);
      assert.equal(await told({ sharedContext: context }, {}), answer);
      assert.equal(await told({}, { context: "zzz" }), plain);
      assert.equal(await told({ language: "auto" }, { context }), answer);
      const lead = { method: "lead" };
      assert.equal(await told(lead, { context }), await told(lead, {}));
      const summarizer = await epitome.Summarizer.create(options);
      await fails(summarizer.summarize(text, { context: 7 }), "DataError", "invalid-argument", /context/u);
      summarizer.destroy();
    });
  });
}

test("both entries share their errors and give the same results", async () => {
  const { epitome, "epitome/worker": threaded } = entries;
  assert.equal(epitome.DataError, threaded.DataError);
  assert.notEqual(epitome.Matcher, threaded.Matcher);
  const results = [];
  for (const { Matcher } of [epitome, threaded]) {
    const matcher = await Matcher.create({ language: "en" });
    results.push(await matcher.matchBatch(many(200), { explain: true }));
    matcher.destroy();
  }
  assert.deepEqual(results[1], results[0]);
});
