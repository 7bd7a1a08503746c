/**
 * Whether a verdict depends on where a fact stands in a long document.
 *
 *   node benches/reading/places.mjs write FILE       documents, as JSON lines
 *   node benches/reading/places.mjs judge FILE PACKAGE   their verdicts in Node, by an unpacked package
 *
 * A short text with a true and a false sentence about it is put at the start, in the middle and at
 * the end of other texts. `cargo run --profile harness --example reading -- places FILE` judges them natively.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const TEXTS = fileURLToPath(new URL("../../models/recipes/judge/texts", import.meta.url));
const LANGUAGES = ["zh", "en", "fa", "de"];
/** Characters of a document, and how many short texts are put into one of that length. */
const LENGTHS = new Map([
  [5_000, 40],
  [50_000, 20],
  [500_000, 6],
]);
const PLACES = ["start", "middle", "end"];

async function rows(language) {
  const parts = ["e", "d", "c", "a", "b"].map((part) => readFile(join(TEXTS, `${language}.${part}.jsonl`), "utf8"));
  const lines = (await Promise.all(parts)).flatMap((part) => part.trim().split("\n"));
  return lines.map((line) => JSON.parse(line));
}

/** A true sentence about a text and a false one, near its words; undefined if it has not both. */
function facts({ sentences }) {
  const near = sentences.filter(({ manner }) => manner === "close");
  const wrong = near.find(({ a, error }) => a !== null && ["number", "entity", "polarity"].includes(error));
  const right = near.find(({ a }) => a === null);
  return wrong === undefined || right === undefined ? undefined : [right.text, wrong.text];
}

async function write(file) {
  const out = createWriteStream(file);
  for (const language of LANGUAGES) {
    const all = await rows(language);
    for (const [length, count] of LENGTHS) {
      const chosen = all.map((row, at) => ({ row, at, summaries: facts(row) })).filter(({ summaries }) => summaries);
      for (const { row, at, summaries } of chosen.slice(0, count)) {
        const others = [];
        let room = length - row.doc.length;
        for (let next = at + 1; room > 0; next += 1) {
          const other = all[next % all.length];
          if (other === row) continue;
          others.push(other.doc.slice(0, room));
          room -= other.doc.length + 2;
        }
        for (const [index, place] of PLACES.entries()) {
          const before = others.slice(0, Math.round((others.length * index) / (PLACES.length - 1)));
          const document = [...before, row.doc, ...others.slice(before.length)].join("\n\n");
          const line = JSON.stringify({ id: row.id, language, length, place, document, summaries });
          if (!out.write(`${line}\n`)) await once(out, "drain");
        }
      }
    }
  }
  out.end();
  await once(out, "close");
}

async function judge(file, folder) {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const entry = (found) => (typeof found === "string" ? found : entry(found.node ?? found.import ?? found.default));
  const { Matcher } = await import(pathToFileURL(join(resolve(folder), entry(exports["."]))).href);
  const matchers = new Map();
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const { document, summaries, ...row } = JSON.parse(line);
    if (!matchers.has(row.language)) {
      for (const other of matchers.values()) other?.destroy?.();
      matchers.clear();
      matchers.set(row.language, await Matcher.create({ language: row.language }));
    }
    const begun = performance.now();
    const found = await matchers.get(row.language).matchAll(document, summaries, { explain: true });
    const milliseconds = performance.now() - begun;
    console.log(
      JSON.stringify({
        ...row,
        verdicts: found.map(({ verdict }) => verdict),
        matched: found.map(({ matched }) => matched),
        milliseconds,
        memory: Math.round(process.resourceUsage().maxRSS / 1000),
      }),
    );
  }
}

const [, , command, file, folder] = process.argv;
if (command === "write" && file !== undefined) await write(file);
else if (command === "judge" && folder !== undefined) await judge(file, folder);
else throw new Error("one of: write FILE, judge FILE PACKAGE");
