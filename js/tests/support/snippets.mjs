/** The fenced blocks of Markdown pages, and the files that their programs find beside them. */
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { pdfOf } from "./page.mjs";

const root = new URL("../../../", import.meta.url);

/**
 * The fenced blocks of a page, in order: language, text, line, and what a comment just before it says:
 * `<!-- not run: REASON -->` or `<!-- file: PATH -->`.
 */
export function blocksOf(page) {
  const found = page.matchAll(/^(?:<!-- (not run|file): ([^\n]+) -->\n)?```(\w*)\n(.*?)^```$/gmsu);
  return [...found].map(({ 1: mark, 2: about, 3: language, 4: text, index }) => ({
    language,
    text,
    line: page.slice(0, index).split("\n").length,
    reason: mark === "not run" ? about : undefined,
    file: mark === "file" ? about : undefined,
  }));
}

const BRIDGE = "The bridge at Holm was closed on Monday after the river rose by 12 metres. Repairs take until May.";
const SCHOOL = "The school at Vik gets 14 new teachers in August, the council said on Friday.";
const PAIRS = [
  [BRIDGE, "The bridge at Holm was closed on Monday.", true],
  [BRIDGE, "The bridge at Holm was closed after the river rose by 12 metres.", true],
  [BRIDGE, "The bridge at Holm was opened on Sunday.", false],
  [SCHOOL, "The school at Vik gets 14 new teachers in August.", true],
  [SCHOOL, "The school at Vik gets 40 new teachers.", false],
  [SCHOOL, "Cheese is made of milk, salt and rennet.", false],
];
const ARTICLE = `${BRIDGE} Drivers take the road by Nore. ${SCHOOL} The council meets again in June.`;
const SPEECHES = ["Wendula Harmsen (SPD):", "Dr. Enno Tjarks (CDU/CSU):"].flatMap((speaker, at) => [
  [125, 100 + 120 * at, `<b>${speaker}</b>`],
  [125, 116 + 120 * at, "Frau Präsidentin! Meine Damen und Herren! Der"],
  [108, 133 + 120 * at, "Hafen ist offen, und so soll es auch bleiben."],
]);

/** The rows of pairs as JSON Lines, each with what `more` gives for its label. */
const rows = (more) =>
  PAIRS.map(([document, summary, label], index) => `${JSON.stringify({ document, summary, ...more(label, index) })}\n`).join("");

/** What answers the addresses of models: files of the repository, in the place of models.example. */
const SERVED = {
  "nli-deberta-v3-xsmall": "tests/data/field/entailment/",
  "tinylettuce-ettin-17m-en": "tests/data/field/tokens/",
  lstm: "models/lstm-i-en/",
};

/** A module that programs load first: `fetch` of models.example, and what pdf.js needs of Node 22. */
export const PRELOADED = `import { readFile } from "node:fs/promises";
const fetched = globalThis.fetch;
globalThis.fetch = async (address, options) => {
  const { host, pathname } = new URL(String(address));
  if (host !== "models.example") return fetched(address, options);
  const file = await readFile(new URL("." + pathname, import.meta.url)).catch(() => undefined);
  return file === undefined ? new Response("", { status: 404 }) : new Response(file);
};
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
`;

/** Writes into `folder` the files that the programs name. */
export async function writeFixtures(folder) {
  const csv = PAIRS.map(([document, summary]) => `"${document}","${summary}",en\n`).join("");
  const speeches = SPEECHES.map(
    ([left, top, text]) => `<text top="${top}" left="${left}" width="300" height="20" font="0">${text}</text>`,
  ).join("");
  const files = {
    "pairs.jsonl": rows(() => ({})),
    "labelled.jsonl": rows((label) => ({ label })),
    "scored.jsonl": rows((label, index) => ({ probability: label ? 0.9 - index / 100 : 0.1, source: "a" })),
    "a.csv": `document,summary,lang\n${csv}`,
    "b.csv.gz": gzipSync(`document,summary,lang\n${csv}`),
    "article.txt": ARTICLE,
    "protocol.xml": `<pdf2xml><page number="1" width="900" height="1200"><fontspec id="0" size="15" family="Times"/>${speeches}</page></pdf2xml>`,
    "report.pdf": pdfOf(["Roads", "The bridge at Holm was closed on Monday", "after the river rose by 12 metres."]),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  for (const [name, from] of Object.entries({ ...SERVED, "my-model": SERVED.lstm })) {
    await cp(new URL(from, root), join(folder, name), { recursive: true });
  }
  const graphs = join(folder, "nli-deberta-v3-xsmall/onnx");
  await cp(join(graphs, "model.onnx"), join(graphs, "model_quantized.onnx")); // as dtype "q8" asks
}

/** The names that programs use without saying where they come from, each with its declaration. */
const GIVEN = {
  article: `const article = ${JSON.stringify(ARTICLE)};`,
  text: `const text = ${JSON.stringify(ARTICLE)};`,
  document: `const document = ${JSON.stringify(BRIDGE)};`,
  summary: 'const summary = "The bridge at Holm was closed on Monday.";',
  pairs: `const pairs = ${JSON.stringify(PAIRS.map(([document, summary]) => ({ document, summary })))};`,
  manifest: 'import { readFile as read } from "node:fs/promises";\nconst manifest = await read("lstm/manifest.json", "utf8");',
  bytes: 'const bytes = await read("lstm/model.onnx");',
  url: 'const url = new URL("https://models.example/lstm/vocabulary.txt");',
  signal: "const { signal } = new AbortController();",
  show: "const show = () => {};",
  showBar: "const showBar = () => {};",
  setBar: "const setBar = () => {};",
};

const declares = (text, name) =>
  new RegExp(String.raw`(?:const|let|function\*?|async function\*?) (?:\[|\{[^}]*)?\b${name}\b|import[^;]*\b${name}\b[^;]*from`, "u").test(text);
const uses = (text, name) => new RegExp(String.raw`(?<![.\w"'-])${name}\b(?!["':-])`, "u").test(text);

/**
 * A program that runs: `text` with what it uses and does not declare, whether that is one of the given
 * names, a class of the package, or what the first program of the page made.
 */
export function complete(text) {
  const code = text.replaceAll(/\/\/ .*$/gmu, "");
  const missing = (name) => uses(code, name) && !declares(code, name);
  const before = [];
  const classes = ["Matcher", "Summarizer", "optimizeModel"].filter(missing);
  if (missing("matcher") || missing("summarizer")) before.push("// declared by an earlier program");
  const imported = new Set(classes.filter((name) => !code.includes("epitome/polyfill") || name !== "Summarizer"));
  if (missing("matcher")) imported.add("Matcher");
  if (missing("summarizer")) imported.add("Summarizer");
  if (imported.size > 0) before.push(`import { ${[...imported].join(", ")} } from "epitome";`);
  for (const [name, declaration] of Object.entries(GIVEN)) if (missing(name)) before.push(declaration);
  if (missing("matcher")) before.push('const matcher = await Matcher.create({ language: "en" });');
  if (missing("summarizer")) {
    before.push('const summarizer = await Summarizer.create({ type: "headline", language: "en", method: "abstractive" });');
  }
  return `${before.join("\n")}\n${text}`;
}

/** What a program says that it prints: the comments `// → …` beside its lines. */
export const printed = (text) => [...text.matchAll(/console\.log\(.*\); \/\/ → (.*)$/gmu)].map(([, said]) => said);

/** The script of a step of a workflow, by the step's name. */
export function scriptOf(workflow, name) {
  const [, script] = workflow.match(new RegExp(String.raw`- name: ${name}\n\s+run: \|\n((?:\s{10}.*\n)+)`, "u"));
  return script.replaceAll(/^ {10}/gmu, "");
}

/** The text of a page of the repository. */
export const pageText = (path) => readFile(new URL(path, root), "utf8");

/** The path of a file of the repository. */
export const rooted = (path) => fileURLToPath(new URL(path, root));

/** Makes the folders of `path` and writes it. */
export async function put(path, text) {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
}
