/**
 * What a written headline costs in Node, on one thread: loading, the time to the first part of a
 * stream and to the headline, words per second, and memory. Needs dist/package (`./build.sh pack`).
 *
 * `node benches/headlines.mjs` writes benches/headlines.md. Every model runs in a process of its
 * own, over the invented documents of its reference.json. Takes a minute.
 */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const MODELS = { "headline-en": "en", "headline-zh": "zh", "headline-fa": "fa", "headline-gru-zh": "zh" };
const DOCUMENTS = 20;
const root = new URL("../", import.meta.url);

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const memory = () => process.resourceUsage().maxRSS / 1024;

/** What one model needs, in a process that has done nothing else. */
async function measured(model, language) {
  const { Summarizer } = await import(new URL("dist/package/dist/index.node.js", root));
  const { generated } = JSON.parse(await readFile(new URL(`models/${model}/reference.json`, root), "utf8"));
  const idle = memory();
  const begun = performance.now();
  const summarizer = await Summarizer.create({ type: "headline", format: "plain-text", language, method: model });
  const load = performance.now() - begun;
  const words = new Intl.Segmenter(language, { granularity: "word" });
  const count = (text) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;
  const rows = [];
  for (const { document } of generated.slice(0, DOCUMENTS)) {
    const start = performance.now();
    let [first, text] = [undefined, ""];
    for await (const part of summarizer.summarizeStreaming(document)) {
      first ??= performance.now() - start;
      text += part;
    }
    const all = performance.now() - start;
    rows.push({ first, all, words: count(text), characters: document.length });
  }
  summarizer.destroy();
  // The first call is also that of cold code.
  const [cold, ...warm] = rows;
  const sum = (field) => warm.reduce((total, row) => total + row[field], 0);
  return {
    load,
    cold: cold.all,
    first: middle(warm.map(({ first }) => first)),
    all: middle(warm.map(({ all }) => all)),
    slowest: Math.max(...warm.map(({ all }) => all)),
    speed: (1000 * sum("words")) / sum("all"),
    characters: Math.round(sum("characters") / warm.length),
    memory: memory(),
    own: memory() - idle,
  };
}

const [model, language] = process.argv.slice(2);
if (model !== undefined) {
  console.log(JSON.stringify(await measured(model, language)));
} else {
  const rows = Object.entries(MODELS).map(([name, tag]) => {
    const printed = execFileSync(process.execPath, [fileURLToPath(import.meta.url), name, tag], { encoding: "utf8" });
    const m = JSON.parse(printed);
    const cells = [m.load, m.cold, m.first, m.all, m.slowest].map((ms) => ms.toFixed(0));
    return `| ${[name, m.characters, ...cells, m.speed.toFixed(0), m.memory.toFixed(0), m.own.toFixed(0)].join(" | ")} |`;
  });
  const page = `# Written headlines

Written by \`node benches/headlines.mjs\`; not edited by hand. ${cpus()[0].model}, Node ${process.versions.node}, one thread, ${DOCUMENTS} invented documents a model, each model in a fresh process.

Times are milliseconds: loading the model; the first headline of the process; then the medians of the time to the first part of a stream and to its end, and the slowest. The headline is the one that the others agree with most, so that a stream mostly has one part. Words are those of \`Intl.Segmenter\`. Memory is the greatest resident set in MiB, of the process and beyond that of Node with the package imported.

| model | characters | load | first call | first part | headline | slowest | words/s | process | own |
|---|---|---|---|---|---|---|---|---|---|
${rows.join("\n")}
`;
  await writeFile(new URL("benches/headlines.md", root), page);
  process.stdout.write(page);
}
