/**
 * What the command line does with what goes wrong: Ctrl-C, kills at any moment, files of the wrong
 * kind, rows of many languages. Writes docs/results/command-line.md, whose transcripts it runs.
 *
 *   node benches/command_line.mjs [ROWS]     of the mixed corpus (default: 20000)
 */
import { spawn } from "node:child_process";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createProject, removeProject, run } from "../js/tests/support/project.mjs";

const ROWS = Number(process.argv[2] ?? 20_000);
const KILLS = 10;

const project = await createProject([]);
const script = join(project, "node_modules", "epitome", "dist", "cli.js");
const at = (name) => join(project, name);

/** Pairs of four languages in turn, each with something of its own, half of them false. */
const TEXTS = {
  en: [(n) => `The river rose overnight and bridge ${n} was closed on Monday. The school stayed open.`, (n) => `Bridge ${n} was closed.`],
  de: [(n) => `Der Fluss stieg über Nacht, und die Brücke ${n} wurde am Montag gesperrt. Die Schule blieb offen.`, (n) => `Die Brücke ${n} wurde gesperrt.`],
  zh: [(n) => `河水一夜上涨，第${n}号大桥星期一已经关闭。学校照常上课。`, (n) => `第${n}号大桥已经关闭`],
  fa: [(n) => `رودخانه شبانه بالا آمد و پل ${n} روز دوشنبه بسته شد. مدرسه باز ماند.`, (n) => `پل ${n} بسته شد.`],
};
const TAGS = Object.keys(TEXTS);
const mixed = Array.from({ length: ROWS }, (_, id) => {
  const lang = TAGS[id % TAGS.length];
  const [document, summary] = TEXTS[lang];
  return { id, lang, document: document(id), summary: summary(id + (id % 8 < 4 ? 0 : 1)) };
});

/** A transcript: what is typed, what is printed, the status. Long lines are cut. */
async function transcript(args) {
  const { code, stdout, stderr } = await run(process.execPath, [script, ...args], { cwd: project });
  return shown(args, stdout + stderr, code);
}

const shown = (args, printed, code) =>
  [`$ epitome ${args.join(" ")}`, ...printed.trimEnd().split("\n").filter(Boolean).map((line) => (line.length > 150 ? `${line.slice(0, 149)}…` : line)), `[status ${code}]`].join("\n");

/** Runs until the output has `bytes` more, then sends `signal`; gives how it ended and what it printed. */
async function interrupted(args, output, bytes, signal) {
  const sizeOf = () => stat(at(output)).then(({ size }) => size, () => 0);
  const goal = (await sizeOf()) + bytes;
  const child = spawn(process.execPath, [script, ...args], { cwd: project, stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.on("data", (data) => (printed += data));
  let end;
  const ended = new Promise((resolve) => child.on("exit", (code, by) => resolve((end = by ?? code))));
  while (end === undefined && (await sizeOf()) < goal) await sleep(2);
  child.kill(signal);
  return { end: await ended, printed };
}

/** The ids of the rows in a file of JSON Lines. */
const idsOf = async (file) => (await readFile(at(file), "utf8")).split("\n").filter(Boolean).map((line) => JSON.parse(line).id);

await writeFile(at("mixed.jsonl"), mixed.map((row) => `${JSON.stringify(row)}\n`).join(""));

// Ctrl-C and resume.
const scoring = ["score", "-l", "auto", "-d", "4", "-o", "scored.jsonl", "mixed.jsonl"];
const stopped = await interrupted(scoring, "scored.jsonl", ROWS * 40, "SIGINT");
const interruption = [
  shown(scoring, stopped.printed, stopped.end).replace(/\n(?=\[status)/u, "\n^C\n"),
  await transcript(scoring),
  await transcript([...scoring.slice(0, -1), "--resume", "mixed.jsonl"]),
].join("\n");

// The mixed corpus.
const begun = performance.now();
await transcript([...scoring.slice(0, -1), "--force", "mixed.jsonl"]);
const seconds = (performance.now() - begun) / 1000;
const whole = await readFile(at("scored.jsonl"), "utf8");
const rows = whole.split("\n").filter(Boolean).map((line) => JSON.parse(line));
const guessed = rows.filter(({ lang, language }) => lang === language).length;

// Kills at random moments.
const killing = ["score", "-l", "auto", "-d", "4", "-o", "killed.jsonl", "mixed.jsonl"];
let kills = 0;
for (let round = 0; kills < KILLS && round < 3 * KILLS; round += 1) {
  const bytes = 1 + Math.floor((Math.random() * whole.length) / KILLS);
  const { end } = await interrupted([...killing, ...(round > 0 ? ["--resume"] : [])], "killed.jsonl", bytes, "SIGKILL");
  if (end !== "SIGKILL") throw new Error(`ended with ${end} after ${kills} kills`);
  kills += 1;
}
const last = await run(process.execPath, [script, ...killing, "--resume"], { cwd: project });
if (last.code !== 0) throw new Error(last.stderr);
const ids = await idsOf("killed.jsonl");
const once = ids.length === ROWS && ids.every((id, index) => id === index);
const same = (await readFile(at("killed.jsonl"), "utf8")) === whole;

// Files of the wrong kind.
const pair = '{"document":"The river rose.","summary":"The river rose."}\n';
const wrong = {
  "binary.jsonl": Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]),
  "utf16.jsonl": Buffer.from(`\uFEFF${pair}`, "utf16le"),
  "cut.jsonl.gz": gzipSync(pair.repeat(2000)).subarray(0, 60),
  "columns.csv": "id,text\n1,The river rose.\n",
  "array.json": `[${pair.trim()},\n ${pair.trim()}]`,
  "text.jsonl": "The river rose.\n",
  "latin1.jsonl": Buffer.from('{"document":"Der Fluß stieg.","summary":"Der Fluß stieg."}\n', "latin1"),
};
const files = [];
for (const [name, content] of Object.entries(wrong)) {
  await writeFile(at(name), content);
  files.push(await transcript(["score", "-l", "en", "-d", "2", name]));
}
files.push(await transcript(["score", "-l", "en", "missing.jsonl"]));

// Tables.
await writeFile(at("in.csv"), 'id,document,summary\n1,"The river rose, and the bridge was closed.","The bridge\nwas closed."\n2,"He said ""no"".",She said yes.\n');
const table = [
  `$ cat in.csv\n${(await readFile(at("in.csv"), "utf8")).trimEnd()}`,
  await transcript(["score", "-l", "en", "-d", "2", "-o", "out.csv", "in.csv"]),
  `$ cat out.csv\n${(await readFile(at("out.csv"), "utf8")).trimEnd()}`,
].join("\n");

const fence = (text) => `\`\`\`text\n${text}\n\`\`\``;
await writeFile(
  new URL("../docs/results/command-line.md", import.meta.url),
  `# The command line where things go wrong

\`node benches/command_line.mjs\` runs what stands here and writes this page. Made on
${cpus().length} × ${cpus()[0].model.trim()}, Node ${process.versions.node}.

## A mixed corpus

${ROWS.toLocaleString("en")} rows of four languages in turn with \`--language auto\`: ${seconds.toFixed(1)} s,
${Math.round(ROWS / seconds).toLocaleString("en")} rows a second on one thread. ${guessed.toLocaleString("en")} rows were read in their language.

## \`kill -9\`

The same run was killed ${kills} times at random moments and went on with \`--resume\`. In the end
${once ? "every row is there exactly once, in order" : "ROWS ARE MISSING OR TWICE"}, and the output ${same ? "equals" : "DIFFERS FROM"} that of one run to the byte.

## Ctrl-C

${fence(interruption)}

## Files of the wrong kind, and of unusual ones

${fence(files.join("\n"))}

## Tables

${fence(table)}
`,
);
await removeProject(project);
if (!once || !same) process.exitCode = 1;
