// Writes docs/results/readings.md: what two readers said, blind and apart, of headlines and summaries of `auto`.
// benches/readings/LANGUAGE.jsonl holds a line for each document: its kind, what was read, and both verdicts.
// `--add LANGUAGE OUTPUTS READER1 READER2` makes such a file of the outputs and the readers' files.

import { readFile, writeFile } from "node:fs/promises";

const FOLDER = new URL("readings/", import.meta.url);
const PAGE = new URL("../docs/results/readings.md", import.meta.url);
const LANGUAGES = { en: "English", zh: "Chinese", de: "German", fa: "Persian" };
const KINDS = ["headline", "tldr"];
const QUESTIONS = ["grammatical", "true", "gist"];

const lines = async (path) => (await readFile(path, "utf8")).split("\n").filter(Boolean).map((line) => JSON.parse(line));

async function add([language, outputs, ...readers]) {
  const verdicts = await Promise.all(readers.map(async (path) => new Map((await lines(path)).map((row) => [row.id, row]))));
  const rows = (await lines(outputs)).map(({ id, kind, headline, tldr }) => ({
    id, kind, headline, tldr,
    readers: verdicts.map((of) => {
      const found = of.get(id);
      if (found === undefined) throw new Error(`${id}: a reader has no verdict`);
      return { headline: found.headline, tldr: found.tldr, note: found.note ?? "" };
    }),
  }));
  await writeFile(new URL(`${language}.jsonl`, FOLDER), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** The share of `yes` in `all` with its 95 % interval (Wilson 1927), in percent. */
function share(yes, all) {
  const [z, p] = [1.96, yes / all];
  const middle = (p + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z * Math.sqrt((p * (1 - p)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  const percent = (value) => Math.round(100 * value);
  return `${percent(p)} (${percent(middle - half)}–${percent(middle + half)})`;
}

function summary(language, rows) {
  return KINDS.map((kind) => {
    const cells = QUESTIONS.map((question) => {
      const said = rows.map(({ readers }) => readers.map((reader) => reader[kind][question]));
      const [first, second] = [0, 1].map((reader) => said.filter((both) => both[reader]).length);
      const apart = said.filter(([one, other]) => one !== other).length;
      return `${share(first, rows.length)}, ${share(second, rows.length)}; ${apart}`;
    });
    return `| ${LANGUAGES[language]} | ${kind} | ${rows.length} | ${cells.join(" | ")} |`;
  });
}

/** The shares of both readers' yeses over all languages, in a sentence for each kind. */
function answer(rows) {
  const percent = (kind, question) => {
    const said = rows.flatMap(({ readers }) => readers.map((reader) => reader[kind][question]));
    return Math.floor((100 * said.filter(Boolean).length) / said.length); // 100 only of all
  };
  const told = (kind) =>
    `${percent(kind, "true")} % are true, ${percent(kind, "grammatical")} % read well, ${percent(kind, "gist")} % tell the gist`;
  return `Of headlines ${told("headline")}; of \`tldr\` ${told("tldr")} (four languages, both readers).`;
}

const escape = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const marks = (of) => QUESTIONS.map((question) => (of[question] ? question[0] : "–")).join("");

async function page() {
  const read = await Promise.all(Object.keys(LANGUAGES).map(async (language) => [language, await lines(new URL(`${language}.jsonl`, FOLDER))]));
  const parts = [
    "# Headlines and summaries, read blind",
    "",
    "**Do the headlines and summaries of `auto` read well, say only what is true, and tell the gist?**",
    answer(read.flatMap(([, rows]) => rows)),
    "",
    "Written by `node benches/readings.mjs`; not edited by hand. Documents of many kinds, invented for this, that no weight was fitted to, but that",
    "rules were mended after an earlier reading of the same documents. Two readers judged each headline and `tldr` of `auto` alone and apart, without",
    "knowing what made them; both are large language models that were told to be strict. *grammatical*: complete, without leftovers and open",
    "references; *true*: the document says all of it; *gist*: it says what the document is mainly about. Shares in percent of each reader with 95 %",
    "intervals (Wilson); behind the semicolon on how many documents the readers differ.",
    "",
    "| language | what | documents | grammatical | true | gist |",
    "|---|---|---|---|---|---|",
    ...read.flatMap(([language, rows]) => summary(language, rows)),
  ];
  for (const [language, rows] of read) {
    parts.push("", `## ${LANGUAGES[language]}`, "", "Letters are the yeses of both readers: g, t, g; a dash is a no.", "");
    parts.push("| kind | headline | | tldr | |", "|---|---|---|---|---|");
    for (const { kind, headline, tldr, readers } of rows) {
      const of = (what) => readers.map((reader) => marks(reader[what])).join(" ");
      parts.push(`| ${kind} | ${escape(headline)} | ${of("headline")} | ${escape(tldr)} | ${of("tldr")} |`);
    }
  }
  await writeFile(PAGE, `${parts.join("\n")}\n`);
}

const [command, ...given] = process.argv.slice(2);
if (command === "--add") await add(given);
else await page();
