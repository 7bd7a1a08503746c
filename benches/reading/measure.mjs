/**
 * Measures of how texts are read, each written to results/.
 *
 *   node benches/reading/measure.mjs passes                    passes over a document, counted in tests
 *   node benches/reading/measure.mjs times [BINARY COMMIT]     of the example `reading`, beside that of another commit
 *   node benches/reading/measure.mjs places FILE PACKAGE       of FILE that places.mjs wrote, natively and in Node
 *   node benches/reading/measure.mjs verdicts FILE             in Node alone, as `places.mjs judge` printed them
 *
 * `cargo build --profile harness --example reading` is run before the second and third.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RESULTS = fileURLToPath(new URL("results", import.meta.url));
const OWN = `${ROOT}/target/harness/examples/reading`;
const ROUNDS = 3;
/** Where a fact stands: start, middle, end. */
const PLACES = 3;

function record(name, found) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/${name}.json`, `${JSON.stringify(found, null, 1)}\n`);
}

/** The lines of JSON that a program prints. */
function lines(program, parameters) {
  const { stdout, status } = spawnSync(program, parameters, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${program} ${parameters.join(" ")}: status ${status}`);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function grouped(all, key) {
  const groups = new Map();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}

const median = (values) => values.toSorted((one, next) => one - next)[values.length >> 1];

function passes() {
  const parameters = ["test", "--lib", "matcher::passes", "--", "--nocapture"];
  const output = execFileSync("cargo", parameters, { cwd: ROOT, encoding: "utf8" });
  const rows = output.split("\n").flatMap((line) => {
    const [name, language, length, call, reader, count] = line.slice(Math.max(0, line.indexOf("passes\t"))).split("\t");
    return name === "passes" ? [{ language, length: Number(length), call, reader, passes: Number(count) }] : [];
  });
  record("passes", { rows });
}

/** Rounds of this tree's program and of another one's, in turns. */
function times(other, commit) {
  const measured = new Map();
  const programs = other === undefined ? [["now", OWN]] : [["before", other], ["now", OWN]];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [tree, program] of programs) {
      for (const { language, length, call, milliseconds } of lines(program, ["times"])) {
        const key = JSON.stringify({ language, length, call });
        if (!measured.has(key)) measured.set(key, { before: [], now: [] });
        measured.get(key)[tree].push(milliseconds);
      }
    }
  }
  const rows = [...measured].map(([key, { before, now }]) => ({
    ...JSON.parse(key),
    before: before.length === 0 ? undefined : median(before),
    now: median(now),
    ratio: before.length === 0 ? undefined : median(now.map((value, at) => value / before[at])),
  }));
  record("times", { rounds: ROUNDS, commit, rows });
}

function places(native, node) {
  const rows = [];
  for (const [host, found] of [
    ["native", native],
    ["Node", node],
  ]) {
    const groups = grouped(found, ({ language, length }) => `${language} ${length}`);
    for (const of of groups.values()) {
      const byText = [...grouped(of, ({ id }) => id).values()].filter((one) => one.length === PLACES);
      const same = (summary) => (one) => new Set(one.map(({ verdicts }) => verdicts[summary])).size === 1;
      const count = (summary, verdict) => of.filter(({ verdicts }) => verdicts[summary] === verdict).length;
      rows.push({
        host,
        language: of[0].language,
        length: of[0].length,
        texts: byText.length,
        same: [0, 1].map((summary) => byText.filter(same(summary)).length),
        supported: count(0, "supported"),
        contradicted: [0, 1].map((summary) => count(summary, "contradicted")),
        documents: of.length,
        milliseconds: median(of.map(({ milliseconds }) => milliseconds)),
        memory: Math.max(...of.map(({ memory }) => memory)),
      });
    }
  }
  const differ = native.filter(({ verdicts }, at) => String(verdicts) !== String(node[at]?.verdicts)).length;
  record("places", { rows, differ, of: native.length });
}

const [, , command, ...parameters] = process.argv;
if (command === "passes") passes();
else if (command === "times") times(...parameters);
else if (command === "places" && parameters.length === 2) {
  const [file, folder] = parameters;
  const judge = [fileURLToPath(new URL("places.mjs", import.meta.url)), "judge", file, folder];
  places(lines(OWN, ["places", file]), lines(process.execPath, judge));
} else if (command === "verdicts" && parameters.length === 1) {
  const printed = readFileSync(parameters[0], "utf8").trim().split("\n");
  places([], printed.map((line) => JSON.parse(line)));
} else throw new Error("one of: passes, times [BINARY COMMIT], places FILE PACKAGE, verdicts FILE");
