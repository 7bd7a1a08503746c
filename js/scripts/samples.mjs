/**
 * Scores the sample pairs of www/samples.json and writes a headline and the key
 * points of its documents, with the staged package of dist/package.
 */
import { readFile } from "node:fs/promises";

const root = new URL("../../", import.meta.url);
const { Matcher, Summarizer } = await import(new URL("dist/package/dist/index.node.js", root));
const { pairs, documents } = JSON.parse(await readFile(new URL("www/samples.json", root), "utf8"));

console.log("pair   level  model        score  probability");
for (const { name, languages } of Matcher.models()) {
  for (const language of languages) {
    const chosen = pairs.filter((pair) => pair.language === language);
    const matcher = await Matcher.create({ model: name, language });
    const results = await matcher.matchBatch(
      chosen.map(({ document, summary }) => ({ document, summary })),
    );
    for (const [index, { score, probability }] of results.entries()) {
      const { id, level } = chosen[index];
      const cells = [id.padEnd(6), String(level).padStart(5), ` ${name.padEnd(11)}`];
      console.log(...cells, score.toFixed(2).padStart(6), probability.toFixed(3).padStart(12));
    }
    matcher.destroy();
  }
}
for (const { language, title, text } of documents) {
  console.log(`\n${title}`);
  for (const type of ["headline", "key-points"]) {
    const summarizer = await Summarizer.create({ type, format: "plain-text", language });
    console.log(`${type}: ${await summarizer.summarize(text)}`);
    summarizer.destroy();
  }
}
