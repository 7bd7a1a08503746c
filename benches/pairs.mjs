/**
 * How well the packaged matchers tell true summaries from false ones that have one error each, on the pairs of
 * `models/recipes/judge/pairs`, which nothing was trained or tuned on. Writes docs/results/pairs.md.
 *
 * usage: node benches/pairs.mjs      (after ./build.sh pack)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const at = (path) => new URL(path, root);
const { Matcher } = await import(at("dist/package/dist/index.node.js").href);
await import(at("dist/packages/@epitome/onnx/dist/index.node.js").href);
for (const name of ["judge", "large-en", "large-zh", "large-de", "large-fa"]) {
  await import(at(`dist/packages/@epitome/${name}/index.js`).href);
}

const LANGUAGES = ["en", "zh", "de", "fa"];
const DRAWS = 1000;

/** A generator of numbers from 0 to 1, the same each time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The probability that a true pair stands above a false one. */
function auc(rows) {
  const sorted = [...rows].sort((a, b) => a.probability - b.probability);
  let [below, wins, positives] = [0, 0, 0];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to].probability === sorted[from].probability) to++;
    const tied = sorted.slice(from, to);
    const good = tied.filter(({ label }) => label === 1).length;
    wins += good * (below + (tied.length - good) / 2);
    below += tied.length - good;
    positives += good;
    from = to;
  }
  return positives === 0 || below === 0 ? Number.NaN : wins / (positives * below);
}

/** A figure with its 95 % bootstrap interval over documents. */
function figure(rows, of) {
  const byDocument = {};
  for (const row of rows) (byDocument[row.document] ??= []).push(row);
  const documents = Object.values(byDocument);
  const next = random(7);
  const draws = Array.from({ length: DRAWS }, () =>
    of(documents.flatMap(() => documents[Math.floor(next() * documents.length)])),
  ).sort((a, b) => a - b);
  const [low, high] = [draws[Math.floor(0.025 * DRAWS)], draws[Math.floor(0.975 * DRAWS)]];
  return `${of(rows).toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

const share = (rows, is) => {
  const found = rows.filter(is).length;
  return `${found}/${rows.length}`;
};

/** The rows of a language, judged. */
async function judged(language, model) {
  const lines = readFileSync(at(`models/recipes/judge/pairs/${language}.jsonl`), "utf8").trim().split("\n");
  const rows = lines.flatMap((line) => {
    const { doc, summaries } = JSON.parse(line);
    return summaries.map((one) => ({ ...one, document: doc }));
  });
  const matcher = await Matcher.create({ language, model, backend: "wasm" });
  const before = performance.now();
  const results = await matcher.matchBatch(rows, { explain: true });
  const spent = (performance.now() - before) / rows.length;
  matcher.destroy();
  return { spent, rows: rows.map((row, index) => ({ ...row, ...results[index] })) };
}

const OBJECTIONS = ["missing", "number", "name", "date", "negation"];
const marksOf = ({ evidence }) => evidence.filter(({ kind }) => OBJECTIONS.includes(kind));
const isRight = ({ summary, wrong }, { summarySpan: { start, end } }) => {
  const from = summary.indexOf(wrong);
  return from < end && start < from + wrong.length;
};

const matchers = { default: (tag) => `fit-${tag}`, "fit-large": (tag) => `fit-${tag}-large`, judge: () => "judge-multi" };
const tables = [];
for (const [name, modelOf] of Object.entries(matchers)) {
  for (const language of LANGUAGES) {
    const { spent, rows } = await judged(language, modelOf(language));
    const of = (manner) => figure(rows.filter((row) => row.manner === manner), auc);
    const [good, bad] = [1, 0].map((label) => rows.filter((row) => row.label === label));
    const marks = bad.flatMap((row) => marksOf(row).map((mark) => isRight(row, mark)));
    const cells = [
      name,
      language,
      figure(rows, auc),
      of("close"),
      of("free"),
      `${share(good, ({ verdict }) => verdict === "contradicted")}, ${share(bad, ({ verdict }) => verdict === "contradicted")}`,
      `${share(good, ({ verdict }) => verdict === "supported")}, ${share(bad, ({ verdict }) => verdict === "supported")}`,
      share(good, (row) => marksOf(row).length > 0),
      `${marks.filter(Boolean).length}/${marks.length}`,
      spent.toFixed(0),
    ];
    tables.push(`| ${cells.join(" | ")} |`);
    console.log(tables.at(-1));
  }
}
writeFileSync(
  fileURLToPath(at("docs/results/pairs.md")),
  `# True and false summaries of today

Do the packaged matchers tell true summaries from false ones with one error each? 25 invented documents a
language, four true and four false summaries of each, half near the document's words (\`close\`), half
rephrased (\`free\`). Nothing was trained or tuned on these pairs. AUC of \`probability\`, with 95 % bootstrap
intervals over documents; 0.5 is a coin's. Of verdicts and marks: true summaries, then false ones. A mark is
evidence that objects; it is right where it overlaps the wrong part. Milliseconds a pair: one thread, explained.

| matcher | language | AUC | close | free | contradicted | supported | true with a mark | marks right | ms |
|---|---|---|---|---|---|---|---|---|---|
${tables.join("\n")}

Written by \`node benches/pairs.mjs\` with Node ${process.version} on ${cpus().length} threads of ${cpus()[0]?.model ?? "a CPU"}.
`,
);
