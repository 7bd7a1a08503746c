/** The samples, and the comparison of a host's scores with those of the native build. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const root = new URL("../../../", import.meta.url);

const TOLERANCE = { probability: 1e-4, levels: 1e-4, score: 5e-4 };

const samples = async () => JSON.parse(await readFile(new URL("www/samples.json", root), "utf8"));

/** The pairs of the samples. */
export const samplePairs = async () => (await samples()).pairs;

/** The documents of the samples. */
export const sampleDocuments = async () => (await samples()).documents;

async function native() {
  try {
    return JSON.parse(await readFile(new URL("target/native-scores.json", root), "utf8"));
  } catch (cause) {
    throw new Error("no target/native-scores.json: run cargo run --example native_scores", { cause });
  }
}

/** What every matcher says of the pairs that it reads. */
export const nativeScores = async () => (await native()).scores;

/** What every model that writes makes of the documents that it reads. */
export const nativeHeadlines = async () => (await native()).headlines;

const distance = (a, b) => {
  assert.ok(Number.isFinite(a) && Number.isFinite(b), `not both numbers: ${a}, ${b}`);
  return Math.abs(a - b);
};

/** Checks the rows of `host` against the native ones and reports the greatest differences. */
export async function assertNativeScores(t, host, rows) {
  const native = new Map((await nativeScores()).map((row) => [`${row.id} ${row.model}`, row]));
  const pairs = await samplePairs();
  const chinese = pairs.filter(({ language }) => language === "zh").length;
  assert.equal(rows.length, 2 * pairs.length + chinese);
  const greatest = { probability: 0, levels: 0, score: 0 };
  for (const row of rows) {
    const expected = native.get(`${row.id} ${row.model}`);
    assert.ok(expected, `no native score of ${row.id} with ${row.model}`);
    assert.equal(row.backend, "wasm");
    assert.equal(row.levels.length, 5);
    const off = {
      probability: distance(row.probability, expected.probability),
      levels: Math.max(...row.levels.map((level, i) => distance(level, expected.levels[i]))),
      score: distance(row.score, expected.score),
    };
    for (const [field, tolerance] of Object.entries(TOLERANCE)) {
      assert.ok(off[field] <= tolerance, `${row.id} ${row.model}: ${field} is off by ${off[field]}`);
      greatest[field] = Math.max(greatest[field], off[field]);
    }
  }
  t.diagnostic(`${host}: greatest difference to native: ${JSON.stringify(greatest)}`);
}
