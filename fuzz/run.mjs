/**
 * Runs the fuzz targets one after the other, each for its share of the minutes, and adds executions and
 * minutes to results/executions.json.
 *
 *   node fuzz/run.mjs PROGRAM MINUTES [TARGET...]
 *
 * PROGRAM is the one that `./build.sh fuzz` builds. What is found lies in artifacts/; what covers new code
 * is kept in target/corpus/, beside the seeds.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

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

const [program, minutes, ...asked] = process.argv.slice(2);
const targets = asked.length > 0 ? asked : readdirSync(here("corpus")).sort();
if (program === undefined || !(Number(minutes) > 0)) {
  console.error("usage: node fuzz/run.mjs PROGRAM MINUTES [TARGET...]");
  process.exit(2);
}

const RESULTS = here("results/executions.json");
mkdirSync(here("results"), { recursive: true });

function recorded() {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch {
    return {};
  }
}

/** Runs one target; gives its executions, its seconds, and whether it found something. */
function fuzz(target, seconds) {
  const kept = here(`target/corpus/${target}`);
  mkdirSync(kept, { recursive: true });
  mkdirSync(here("artifacts"), { recursive: true });
  const dictionary = DICTIONARIES[target];
  const args = [
    kept, here(`corpus/${target}`), ...LIMITS,
    `-max_total_time=${Math.ceil(seconds)}`, `-max_len=${LONGEST[target] ?? LONGEST.default}`,
    "-print_final_stats=1", "-detect_leaks=0", "-use_value_profile=1",
    `-artifact_prefix=${here(`artifacts/${target}-`)}`,
    ...(dictionary === undefined ? [] : [`-dict=${here(`dictionaries/${dictionary}.dict`)}`]),
  ];
  return new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(program, args, { env: { ...process.env, EPITOME_FUZZ_TARGET: target } });
    let said = "";
    child.stderr.on("data", (part) => (said = (said + part).slice(-20_000)));
    child.on("close", (code) => {
      const executions = Number(/stat::number_of_executed_units:\s+(\d+)/u.exec(said)?.[1] ?? /#(\d+)(?![\s\S]*#\d)/u.exec(said)?.[1] ?? 0);
      resolve({ executions, seconds: (performance.now() - begun) / 1000, code, said });
    });
  });
}

let found = 0;
for (const target of targets) {
  const { executions, seconds, code, said } = await fuzz(target, (60 * Number(minutes)) / targets.length);
  const all = recorded();
  const before = all[target] ?? { executions: 0, minutes: 0 };
  all[target] = { executions: before.executions + executions, minutes: Number((before.minutes + seconds / 60).toFixed(2)) };
  writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(Object.entries(all).sort()), undefined, 2)}\n`);
  console.log(`${target}: ${executions} executions in ${seconds.toFixed(0)} s${code === 0 ? "" : ", FOUND SOMETHING"}`);
  if (code !== 0) {
    found += 1;
    console.log(said.split("\n").filter((line) => /panicked|ERROR|SUMMARY|artifact|Test unit|^\s*\d+: epitome/u.test(line) || /assert/u.test(line)).slice(0, 12).join("\n"));
  }
}
process.exitCode = found === 0 ? 0 : 1;
