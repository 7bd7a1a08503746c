/**
 * Runs the fuzz targets one after the other, each for its share of the minutes, and adds executions and
 * minutes to results/executions.json.
 *
 *   node fuzz/run.mjs FOLDER MUTATE MINUTES [TARGET...]
 *
 * FOLDER has the programs of the targets and MUTATE is the program without counters, as `./build.sh fuzz`
 * builds them. What is found lies in artifacts/; what covers new code is kept in target/corpus/, beside the
 * seeds.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addExecutions } from "./executions.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The dictionary of each target; those of binary files need none. */
const DICTIONARIES = {
  language: "text", parts: "text", grounding: "text", entities: "text", measures: "text", matcher: "text",
  summarize: "text", corpus: "text", vocabulary: "text", pdftohtml: "xml",
  pdfjs: "json", manifest: "json", config: "json", tokenizer: "json",
};

/** The longest input of a target, in bytes: a text of a page, and a little more for nested files. */
const LONGEST = { manifest: 8192, onnx: 8192, tokenizer: 8192, plan: 4096, default: 2048 };

/** What a run may take: seconds for one input, MiB in all, MiB at once. */
const LIMITS = ["-timeout=20", "-rss_limit_mb=3000", "-malloc_limit_mb=2200"];

/**
 * The lengths of inputs that a target takes in turn: short ones are many, and long ones hold what only
 * stands far apart. Shares of its time, for libFuzzer and for mutations without counters.
 */
const TURNS = [
  { longest: 96, guided: 0.25, mutated: 0.35 },
  { longest: undefined, guided: 0.3, mutated: 0.1 },
];

const [folder, mutate, minutes, ...asked] = process.argv.slice(2);
const targets = asked.length > 0 ? asked : readdirSync(here("corpus")).sort();
if (mutate === undefined || !(Number(minutes) > 0)) {
  console.error("usage: node fuzz/run.mjs FOLDER MUTATE MINUTES [TARGET...]");
  process.exit(2);
}

/** Runs a program; gives its status, the seconds that it took, and what it said. */
function run(program, args) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(program, args);
    let said = "";
    let printed = "";
    child.stdout.on("data", (part) => (printed = (printed + part).slice(-200)));
    child.stderr.on("data", (part) => (said = (said + part).slice(-20_000)));
    child.on("close", (code) => resolve({ code, seconds: (performance.now() - begun) / 1000, said, printed }));
  });
}

/** libFuzzer on one target. */
async function guided(target, seconds, longest = LONGEST[target] ?? LONGEST.default) {
  const kept = here(`target/corpus/${target}`);
  mkdirSync(kept, { recursive: true });
  mkdirSync(here("artifacts"), { recursive: true });
  const dictionary = DICTIONARIES[target];
  const args = [
    kept, here(`corpus/${target}`), ...LIMITS,
    `-max_total_time=${Math.ceil(seconds)}`, `-max_len=${longest}`,
    "-print_final_stats=1", "-detect_leaks=0", "-reload=0",
    `-artifact_prefix=${here(`artifacts/${target}-`)}`,
    ...(dictionary === undefined ? [] : [`-dict=${here(`dictionaries/${dictionary}.dict`)}`]),
  ];
  const ended = await run(join(folder, target), args);
  const executions = /stat::number_of_executed_units:\s+(\d+)/u.exec(ended.said) ?? /#(\d+)(?![\s\S]*#\d)/u.exec(ended.said);
  return { ...ended, executions: Number(executions?.[1] ?? 0) };
}

/** Mutations without counters. */
async function mutated(target, seconds, longest) {
  const ended = await run(mutate, [target, String(seconds), ...(longest === undefined ? [] : [String(longest)])]);
  return { ...ended, executions: Number(ended.printed.trim()) || 0 };
}

const TOLD = /panicked|assert|ERROR|SUMMARY|artifact|Test unit|^found |^slow |^\s*\d+: epitome/u;

let found = 0;
for (const target of targets) {
  const seconds = (60 * Number(minutes)) / targets.length;
  for (const { longest, ...shares } of TURNS) {
    for (const [kind, start] of Object.entries({ guided, mutated })) {
      const ended = await start(target, seconds * shares[kind], longest);
      addExecutions(target, kind, ended.executions, ended.seconds);
      const speed = Math.round(ended.executions / ended.seconds);
      console.log(`${target}, ${kind}: ${ended.executions} executions, ${speed} a second${ended.code === 0 ? "" : ", FOUND SOMETHING"}`);
      if (ended.code === 0) continue;
      found += 1;
      console.log(ended.said.split("\n").filter((line) => TOLD.test(line)).slice(0, 12).join("\n"));
    }
  }
}
process.exitCode = found === 0 ? 0 : 1;
