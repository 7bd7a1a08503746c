/** Subset selection by the installed package: small problems by trying every choice, large ones by what must hold. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { assertAborted } from "./support/errors.mjs";
import { createProject, importEntries, removeProject } from "./support/project.mjs";

let project, epitome;

before(async () => {
  project = await createProject();
  ({ epitome } = await importEntries(project));
});

after(async () => {
  if (project) await removeProject(project);
});

/** Numbers from 0 to 1, the same each time (Park and Miller 1988). */
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function problem(items, seed, pairs = items) {
  const unit = numbers(seed);
  const item = () => Math.floor(unit() * items);
  const different = (count) => {
    const found = new Set();
    while (found.size < count) found.add(item());
    return [...found];
  };
  const values = (most) => Array.from({ length: items }, () => most * unit());
  const entries = (length, count, most) =>
    Array.from({ length }, () => [...different(count), most * unit()]);
  return {
    unary: values(10),
    pairs: entries(pairs, 2, 10),
    triples: entries(Math.ceil(items / 2), 3, 10),
    attributes: [
      { name: "tokens", budget: items, unary: values(5), pairs: entries(Math.ceil(pairs / 5), 2, 5) },
    ],
  };
}

function evaluate({ unary, pairs = [], triples = [], attributes }, chosen) {
  const inside = new Set(chosen);
  const sum = (entries) =>
    entries
      .filter((entry) => entry.slice(0, -1).every((item) => inside.has(item)))
      .reduce((total, entry) => total + entry.at(-1), 0);
  const single = (values = []) => chosen.reduce((total, item) => total + (values[item] ?? 0), 0);
  return {
    objective: single(unary) + sum(pairs) + sum(triples),
    spent: attributes.map((each) => single(each.unary) + sum(each.pairs ?? [])),
  };
}

const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

async function assertFails(work, name, code, message) {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof epitome[name], `${error.name} is no ${name}: ${error.message}`);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}

describe("selectSubset", () => {
  test("is near the best of every choice, within the budget, and adds up", async () => {
    let gap = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const given = problem(10, seed);
      let best = 0;
      for (let choice = 0; choice < 1 << 10; choice += 1) {
        const chosen = [...given.unary.keys()].filter((item) => (choice >> item) & 1);
        const { objective, spent } = evaluate(given, chosen);
        if (spent[0] <= given.attributes[0].budget) best = Math.max(best, objective);
      }
      for (const method of ["greedy", "dlib", "mqmcg"]) {
        const found = await epitome.selectSubset(given, { method });
        const { objective, spent } = evaluate(given, found.chosen);
        assert.ok(near(found.objective, objective) && near(found.spent[0], spent[0]));
        assert.ok(found.spent[0] <= given.attributes[0].budget);
        assert.ok(found.objective <= best * (1 + 1e-9));
        if (found.exact) assert.ok(near(found.objective, best));
        if (method === "mqmcg") {
          assert.ok(found.bound >= best * (1 - 1e-9));
          gap += (1 - found.objective / best) / 40;
        }
      }
    }
    assert.ok(gap <= 0.02, `${gap}`);
  });

  test("takes 20,000 items, leaves the thread to others, and stops at its limit", { timeout: 600_000 }, async () => {
    const given = problem(20_000, 7, 100_000);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 20);
    const found = await epitome.selectSubset(given);
    clearInterval(timer);
    const { objective, spent } = evaluate(given, found.chosen);
    assert.ok(near(found.objective, objective) && near(found.spent[0], spent[0]));
    assert.ok(found.spent[0] <= 20_000 && found.bound >= found.objective);
    assert.ok(turns >= 5, `${turns} turns`);
    const greedy = await epitome.selectSubset(given, { method: "greedy" });
    assert.ok(found.objective >= greedy.objective);

    const limited = await epitome.selectSubset(given, { timeLimit: 1 });
    assert.ok(limited.objective > 0 && limited.iterations < found.iterations);
    const better = await epitome.selectSubset(given, { timeLimit: 1, start: found.chosen });
    assert.ok(better.objective >= found.objective * (1 - 1e-9));
    const controller = new AbortController();
    const aborted = epitome.selectSubset(given, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await assertAborted(aborted);
  });

  test("names the entry that is wrong, and what is allowed", async () => {
    const good = problem(5, 1);
    const bad = (change, message, name = "DataError", code = "invalid-argument") =>
      assertFails(epitome.selectSubset({ ...good, ...change }), name, code, message);
    await bad({ unary: [1, 2, -1, 0, 0] }, /unary\[2\]: the value is -1/u);
    await bad({ unary: [1, "2"] }, /problem\.unary\[1\]: expected a number, got "2"/u);
    await bad({ pairs: [[0, 9, 1]] }, /pairs\[0\]: there is no item 9/u);
    await bad({ pairs: [[0, 1.5, 1]] }, /problem\.pairs\[0\]\[1\]: an item is a whole number/u);
    await bad({ pairs: [[0, 1]] }, /problem\.pairs\[0\]: expected an array of 2 items and a value/u);
    await bad({ triples: [[0, 1, 1, 1]] }, /triples\[0\]: item 1 is there twice/u);
    await bad({ attributes: [] }, /attributes: there is none/u);
    await bad({ attributes: [{ budget: 0, unary: [1, 1, 1, 1, 1] }] }, /attributes\[0\]: the budget is 0/u);
    await bad({ attributes: [{ budget: 1, name: "tokens" }] }, /attributes\[0\] \(tokens\): no item has any of it/u);
    await bad({ attributes: [null] }, /problem\.attributes\[0\]: .*got null/u);
    await bad({ budget: 1 }, /unknown option "budget"; allowed: unary/u, "NotSupportedError", "unknown-option");
    const call = (options) => epitome.selectSubset(good, options);
    await assertFails(call({ method: "best" }), "DataError", "invalid-argument", /method: expected greedy, dlib, mqmcg, got "best"/u);
    await assertFails(call({ seed: -1 }), "DataError", "invalid-argument", /seed: expected a whole number from 0, got -1/u);
    await assertFails(call({ rounds: 0 }), "DataError", "invalid-argument", /rounds is 0/u);
    await assertFails(call({ start: [7] }), "DataError", "invalid-argument", /no item 7/u);
    await assertFails(call({ timeLimit: 0 }), "DataError", "invalid-argument", /timeLimit/u);
    await assertFails(call({ seeds: 1 }), "NotSupportedError", "unknown-option", /method, seed/u);
    await assertAborted(call({ signal: AbortSignal.abort() }));
    await assertFails(epitome.selectSubset(), "DataError", "invalid-argument", /problem/u);
  });

  test("a length that no array has is refused, and the measures work afterwards", async () => {
    const lengths = /\.length: expected a whole number from 0 to 4294967295, got/u;
    const attributes = [{ budget: 1, unary: [1, 1] }];
    for (const length of [-1, 1.5, 2 ** 32, Infinity, NaN]) {
      for (const wrong of [
        { unary: { length }, attributes },
        { unary: [1, 1], pairs: { length }, attributes },
        { unary: [1, 1], triples: { length }, attributes },
        { unary: [1, 1], attributes: { length } },
        { unary: [1, 1], attributes: [{ budget: 1, unary: { length } }] },
        { unary: [1, 1], attributes: [{ budget: 1, pairs: { length } }] },
      ]) {
        await assertFails(epitome.selectSubset(wrong), "DataError", "invalid-argument", lengths);
      }
      const start = epitome.selectSubset({ unary: [1, 1], attributes }, { start: { length } });
      await assertFails(start, "DataError", "invalid-argument", lengths);
      const texts = epitome.selectTexts({ length }, { items: 1 });
      await assertFails(texts, "DataError", "invalid-argument", lengths);
    }
    const empty = { length: 2 ** 32 - 1 };
    const entry = epitome.selectSubset({ unary: [1, 1], pairs: empty, attributes });
    await assertFails(entry, "DataError", "invalid-argument", /problem\.pairs\[0\]: expected an array/u);
    const thrown = epitome.selectSubset({
      unary: [1, 1],
      attributes: [
        {
          get budget() {
            throw new RangeError("the caller's own");
          },
        },
      ],
    });
    await assert.rejects(thrown, /the caller's own/u);
    assert.equal((await epitome.rouge("a bridge", "a bridge")).rouge1.f1, 1);
  });
});

describe("selectTexts", () => {
  const texts = [
    { text: "The harbour line opens.", score: 0.9, label: "news" },
    { text: "The harbour line is late.", score: 0.8, label: "news" },
    { text: "A cat sleeps.", score: 0.85, label: "tales" },
    { text: "A cat sleeps.", score: 0.84, label: "tales" },
    { text: "Rain.", score: 0.1, label: "tales" },
  ];

  test("keeps what is good and goes together, within each limit", async () => {
    const choose = async (limits) => (await epitome.selectTexts(texts, limits)).chosen;
    assert.deepEqual(await choose({ items: 2 }), [2, 3]);
    assert.deepEqual(await choose({ items: 2, repeats: 0 }), [0, 1]);
    assert.deepEqual(await choose({ items: 2, quota: 1, weight: 0 }), [0, 2]);
    assert.deepEqual(await choose({ tokens: 4, neighbours: 0 }), [2, 4]);
    assert.deepEqual(await choose({ items: 9 }), [0, 1, 2, 3, 4]);
  });

  test("names what is wrong", async () => {
    const fails = (given, limits, message, name = "DataError", code = "invalid-argument") =>
      assertFails(epitome.selectTexts(given, limits), name, code, message);
    await fails(texts, {}, /limits: expected one of items, tokens, quota, repeats at least, got none/u);
    await fails([{ text: "a", score: -1 }], { items: 1 }, /texts\[0\]\.score: expected a finite number of at least 0, got -1/u);
    await fails(texts, { items: "2" }, /selectTexts: items: expected a number, got "2"/u);
    await fails(texts, { items: -2 }, /selectTexts: items: expected a finite number of at least 1, got -2/u);
    await fails(texts, { items: 2, neighbours: 101 }, /neighbours/u);
    await fails([{ text: "a", score: 1 }], { quota: 1 }, /texts\[0\]\.label: expected a string/u);
    await fails([{ text: "a" }], { items: 1 }, /texts\[0\]\.score: expected a number/u);
    await fails([null], { items: 1 }, /texts\[0\]\.text/u);
    await fails([], { items: 1 }, /there are 0 items/u);
    await fails(texts, { rows: 1 }, /items, tokens/u, "NotSupportedError", "unknown-option");
  });
});

test("the summarizer chooses sentences together", async () => {
  const text =
    "The red tram to the harbour stops. The tram stops. A harbour sleeps. A cat. Harbour and tram. The end.";
  const of = async (method) => {
    const summarizer = await epitome.Summarizer.create({ type: "tldr", length: "medium", language: "en", method });
    return (await summarizer.summarize(text)).split(/(?<=\.) /u);
  };
  const [together, alone] = [await of("subset"), await of("extractive")];
  const words = (sentences) => sentences.join(" ").split(" ").length;
  assert.ok(together.length >= 2 && words(together) <= words(alone));
  assert.ok(together.every((sentence) => text.includes(sentence)));
});
