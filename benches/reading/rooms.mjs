/**
 * Lines of code and entries of tables in the rooms where texts are read and judged, in two commits.
 *
 *   node benches/reading/rooms.mjs [COMMIT]     the rules of COMMIT, and of the working tree
 *
 * A line counts if it is not blank, no comment and no test. An entry is a word of a table: of a file
 * of the lexicon, or a quoted string of a constant list in the code.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The last commit of the crate whose rules were code. */
export const BEFORE = "9d0a26b";

/** The rooms, and what of them are rules of language. The first that fits a path counts it. */
const ROOMS = [
  ["words of a language", /^src\/lexicon\/|^src\/text\/(content_words|initials|said|normalized_words)\b/u],
  ["sentences and clauses", /^src\/text\/sentences\//u],
  ["quantities, dates, names", /^src\/text\/entities\b/u],
  ["the forms of documents", /^src\/analysis\/shape\//u],
  ["a text read once", /^src\/analysis\//u],
  ["what a document holds", /^src\/grounding\/|^src\/metrics\/(held_|found_|holder|entity_lookup|longer_names|inflected_names|entities)/u],
  [
    "features and evidence",
    /^src\/matcher\/(absent|content|contradictions|counted|density|document_|evidence|lexical_|marks|measures|negations|novelty|parts|premise|proximity|quotation|reading|restated|same_|stems|support|surface|telling|topics|unsupported_|verdict|windows|wording)/u,
  ],
];

const git = (...parameters) => execFileSync("git", ["-C", ROOT, ...parameters], { encoding: "utf8", maxBuffer: 1 << 28 });

/** The code of a file without its tests, comments and blank lines. */
export function code(text) {
  const kept = [];
  let test = 0;
  let waits = false;
  for (const line of text.split("\n")) {
    const bare = line.trim();
    if (test === 0 && bare.startsWith("#[cfg(test)]")) {
      waits = true;
      continue;
    }
    if (waits || test > 0) {
      const braces = (line.match(/\{/gu) ?? []).length - (line.match(/\}/gu) ?? []).length;
      // A module or function ends with its brace, anything else with its line.
      if (waits && (/^(mod|fn|pub|impl|use)\b/u.test(bare) || bare !== "") && !bare.startsWith("#[")) {
        waits = false;
        test = braces > 0 && /^(?:pub(?:\(\w+\))? )?(?:mod|fn|impl)\b/u.test(bare) ? braces : 0;
        continue;
      }
      if (test > 0) test = Math.max(0, test + braces);
      continue;
    }
    if (bare !== "" && !bare.startsWith("//")) kept.push(line);
  }
  return kept;
}

/** The words of the tables of a file of code: quoted strings of constant lists. */
function entries(lines) {
  const tables = lines.join("\n").matchAll(/\b(?:const|static) \w+: [^=]*?(?:&\[|\[)[^=]*= ?&?\[(.*?)\];/gsu);
  let count = 0;
  for (const [, table] of tables) count += (table.match(/"(?:[^"\\]|\\.)*"/gu) ?? []).length;
  return count;
}

/** Lines and entries by room of one tree, and of all of `text`, `metrics`, `matcher` and the new rooms. */
export function rooms(files, read) {
  const found = new Map(ROOMS.map(([name]) => [name, { files: 0, lines: 0, entries: 0 }]));
  const all = { files: 0, lines: 0, entries: 0 };
  for (const file of files) {
    if (!/^src\/(?:text|metrics|matcher|analysis|grounding|lexicon)\b/u.test(file)) continue;
    if (/tests?\.rs$|\/tests\/|\/passes\.rs$/u.test(file)) continue;
    const text = read(file);
    const isList = file.endsWith(".txt");
    const lines = isList ? [] : code(text);
    const words = isList ? text.split(/[\s|]+/u).filter((word) => /\p{L}/u.test(word)).length : entries(lines);
    const room = ROOMS.find(([, of]) => of.test(file))?.[0];
    for (const sum of room === undefined ? [all] : [all, found.get(room)]) {
      sum.files += 1;
      sum.lines += lines.length;
      sum.entries += words;
    }
  }
  return { found, all };
}

export const before = () =>
  rooms(git("ls-tree", "-r", "--name-only", BEFORE, "src").trim().split("\n"), (file) => git("show", `${BEFORE}:${file}`));
export const now = () =>
  rooms(git("ls-files", "--cached", "--others", "--exclude-standard", "src").trim().split("\n"), (file) => readFileSync(`${ROOT}/${file}`, "utf8"));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, tree] of [
    [BEFORE, before()],
    ["now", now()],
  ]) {
    console.log(name, tree.all);
    console.table(Object.fromEntries(tree.found));
  }
}
