// Writes docs/results/readings.md: what readers said of headlines and summaries of `auto`.
// benches/readings/SET/LANGUAGE.jsonl holds a line for each document: its kind, what was read, and the verdicts.
// `--add SET LANGUAGE OUTPUTS READER1 READER2` makes such a file of the outputs and the readers' files.

import { readFile, writeFile } from "node:fs/promises";

const FOLDER = new URL("readings/", import.meta.url);
const PAGE = new URL("../docs/results/readings.md", import.meta.url);
const LANGUAGES = { en: "English", zh: "Chinese", de: "German", fa: "Persian" };
const KINDS = ["headline", "tldr"];
const QUESTIONS = ["grammatical", "true", "gist"];

const lines = async (path) => (await readFile(path, "utf8")).split("\n").filter(Boolean).map((line) => JSON.parse(line));

async function add([set, language, outputs, ...readers]) {
  const verdicts = await Promise.all(readers.map(async (path) => new Map((await lines(path)).map((row) => [row.id, row]))));
  const rows = (await lines(outputs)).map(({ id, kind, headline, tldr }) => ({
    id, kind, headline, tldr,
    readers: verdicts.map((of) => {
      const found = of.get(id);
      if (found === undefined) throw new Error(`${id}: a reader has no verdict`);
      return { headline: found.headline, tldr: found.tldr, note: found.note ?? "" };
    }),
  }));
  await writeFile(new URL(`${set}/${language}.jsonl`, FOLDER), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
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
      const shares = said[0].map((_, reader) => share(said.filter((all) => all[reader]).length, rows.length));
      const apart = said.filter(([one, ...others]) => others.some((other) => other !== one)).length;
      return shares.length > 1 ? `${shares.join(", ")}; ${apart}` : shares[0];
    });
    return `| ${LANGUAGES[language] ?? language} | ${kind} | ${rows.length} | ${cells.join(" | ")} |`;
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
  return `Of headlines ${told("headline")}; of \`tldr\` ${told("tldr")} (four languages, all readings).`;
}

const escape = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const marks = (of) => QUESTIONS.map((question) => (of[question] ? question[0] : "–")).join("");

const SETS = [
  {
    set: "independent",
    title: "Fifty documents of strangers",
    about: [
      "Fifty documents a language of twelve kinds (`models/recipes/judge/independent`), by writers who saw neither code nor rules.",
      "Two others read both versions side by side, alone and apart, without knowing which is which; all are large language models",
      "that were told to be strict. These documents were in view: rules of this version were made while their outputs and earlier",
      "verdicts were looked at.",
    ],
  },
  { set: "independent-before", title: "The version before, on the same documents", about: ["Read with the above."], isListed: false },
  {
    set: "independent-lead",
    title: "`lead` on the same documents",
    about: ["The first sentence, as it stands or cut to the length of a headline. Read in the same way, by others, before."],
    isListed: false,
  },
  {
    set: "blind",
    title: "Documents of another stranger, an earlier version",
    about: [
      "Eight messy documents a language of eight kinds, by a writer who knew neither rules nor earlier documents, read likewise.",
      "Of `lead`, the first sentence, they found 44 to 50 % of the headlines well written and 3 to 6 % with the gist, of the `tldr` 56",
      "and 3 %.",
    ],
  },
];

async function page() {
  const fresh = (await Promise.all(Object.keys(LANGUAGES).map((language) => lines(new URL(`${SETS[0].set}/${language}.jsonl`, FOLDER))))).flat();
  const parts = [
    "# Headlines and summaries, read",
    "",
    "**Do the headlines and summaries of `auto` read well, say only what is true, and tell the gist?**",
    answer(fresh),
    "",
    "Written by `node benches/readings.mjs`; not edited by hand. Invented documents of many kinds; what `auto` shows of each as headline and `tldr`",
    "was read strictly. *grammatical*: complete, without leftovers and open references; *true*: the document says all of it; *gist*: it says what the",
    "document is mainly about. Shares in percent of each reading with 95 % intervals (Wilson); behind the semicolon on how many documents the",
    "readings differ.",
  ];
  for (const { set, title, about, isListed = true } of SETS) {
    const names = Object.keys(LANGUAGES);
    const read = await Promise.all(names.map(async (language) => [language, await lines(new URL(`${set}/${language}.jsonl`, FOLDER))]));
    const all = ["all", read.flatMap(([, rows]) => rows)];
    parts.push("", `## ${title}`, "", ...about, "");
    parts.push("| language | what | documents | grammatical | true | gist |", "|---|---|---|---|---|---|");
    parts.push(...[...read, all].flatMap(([language, rows]) => summary(language, rows)));
    for (const [language, rows] of isListed ? read : []) {
      parts.push("", `### ${title}: ${LANGUAGES[language]}`, "", "Letters are the yeses of each reading: g, t, g; a dash is a no.", "");
      parts.push("| kind | headline | | tldr | |", "|---|---|---|---|---|");
      for (const { kind, headline, tldr, readers } of rows) {
        const of = (what) => readers.map((reader) => marks(reader[what])).join(" ");
        parts.push(`| ${kind} | ${escape(headline)} | ${of("headline")} | ${escape(tldr)} | ${of("tldr")} |`);
      }
    }
  }
  await writeFile(PAGE, `${parts.join("\n")}\n`);
}

const [command, ...given] = process.argv.slice(2);
if (command === "--add") await add(given);
else await page();
