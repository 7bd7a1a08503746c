/** Metrics and corpora of the installed package, against the reference files of the Rust tests. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createProject, removeProject } from "./support/project.mjs";

const TOLERANCE = 1e-12;

/** Embeddings are compared in single precision, their oracle computes in double. */
const SINGLE_PRECISION = 5e-6;

let project, epitome;

before(async () => {
  project = await createProject();
  const entry = join(project, "entry.mjs");
  await writeFile(entry, 'export * from "epitome";\n');
  epitome = await import(pathToFileURL(entry).href);
});

after(async () => {
  if (project) await removeProject(project);
});

async function cases(name, least = 200) {
  const url = new URL(`../../tests/data/${name}.json`, import.meta.url);
  const found = JSON.parse(await readFile(url, "utf8"));
  assert.ok(found.length >= least);
  return found;
}

function assertNear(found, expected, tolerance, about) {
  for (const [measure, value] of Object.entries(expected)) {
    assert.ok(Math.abs(found[measure] - value) <= tolerance, `${measure} of ${JSON.stringify(about)}`);
  }
}

async function assertFails(work, name, code, message) {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof epitome[name], `${error.name} is no ${name}: ${error.message}`);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}

describe("rouge", () => {
  test("equals rouge-score", async () => {
    let sentences = 0;
    for (const row of await cases("rouge")) {
      if (row.kind === "sentences") {
        const [hypothesis, reference] = [row.hypothesis, row.reference].map((side) =>
          side.map((words) => words.join(" ")).join("\n"),
        );
        // In Persian every line break ends a sentence.
        const found = await epitome.rouge(hypothesis, reference, { language: "fa" });
        assertNear(found.rougeLsum, row.score, TOLERANCE, row);
        sentences += 1;
        continue;
      }
      const [hypothesis, reference] = [row.hypothesis, row.reference].map((side) =>
        typeof side === "string" ? side : side.join(" "),
      );
      const found = await epitome.rouge(hypothesis, reference);
      for (const [name, measures] of Object.entries(row.scores)) {
        assertNear(found[name], measures, TOLERANCE, row);
      }
    }
    assert.ok(sentences >= 200);
  });

  test("names what is allowed", async () => {
    const guessed = await epitome.rouge("a b", "b", { language: "auto" });
    assert.deepEqual(guessed, await epitome.rouge("a b", "b"));
    await assertFails(epitome.rouge("a", "b", { lang: "en" }), "NotSupportedError", "unknown-option", /allowed: language/u);
    await assertFails(epitome.rouge("a", "b", { language: "xx" }), "NotSupportedError", "unsupported-language", /zh, en, fa, de/u);
    await assertFails(epitome.rouge("a"), "DataError", "invalid-argument", /rouge: reference/u);
  });
});

describe("extractiveFragments", () => {
  test("equals the published procedure", async () => {
    for (const { document, summary, ...expected } of await cases("fragments")) {
      const found = await epitome.extractiveFragments(document.join(" "), summary.join(" "));
      assert.deepEqual(found.fragments, expected.fragments);
      const { coverage, density, compression } = expected;
      assertNear(found, { coverage, density, compression }, TOLERANCE, document);
    }
  });
});

describe("entityFactuality", () => {
  test("equals the formulas of the paper", async () => {
    for (const row of await cases("entities")) {
      const { language, document, summary, reference, spellings } = row;
      for (const entities of [undefined, spellings]) {
        const options = { language, reference, ...(entities && { entities }) };
        const found = await epitome.entityFactuality(document, summary, options);
        assert.deepEqual(found.entities.map(({ text }) => text), row.entities);
        assert.deepEqual(found.entities.map(({ inDocument }) => inDocument), row.in_document);
        assert.equal(found.precisionSource, row.precision_source);
        assert.equal(found.precisionTarget, row.precision_target);
        assert.equal(found.recallTarget, row.recall_target);
        assert.equal(found.f1Target === null, row.f1_target === null);
        assertNear(found, { f1Target: row.f1_target ?? 0 }, TOLERANCE, row);
        for (const { text, summarySpan, kind } of found.entities) {
          if (entities) assert.deepEqual([summarySpan, kind], [null, null]);
          else assert.equal(summary.slice(summarySpan.start, summarySpan.end), text);
        }
      }
    }
  });

  test("names what is allowed", async () => {
    const call = (options) => epitome.entityFactuality("a", "b", options);
    await assertFails(call({ refs: "" }), "NotSupportedError", "unknown-option", /language, reference, entities/u);
    await assertFails(call({ entities: { source: [] } }), "NotSupportedError", "unknown-option", /summary, document/u);
    await assertFails(call({ entities: { summary: [1] } }), "DataError", "invalid-argument", /summary\[0\]/u);
  });
});

describe("bertScore", () => {
  test("equals bert-score", async () => {
    let count = 0;
    for (const row of await cases("embeddings")) {
      if (row.kind !== "embeddings") continue;
      const side = (rows, weights) => ({
        values: rows.flat(),
        dimension: rows[0].length,
        ...(weights && { weights }),
      });
      const [h, r] = row.weights ?? [];
      const found = await epitome.bertScore(side(row.hypothesis, h), side(row.reference, r));
      const { precision, recall } = row.score;
      assertNear(found, { precision, recall }, SINGLE_PRECISION, row);
      count += 1;
    }
    assert.ok(count >= 200);
  });

  test("names what is allowed", async () => {
    const one = { values: [1, 0], dimension: 2 };
    await assertFails(epitome.bertScore("a", "b"), "NotSupportedError", "unsupported", /values, dimension/u);
    await assertFails(
      epitome.bertScore(one, { values: [1, 0, 0], dimension: 3 }), "DataError", "shape-mismatch", /2 dimensions/u,
    );
    await assertFails(
      epitome.bertScore(one, { values: [1, 0, 0], dimension: 2 }), "DataError", "shape-mismatch", /reference: 3 values/u,
    );
    await assertFails(
      epitome.bertScore({ ...one, dimension: 0 }, one), "DataError", "invalid-argument", /hypothesis.dimension/u,
    );
  });
});

describe("prepareCorpus", () => {
  const PAIRS = Array.from({ length: 40 }, (_, index) => ({
    document: `The tram number ${index % 5} is late again. It was late yesterday as well. Nobody knows why it is late.`,
    summary: `Tram ${index % 5} is late`,
  }));

  test("splits headlines and counts every rule", async () => {
    const { rows, counts } = await epitome.prepareCorpus(PAIRS, { recipe: "gigaword", testSample: 1 });
    assert.deepEqual(
      counts.map(({ rule, unit, after }) => [rule, unit, after]),
      [
        ["punctuation", "tokens", 40 * 23],
        ["document-length", "pairs", 40],
        ["headline-length", "pairs", 40],
        ["rare-tokens", "vocabulary", 19],
        ["known-tokens", "pairs", 40],
        ["test-sample", "pairs", 39],
      ],
    );
    assert.equal(rows.length, 39);
    assert.equal(rows.filter(({ split }) => split === "train").length, 36);
    const { index, summary } = rows[0];
    assert.equal(summary, `tram ${index % 5} is late`);
  });

  test("cleans documents and makes pseudo-summaries", async () => {
    const documents = PAIRS.slice(0, 5).map(({ document }) => ({ document }));
    const options = { recipe: "arman", language: "en", objective: "ss-100" };
    const words = ["tram", "number", "late", "yesterday", "nobody", "knows"];
    const values = Float32Array.from(words.flatMap((_, i) => [i, 1, 3 - i]));
    const embeddings = { dimension: 3, words, values };
    const { rows, counts } = await epitome.prepareCorpus(documents, { ...options, embeddings });
    assert.equal(rows.length, 5);
    for (const { document, summary, split } of rows) {
      assert.ok(document.includes("<mask>") && !document.includes(summary));
      assert.equal(split, null);
    }
    assert.equal(counts.at(-1).rule, "pseudo-summary");
    await assertFails(epitome.prepareCorpus(documents, options), "DataError", "invalid-argument", /word vectors/u);
  });

  test("names what is allowed", async () => {
    const call = (options) => epitome.prepareCorpus(PAIRS, options);
    await assertFails(call(undefined), "NotSupportedError", "unsupported", /"gigaword", "arman"/u);
    await assertFails(call({ recipe: "c4" }), "NotSupportedError", "unsupported", /"gigaword", "arman"/u);
    await assertFails(call({ recipe: "gigaword", mask: "" }), "NotSupportedError", "unknown-option", /testSample/u);
    await assertFails(call({ recipe: "gigaword", dropShare: 2 }), "DataError", "invalid-argument", /dropShare/u);
    await assertFails(call({ recipe: "gigaword", seed: -1 }), "DataError", "invalid-argument", /seed: expected a whole number/u);
    await assertFails(call({ recipe: "arman", objective: "x" }), "DataError", "invalid-argument", /objective: expected tss-rouge/u);
    const bad = [PAIRS[0], { document: 1 }];
    await assertFails(
      epitome.prepareCorpus(bad, { recipe: "arman" }), "DataError", "invalid-argument", /pairs\[1\].document/u,
    );
  });
});

describe("Summarizer", () => {
  test("has lead and TextRank as methods", async () => {
    const text =
      "Good morning. The tram is late. The line of the tram to the harbour is blocked. A cat sleeps at the harbour.";
    const tldr = async (method) => {
      const summarizer = await epitome.Summarizer.create({ type: "tldr", method, language: "en" });
      return await summarizer.summarize(text);
    };
    assert.equal(await tldr("lead"), "The tram is late."); // a greeting is none
    assert.equal(await tldr("textrank"), "The line of the tram to the harbour is blocked.");
  });
});
