/**
 * Writes docs/results/reading.md from results/, which measure.mjs, worst.mjs and surface.mjs write.
 *
 *   node benches/reading/page.mjs
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { before, BEFORE, now } from "./rooms.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const file = (name) => fileURLToPath(new URL(`results/${name}`, import.meta.url));
const read = (name) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), "utf8")) : undefined);
const number = (value) => Math.round(value).toLocaleString("en");
const milliseconds = (value) => (value >= 100 ? number(value) : value.toFixed(value >= 10 ? 1 : 2));
const percent = (count, of) => `${count} of ${of} (${Math.round((100 * count) / of)} %)`;
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const sections = [];

function rooms() {
  const [old, own] = [before(), now()];
  const rows = [...old.found].map(([name, of]) => {
    const other = own.found.get(name);
    return [name, of.files, number(of.lines), number(of.entries), other.files, number(other.lines), number(other.entries)];
  });
  const total = (tree, field) => [...tree.found.values()].reduce((sum, of) => sum + of[field], 0);
  const sums = [old, own].flatMap((tree) => ["files", "lines", "entries"].map((field) => number(total(tree, field))));
  const ratio = (field) => (total(own, field) / total(old, field)).toFixed(2);
  const architecture = readFileSync(`${ROOT}/ARCHITECTURE.md`).length;
  sections.push(
    `## Rooms

\`node benches/reading/rooms.mjs\`: lines of code without tests, comments and blank lines, and words in tables, of
the rooms that hold rules of language, in commit ${BEFORE} and now. The code is now ${ratio("lines")} times as long, and ${ratio("entries")} times
as many words are in tables, most of them in files of data. ARCHITECTURE.md has ${number(architecture)} bytes.

${table(["room", `files, ${BEFORE}`, "lines", "words in tables", "files, now", "lines", "words in tables"], [...rows, ["all", ...sums]])}`,
  );
}

function passes() {
  const found = read("passes.json");
  if (found === undefined) return;
  const readers = [...new Set(found.rows.map(({ reader }) => reader))];
  const keys = [...new Set(found.rows.map(({ language, length, call }) => `${language}\t${length}\t${call}`))];
  const rows = keys.map((key) => {
    const [language, length, call] = key.split("\t");
    const of = (reader) =>
      found.rows.find((row) => row.language === language && String(row.length) === length && row.call === call && row.reader === reader);
    return [language, number(Number(length)), call, ...readers.map((reader) => of(reader).passes.toFixed(2))];
  });
  sections.push(
    `## Passes over the document

\`node benches/reading/measure.mjs passes\`: bytes that each reader of a whole text goes through in a call, as parts of
the document's. What is above 1.00 is read of the summaries, and of a document that is longer than the network reads what is
chosen of it for each of them, in words and pieces. Numbers are read in two ways in their pass, with
marks between digits and without. The test \`a_match_reads_its_document_once\` fails where a reader comes a second time.

${table(["language", "characters", "call", ...readers], rows)}`,
  );
}

function times() {
  const found = read("times.json");
  if (found === undefined) return;
  const commit = found.commit ?? "before";
  const of = (language, length, call) =>
    found.rows.find((row) => row.language === language && row.length === length && row.call === call);
  const rows = found.rows
    .filter(({ call }) => call === "match" || call === "explained match")
    .map(({ language, length, call, before: old, now: own, ratio }) => [
      language,
      number(length),
      call,
      old === undefined ? "–" : milliseconds(old),
      milliseconds(own),
      ratio === undefined ? "–" : ratio.toFixed(2),
    ]);
  const groups = [...new Set(found.rows.map(({ language, length }) => `${language} ${length}`))].map((key) => key.split(" "));
  const shared = groups.map(([language, length]) => {
    const [ten, one] = ["ten matches", "one of ten"].map((call) => of(language, Number(length), call));
    const times_ = (tree) => (ten[tree] === undefined ? "–" : (ten[tree] / one[tree]).toFixed(2));
    return [language, number(Number(length)), milliseconds(one.now), milliseconds(ten.now), times_("now"), times_("before")];
  });
  sections.push(
    `## Time

\`node benches/reading/measure.mjs times BINARY COMMIT\`: milliseconds of a processor, natively, of ${found.rounds} rounds in which the
programs of commit ${commit} and of now took turns; each has its own models. Summaries have five sentences. Medians; the
ratio is the median of the rounds'.

${table(["language", "characters", "call", commit, "now", "ratio"], rows)}

\`matchAll\` of ten summaries, against the mean of each by itself:

${table(["language", "characters", "one", "ten", "times", `times, ${commit}`], shared)}`,
  );
}

function places() {
  const found = read("places.json");
  if (found === undefined) return;
  const rows = found.rows.map((row) => [
    row.host,
    row.language,
    number(row.length),
    percent(row.same[0], row.texts),
    percent(row.same[1], row.texts),
    percent(row.contradicted[1], row.documents),
    percent(row.contradicted[0], row.documents),
    milliseconds(row.milliseconds),
    number(row.memory),
  ]);
  const hosts = ["native", "Node"].filter((host) => found.rows.some((row) => row.host === host));
  const sums = hosts.map((host) => {
    const of = found.rows.filter((row) => row.host === host);
    const same = of.reduce((sum, row) => sum + row.same[0] + row.same[1], 0);
    const all = of.reduce((sum, row) => sum + 2 * row.texts, 0);
    return `${host} ${percent(same, all)}`;
  });
  sections.push(
    `## Where a fact stands

\`node benches/reading/measure.mjs places FILE PACKAGE\`: a short text with a true and a false sentence about it, at the start,
in the middle and at the end of others. The verdict is the same at all three places: ${sums.join(", ")}. ${
      hosts.length === 1
        ? "Native code is not measured yet."
        : `Of ${number(found.of)} documents\nNode and native code gave other verdicts for ${found.differ}.`
    } The time is that of both sentences, explained, by the clock.

${table(
  [
    "host",
    "language",
    "characters",
    "true: same verdict",
    "false: same verdict",
    "false: contradicted",
    "true: contradicted",
    "ms",
    "most MB",
  ],
  rows,
)}`,
  );
}

function worst() {
  const found = read("worst.json");
  if (found === undefined) return;
  const names = [...new Set(found.rows.map(({ name }) => name))];
  const rows = names.map((name) => {
    const of = (entry) => found.rows.find((row) => row.name === name && row.entry === entry);
    const cells = (row) => [
      `${milliseconds(row.took)}${row.ended === "answer" ? "" : ` (${row.ended})`}`,
      row.memory === undefined ? "–" : number(row.memory),
      row.takesSignal ? number(row.late) : "takes none",
    ];
    return [name, ...cells(of("epitome")), ...cells(of("epitome/worker"))];
  });
  const taking = found.rows.filter(({ takesSignal }) => takesSignal);
  const heard = taking.filter(({ late }) => late <= 100).length;
  sections.push(
    `## Worst texts

\`node benches/reading/worst.mjs PACKAGE\`, Node ${found.node}: each case in a process of its own, whole (ended after 20 s), and ended by a
signal at three moments. The last columns are the most milliseconds from the signal to the rejection: ${percent(heard, taking.length)}
within 100 ms. In \`epitome\` the work is in the caller's thread, in \`epitome/worker\` in another one.

${table(["text", "epitome, ms", "MB", "signal, ms", "epitome/worker, ms", "MB", "signal, ms"], rows)}`,
  );
}

function surface() {
  if (!existsSync(file("surface.txt"))) return;
  const lines = readFileSync(file("surface.txt"), "utf8").trim().split("\n");
  const counts = new Map();
  for (const line of lines) {
    const room = line.split(" ").at(-1).split("::")[1] ?? "epitome";
    counts.set(room, (counts.get(room) ?? 0) + 1);
  }
  const rows = [...counts].sort(([, one], [, next]) => next - one).map(([room, count]) => [`\`${room}\``, number(count)]);
  sections.push(
    `## Surface of the crate

\`node benches/reading/surface.mjs\` lists all ${number(lines.length)} public items, with methods, fields and variants, in
\`benches/reading/results/surface.txt\`. \`examples/score_from_tokio.rs\` scores from four tasks of tokio:
\`cargo run --profile harness --example score_from_tokio\`.

${table(["module", "public items"], rows)}`,
  );
}

rooms();
passes();
times();
places();
worst();
surface();
const machine = cpus()[0]?.model ?? "unknown";
writeFileSync(
  `${ROOT}/docs/results/reading.md`,
  `# A text is read once

**How large are the rules of language, how often is a document read, how long does that take, and does it matter where a fact stands?**

Written by \`node benches/reading/page.mjs\` from the measures that each section names. Made on ${cpus().length} × ${machine}, beside other work.

${sections.join("\n\n")}
`,
);
