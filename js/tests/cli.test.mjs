/** The command line of the installed package, as its users run it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { TEXTS } from "./support/headline-texts.mjs";
import { createProject, importEntries, removeProject, run } from "./support/project.mjs";

const PAIR = {
  document: "The river rose overnight and the bridge was closed. The school stayed open.",
  summary: "The bridge was closed.",
};
const COMMANDS = ["score", "filter", "evaluate", "select", "summarize", "models"];

let project, script, epitome;

before(async () => {
  project = await createProject();
  script = join(project, "node_modules", "epitome", "dist", "cli.js");
  epitome = (await importEntries(project)).epitome;
});

after(async () => {
  if (project) await removeProject(project);
});

const cli = (args, input) => run(process.execPath, [script, ...args], { cwd: project, input });
/** Runs a line of the shell, in which `epitome` is the command line. */
const shell = (line) =>
  run("sh", ["-c", `epitome() { "${process.execPath}" "${script}" "$@"; }; ${line}`], { cwd: project });
const at = (name) => join(project, name);
const jsonl = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const parsed = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** What the module `name` of the command line exports. */
async function importSource(name) {
  const { build } = await import("esbuild");
  const outfile = at(`${name}.mjs`);
  const entry = new URL(`../src/cli/${name}.ts`, import.meta.url).pathname;
  await build({ entryPoints: [entry], outfile, format: "esm" });
  return await import(outfile);
}

/** Rows whose summaries fit, half fit or do not fit, by turns. */
const rows = (count) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    document: `${PAIR.document} It was day ${id}.`,
    summary: [PAIR.summary, `The bridge and a whale ${id}`, "Whales sing in winter."][id % 3],
  }));

/** A model without a graph: quick, and the same to the last bit in every process. */
const RULED = ["--model", "rouge", "--language", "en"];

describe("the command line itself", () => {
  test("refuses what is wrong with status 2, and points to the help", async () => {
    const wrong = [
      [], ["none"], ["score", "--size", "medium"], ["score", "--none"], ["score", "--model", "none"],
      ["score", "--language", "xx"], ["score", "--language", "en", "none.jsonl"],
      ["score", "--language", "en", "."], ["score", "--language", "en", "a", "b"],
      ["score", "--language", "en", "--workers", "0"], ["score", "--language", "en", "--resume"],
      ["score", "--language", "en", "--output", "rows.json"], ["score", "--output-format", "json"],
      ["score", "--model", "https://[/manifest.json"], ["score", "--language-field", "summary", "--model", "none"],
      ["score", "--language", "en", "--output", "no-folder/rows.jsonl"],
      ["filter", "--language", "en"], ["filter", "--language", "en", "--keep", "1.5"],
      ["filter", "--language", "en", "--keep", "0.5", "--digits", "3"],
      ["evaluate", "--language", "en", "--resamples", "many"],
      ["select"], ["select", "--items", "0"], ["select", "--items", "1.5"],
      ["select", "--items", "1", "--method", "best"], ["select", "--items", "1", "--neighbours", "101"],
      ["select", "--items", "1", "--weight=-1"], ["select", "--items", "1", "none.jsonl"],
      ["select", "--items", "1", "--output-format", "xml"], ["select", "--items", "1", "--output", "rows.json"],
      ["summarize", "--type", "haiku"], ["summarize", "--resume"], ["models", "x"],
      ["summarize", "--output-format", "csv"], ["summarize", "--summary-field", "s"],
      ["summarize", "--method", "none"], ["summarize", "--method", "headline-en"],
      ["summarize", "--type", "headline", "--method", "abstractive"],
      ["summarize", "--type", "headline", "--method", "lead", "--beams", "4"],
      ["summarize", "--type", "headline", "--beams", "4"],
      ["summarize", "--type", "headline", "--language", "en", "--beams", "33"],
      ["summarize", "--type", "headline", "--language", "en", "--candidates", "0"],
      ["summarize", "--type", "headline", "--language", "en", "--candidates", "4", "--beams", "2"],
      ["summarize", "--type", "headline", "--model", "headline-en"],
    ];
    for (const args of wrong) {
      const { code, stdout, stderr } = await cli(args, jsonl([PAIR]));
      assert.equal(code, 2, args.join(" "));
      if (args.length > 0) {
        assert.equal(stdout, "");
        assert.match(stderr, /^epitome: .+\nTry: epitome (\w+ )?--help\n$/u, args.join(" "));
      }
    }
  });

  test("every command has help with an example; every option that it takes is in it", async () => {
    const { code, stdout } = await cli(["--help"]);
    for (const none of ["constructor", "nope"]) assert.equal((await cli(["help", none])).code, 2);
    assert.equal(code, 0);
    for (const command of COMMANDS) {
      assert.match(stdout, new RegExp(`^  ${command} `, "mu"));
      const help = (await cli([command, "--help"])).stdout;
      assert.match(help, new RegExp(`^Usage: epitome ${command}`, "u"));
      assert.match(help, new RegExp(`\\$ epitome ${command}`, "u"));
      assert.equal((await cli(["help", command])).stdout, help);
      for (const [, option] of help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gmu)) {
        const { stderr } = await cli([command, option, "--no-such-option"], "");
        assert.doesNotMatch(stderr, new RegExp(`unknown option ${option}`, "u"), option);
      }
    }
    assert.match((await cli(["--version"])).stdout, /^\d+\.\d+\.\d+\n$/u);
  });

  test("the help's first example works", async () => {
    const [, line] = /\$ (echo '.+' > pairs\.jsonl)/u.exec((await cli(["--help"])).stdout);
    const made = await run("sh", ["-c", line], { cwd: project });
    assert.equal(made.code, 0);
    const { code, stdout } = await cli(["score", "pairs.jsonl"]);
    assert.equal(code, 0);
    assert.equal(parsed(stdout)[0].matched, true);
    assert.equal(parsed(stdout)[0].language, "en"); // guessed
  });

  test("lists the models", async () => {
    const { code, stdout } = await cli(["models", "--json"]);
    assert.equal(code, 0);
    const { Matcher, LineClassifier, Summarizer } = epitome;
    for (const name of ["headlines", "papers"]) {
      await writeFile(at(`${name}.mjs`), `import "@epitome/${name}";\n`);
      await import(at(`${name}.mjs`));
    }
    const listed = [...Matcher.models(), ...LineClassifier.models(), ...Summarizer.models()];
    assert.deepEqual(JSON.parse(stdout), listed);
    const text = (await cli(["models"])).stdout;
    assert.match(text, /^name .*\nfit-zh /u);
    assert.match(text, /^headline-en +summarization +en /mu);
    assert.match(text, /not installed: @epitome\/large-en, @epitome\/large-zh/u);
  });
});

describe("score", () => {
  test("leaves out 3 bad lines of 10,000, each with its number", async () => {
    const lines = rows(10_000).map((row) => JSON.stringify(row));
    lines[16] = "{ not json";
    lines[5000] = JSON.stringify({ id: 5000, document: "x" });
    lines[9999] = JSON.stringify({ id: 9999, document: "…", summary: "x" });
    await writeFile(at("many.jsonl"), lines.join("\n")); // no final line break
    const { code, stdout, stderr } = await cli(["score", ...RULED, "many.jsonl"]);
    assert.equal(code, 1);
    const found = stderr.trim().split("\n");
    assert.match(found[0], /^epitome: many\.jsonl: line 17: not JSON/u);
    assert.match(found[1], /line 5001: there is no field "summary": the row has .* \(--summary-field/u);
    assert.match(found[2], /line 10000: the field "document" holds no letter or digit/u);
    assert.equal(found[3], "epitome: 3 bad lines left out, 9997 pairs done (1 not JSON, " +
      '1 there is no field "summary", 1 the field "document" holds no letter or digit)');
    assert.equal(found.length, 4); // and no progress, because it is no terminal
    const scored = parsed(stdout);
    const ids = lines.map((_, id) => id).filter((id) => ![16, 5000, 9999].includes(id));
    assert.deepEqual(scored.map(({ id }) => id), ids);
    const matcher = await epitome.Matcher.create({ model: "rouge", language: "en" });
    const { sentences: _, backend: __, ...said } = await matcher.match(PAIR.document + " It was day 3.", PAIR.summary);
    assert.deepEqual(scored[3], { ...rows(4)[3], ...said });
    matcher.destroy();
  });

  test("reads and writes what it is given: BOM, CRLF, blank lines, other fields, no UTF-8", async () => {
    const good = JSON.stringify({ text: PAIR.document, head: PAIR.summary, kept: [1, null] });
    const input = Buffer.concat([
      Buffer.from(`\uFEFF${good}\r\n\r\n   \n`),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(`[1]\n${good}`),
    ]);
    const args = ["score", "--language", "en", "--document-field", "text", "--summary-field", "head"];
    const { code, stdout, stderr } = await cli(args, input);
    assert.equal(code, 1);
    assert.match(stderr, /line 4: not UTF-8/u);
    assert.match(stderr, /line 5: not a JSON object/u);
    assert.deepEqual(parsed(stdout).map(({ kept }) => kept), [[1, null], [1, null]]);
  });

  test("keeps the numbers of a row as they are written, unless it has a field that is added", async () => {
    const text = '"document":"The river rose. The bridge was closed.","summary":"The bridge was closed."';
    const own = `{ "id": 1234567890123456789, "price":1.10, ${text}`;
    const scored = await cli(["score", ...RULED], `${own} }\r\n`);
    assert.ok(scored.stdout.startsWith(`${own},"score":`), scored.stdout);
    assert.deepEqual(Object.keys(JSON.parse(scored.stdout)).slice(4), ["score", "probability", "matched", "levels", "read", "language", "verdict"]);
    const kept = await cli(["filter", "--keep", "0", "--with-scores", ...RULED], `${own}}\n`);
    assert.equal(kept.stdout, scored.stdout);
    const args = ["summarize", "--jsonl", "--summary-field", "head"];
    const { stdout } = await cli(args, `${own}}`);
    assert.ok(stdout.startsWith(`${own},"head":`), stdout);
    assert.equal(typeof JSON.parse(stdout).head, "string");
    const again = await cli(["score", ...RULED], scored.stdout);
    assert.deepEqual(JSON.parse(again.stdout), JSON.parse(scored.stdout));
    assert.equal(again.stdout.match(/"score":/gu).length, 1);
  });

  test("threads give the same output; --explain adds evidence", async () => {
    await writeFile(at("some.jsonl"), jsonl(rows(700)));
    const args = ["score", "--language", "en", "--explain", "some.jsonl"];
    const one = await cli(args);
    const three = await cli([...args, "--workers", "3"]);
    assert.equal(three.code, 0, three.stderr);
    assert.equal(three.stdout, one.stdout);
    assert.equal(parsed(one.stdout)[0].evidence.length, 1);
  });

  test("takes another model by the path or the address of its manifest", async () => {
    const row = jsonl([{ document: "河水上涨，大桥关闭。", summary: "大桥关闭" }]);
    const path = join("node_modules", "@epitome", "papers", "models", "lstm-ii-zh", "manifest.json");
    const named = await cli(["score", "--model", "lstm-ii-zh"], row);
    assert.equal((await cli(["score", "--model", path], row)).stdout, named.stdout);
    assert.equal((await cli(["score", "--model", `file://${at(path)}`], row)).stdout, named.stdout);
    const none = await cli(["score", "--model", "none.json"], row);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /there is no file file:\S+none\.json/u);
  });

  test("writes to a reader that goes away without complaint", async () => {
    await writeFile(at("many.jsonl"), jsonl(rows(3000)));
    const command = `"${process.execPath}" "${script}" score --language en many.jsonl | head -1`;
    const { code, stdout, stderr } = await run("sh", ["-c", command], { cwd: project });
    assert.equal(code, 0);
    assert.equal(parsed(stdout).length, 1);
    assert.equal(stderr, "");
  });

  test("reads pipes as FILE, and writes to them", async () => {
    await writeFile(at("piped.jsonl"), jsonl(rows(3000)));
    const judge = `epitome score ${RULED.join(" ")}`;
    const { stdout: expected } = await shell(`${judge} piped.jsonl`);
    const read = await shell(`cat piped.jsonl | ${judge} /dev/stdin`);
    assert.deepEqual([read.code, read.stderr], [0, ""]);
    assert.equal(read.stdout, expected);
    await shell("mkfifo in.pipe out.pipe");
    const named = await shell(`cat piped.jsonl > in.pipe & ${judge} in.pipe`);
    assert.equal(named.stdout, expected, named.stderr);
    const written = await shell(`cat out.pipe & ${judge} --output out.pipe piped.jsonl && wait`);
    assert.deepEqual([written.code, written.stderr], [0, ""]);
    assert.equal(written.stdout, expected);
    await assert.rejects(stat(at("out.pipe.resume")), { code: "ENOENT" });
    const resumed = await shell(`${judge} --output out.pipe --resume piped.jsonl`);
    assert.equal(resumed.code, 2);
    assert.match(resumed.stderr, /^epitome: --resume: out\.pipe is no regular file/u);
    const text = await shell(`printf 'The river rose.' | epitome summarize --format plain-text /dev/stdin`);
    assert.equal(text.stdout, "The river rose.\n", text.stderr);
  });

  test("finishes its output when the reader of its messages goes away", async () => {
    const lines = rows(6000).map((row) => `${JSON.stringify(row)}\nbad\n`);
    await writeFile(at("half.jsonl"), lines.join(""));
    const args = ["score", ...RULED, "--output", "half.out", "half.jsonl"].join(" ");
    const { stdout } = await shell(`(epitome ${args}; echo $? > half.status) 2>&1 | head -1`);
    assert.match(stdout, /^epitome: half\.jsonl: line 2: not JSON.*\n$/u);
    assert.equal(await readFile(at("half.status"), "utf8"), "1\n");
    assert.equal(parsed(await readFile(at("half.out"), "utf8")).length, 6000);
    await assert.rejects(stat(at("half.out.resume")), { code: "ENOENT" });
  });

  test("never writes over its input, whatever it is called", async () => {
    const input = jsonl(rows(3));
    await writeFile(at("own.jsonl"), input);
    await symlink("own.jsonl", at("link.jsonl"));
    for (const command of [["score", ...RULED], ["filter", "--keep", "0", ...RULED], ["summarize", "--jsonl"]]) {
      for (const output of ["own.jsonl", "link.jsonl"]) {
        const line = [...command, "--output", output].join(" ");
        for (const from of ["own.jsonl", "< own.jsonl", "- < link.jsonl"]) {
          const { code, stderr } = await shell(`epitome ${line} ${from}`);
          assert.equal(code, 2, `${line} ${from}`);
          assert.match(stderr, new RegExp(`^epitome: --output: ${output} is the input`, "u"));
          assert.equal(await readFile(at("own.jsonl"), "utf8"), input);
        }
      }
    }
    const { code } = await cli(["score", ...RULED, "--output", "other.jsonl", "own.jsonl"]);
    assert.equal(code, 0);
  });

  test("writes over a file that holds something only with --force", async () => {
    await writeFile(at("mine.jsonl"), jsonl(rows(3)));
    await writeFile(at("mine.txt"), PAIR.document);
    const made = await cli(["score", ...RULED, "--output", "scored.in", "mine.jsonl"]);
    assert.equal(made.code, 0, made.stderr);
    for (const command of [
      ["score", ...RULED, "mine.jsonl"],
      ["filter", "--keep", "0", ...RULED, "mine.jsonl"],
      ["summarize", "--jsonl", "mine.jsonl"],
      ["summarize", "mine.txt"],
      ["select", "--items", "2", "scored.in"],
    ]) {
      await writeFile(at("kept.out"), "mine\n");
      const line = [...command, "--output", "kept.out"];
      const refused = await cli(line);
      assert.equal(refused.code, 2, line.join(" "));
      assert.match(refused.stderr, /^epitome: --output: kept\.out holds 5 bytes; .*--force\n/u);
      assert.equal(await readFile(at("kept.out"), "utf8"), "mine\n");
      await assert.rejects(stat(at("kept.out.resume")), { code: "ENOENT" });
      const forced = await cli([...line, "--force"]);
      assert.equal(forced.code, 0, forced.stderr);
      assert.doesNotMatch(await readFile(at("kept.out"), "utf8"), /mine/u);
      await writeFile(at("kept.out"), "");
      const empty = await cli(line);
      assert.equal(empty.code, 0, empty.stderr);
    }
    await mkdir(at("kept"), { recursive: true });
    await writeFile(at("kept/mine.txt"), "mine");
    const folder = await cli(["optimize", "mine.json", "--output", "kept"]);
    assert.equal(folder.code, 2);
    assert.match(folder.stderr, /^epitome: kept holds files; .*--force/u);
    const lines = await cli(["segment", "--output", "mine.txt", "page.xml"]);
    assert.equal(lines.code, 2);
    assert.match(lines.stderr, /^epitome: --output: mine\.txt holds \d+ bytes; .*--force/u);
  });

  test("memory stays bounded over 50,000 pairs", async (t) => {
    const peak = async (count) => {
      await writeFile(at("big.jsonl"), jsonl(rows(count)));
      const args = ["--require", at("peak.cjs"), script, "score", ...RULED, "--force", "--output", "big.out", "big.jsonl"];
      const { code, stderr } = await run(process.execPath, args, { cwd: project });
      assert.equal(code, 0, stderr);
      assert.equal((await readFile(at("big.out"), "utf8")).trimEnd().split("\n").length, count);
      return Number(/peak (\d+)/u.exec(stderr)[1]) / 1024; // KiB to MiB
    };
    await writeFile(
      at("peak.cjs"),
      "process.on('exit', () => process.stderr.write(`peak ${process.resourceUsage().maxRSS}`));",
    );
    const small = await peak(2000);
    const large = await peak(50_000);
    t.diagnostic(`peak memory: ${small.toFixed(0)} MiB for 2,000, ${large.toFixed(0)} MiB for 50,000 pairs`);
    assert.ok(large < small + 80, `${small} MiB, then ${large} MiB`);
  });

  test("draws progress on a terminal", async () => {
    await writeFile(at("many.jsonl"), jsonl(rows(20_000)));
    const command = `'${process.execPath}' '${script}' score --language en --output o.jsonl many.jsonl`;
    const { stdout } = await run("script", ["-qec", command, "/dev/null"], { cwd: project });
    assert.match(stdout, /\r\[#*-*\] +\d+ % {2}[\d,]+ pairs, [\d,]+ a second, \d+:\d\d left/u);
    assert.match(stdout, /\r\u001B\[K$/u); // and clears it at the end
  });
});

describe("runs that were killed", () => {
  beforeEach(async () => {
    await rm(at("out.jsonl"), { force: true });
    await rm(at("out.jsonl.resume"), { force: true });
  });

  /** Runs with SIGKILL as soon as the output has `bytes` more; gives whether it was killed. */
  async function killAfter(args, bytes) {
    const sizeOf = () => stat(at("out.jsonl")).then(({ size }) => size, () => 0);
    const goal = (await sizeOf()) + bytes;
    const child = spawn(process.execPath, [script, ...args], { cwd: project, stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal)));
    let over = false;
    void ended.then(() => (over = true));
    while (!over && (await sizeOf()) < goal) await sleep(5);
    child.kill("SIGKILL");
    return (await ended) === "SIGKILL";
  }

  for (const workers of ["1", "2"]) {
    test(`have every line exactly once in the end, with ${workers} in the work`, async () => {
      const lines = rows(30_000).map((row) => JSON.stringify(row));
      lines[10] = "bad";
      lines[20_000] = "bad";
      await writeFile(at("in.jsonl"), `${lines.join("\n")}\n`);
      const common = [...RULED, "--workers", workers, "--output", "out.jsonl", "in.jsonl"];
      const args = ["score", ...common];
      let kills = (await killAfter(args, 300_000)) ? 1 : 0;
      for (const size of [1000, 1_500_000, 700_000]) {
        if (await killAfter([...args, "--resume"], size)) kills += 1;
      }
      assert.ok(kills >= 3, `killed ${kills} times`);
      // What a kill leaves behind may end in the middle of a row.
      await writeFile(at("out.jsonl"), '{"id":"half', { flag: "a" });
      const { code, stderr } = await cli([...args, "--resume"]);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /2 bad lines left out, 29998 pairs done/u);
      const whole = await cli(["score", ...RULED, "in.jsonl"]);
      assert.equal(await readFile(at("out.jsonl"), "utf8"), whole.stdout);
      await assert.rejects(stat(at("out.jsonl.resume")), { code: "ENOENT" });
    });
  }

  test("count all that was kept and dropped", async () => {
    await writeFile(at("in.jsonl"), jsonl(rows(20_000)));
    const common = ["filter", "--keep", "0.5", "--json", ...RULED];
    const args = [...common, "--output", "out.jsonl", "in.jsonl"];
    assert.ok(await killAfter(args, 200_000));
    const resumed = await cli([...args, "--resume"]);
    const whole = await cli([...common, "in.jsonl"]);
    assert.equal(resumed.stderr, whole.stderr);
    assert.equal(await readFile(at("out.jsonl"), "utf8"), whole.stdout);
  });

  test("do not go on after an output that has lost rows", async () => {
    await writeFile(at("in.jsonl"), jsonl(rows(20_000)));
    const args = ["score", ...RULED, "--output", "out.jsonl", "in.jsonl"];
    assert.ok(await killAfter(args, 2_500_000));
    const whole = await readFile(at("out.jsonl"));
    const { progressed } = JSON.parse(await readFile(at("out.jsonl.resume"), "utf8"));
    assert.ok(progressed.output > 1000);
    const part = whole.subarray(0, 1000);
    await writeFile(at("out.jsonl"), part);
    const { code, stderr } = await cli([...args, "--resume"]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`^epitome: --resume: out\\.jsonl has 1000 bytes, .+ written ${progressed.output};`, "u"));
    assert.deepEqual(await readFile(at("out.jsonl")), part);
    await writeFile(at("out.jsonl"), whole); // it goes on once the rows are back
    assert.equal((await cli([...args, "--resume"])).code, 0);
  });

  test("go on only with the same input and options, also from standard input", async () => {
    const input = jsonl(rows(20_000));
    await writeFile(at("in.jsonl"), input);
    const args = ["score", ...RULED, "--output", "out.jsonl"];
    assert.ok(await killAfter([...args, "in.jsonl"], 2_500_000));
    const { progressed } = JSON.parse(await readFile(at("out.jsonl.resume"), "utf8"));
    assert.ok(progressed.line > 0 && progressed.line < 20_000, `killed at line ${progressed.line}`);
    const refused = [
      [[...args, "--explain", "--resume", "in.jsonl"], "", /begun with/u],
      [[...args, "--resume"], jsonl(rows(30_000).slice(1)), /begins otherwise/u],
      [[...args, "--resume"], input.slice(0, 1000), /shorter/u],
      [[...args, "--resume", "other.jsonl"], "", /begins otherwise|shorter/u],
    ];
    await writeFile(at("other.jsonl"), `\n${input}`);
    for (const [line, stdin, message] of refused) {
      const { code, stderr } = await cli(line, stdin);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
    const { code, stderr } = await cli([...args, "--resume"], input);
    assert.equal(code, 0, stderr);
    assert.equal(await readFile(at("out.jsonl"), "utf8"), (await cli(["score", ...RULED], input)).stdout);
    const again = await cli([...args, "--resume"], input);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /has finished, or has not begun/u);
  });
});

describe("filter", () => {
  test("keeps rows as they are and counts by level", async () => {
    const input = rows(300).map((row) => `  ${JSON.stringify(row).replace(":", " : ")}\n`);
    const { code, stdout, stderr } = await cli(["filter", "--keep", "0.5", "--language", "en"], input.join(""));
    assert.equal(code, 0);
    const matcher = await epitome.Matcher.create({ language: "en" });
    const results = await matcher.matchBatch(rows(300));
    matcher.destroy();
    assert.equal(stdout, input.filter((_, index) => results[index].probability >= 0.5).join(""));
    const kept = results.filter(({ probability }) => probability >= 0.5).length;
    assert.ok(kept > 0 && kept < 300);
    assert.match(stderr, /^level +kept +dropped\n/u);
    assert.match(stderr, new RegExp(`all +${kept} +${300 - kept}\n$`, "u"));
    const json = await cli(["filter", "--keep", "0.5", "--json", "--with-scores", "--language", "en"], input.join(""));
    const counts = JSON.parse(json.stderr);
    assert.equal(counts.kept, kept);
    assert.equal(counts.levels.reduce((sum, each) => sum + each.kept + each.dropped, 0), 300);
    assert.ok(parsed(json.stdout).every(({ probability }) => probability >= 0.5));
  });
});

describe("evaluate", () => {
  /** Brute force: how often a positive scores above a negative, ties as half. */
  function auc(scores, positive) {
    let wins = 0;
    let all = 0;
    for (const [i, a] of scores.entries()) {
      for (const [j, b] of scores.entries()) {
        if (!positive[i] || positive[j]) continue;
        wins += a > b ? 1 : a === b ? 0.5 : 0;
        all += 1;
      }
    }
    return wins / all;
  }

  test("gives the AUC, its interval, Spearman and the counts of each label", async () => {
    const labelled = rows(240).map((row, index) => ({ ...row, human: 1 + ((index * 7) % 5) }));
    const args = ["evaluate", "--language", "en", "--label-field", "human", "--json"];
    const { code, stdout, stderr } = await cli(args, `${jsonl(labelled)}{"document":"a","summary":"b"}\n`);
    assert.equal(code, 1);
    assert.match(stderr, /line 241: there is no field "human": the row has "document", "summary" \(--label-field/u);
    const found = JSON.parse(stdout);
    const matcher = await epitome.Matcher.create({ language: "en" });
    const results = await matcher.matchBatch(labelled);
    matcher.destroy();
    const expected = auc(results.map(({ probability }) => probability), labelled.map(({ human }) => human >= 4));
    assert.ok(Math.abs(found.auc - expected) < 1e-12, `${found.auc}, ${expected}`);
    assert.ok(found.aucInterval.low < found.auc && found.auc < found.aucInterval.high);
    assert.equal(found.pairs, 240);
    assert.equal(found.bad, 1);
    assert.deepEqual(found.classes.map(({ label, pairs }) => [label, pairs]), [1, 2, 3, 4, 5].map((label) => [label, 48]));
    assert.equal((await cli(args, jsonl(labelled))).stdout, stdout.replace('"bad": 1', '"bad": 0'));
  });

  test("takes true and false, and says when there is one class only", async () => {
    const labelled = rows(60).map((row, index) => ({ ...row, label: index % 3 === 0 }));
    const { code, stdout } = await cli(["evaluate", "--language", "en"], jsonl(labelled));
    assert.equal(code, 0);
    assert.match(stdout, /^AUC +1\.000 \(95 % interval 1\.000 to 1\.000\)$/mu);
    assert.match(stdout, /^ +1 +fits +20 /mu);
    const named = labelled.map((row) => ({ ...row, label: row.label ? "True" : "false" })); // as tables have them
    assert.equal((await cli(["evaluate", "--language", "en"], jsonl(named))).stdout, stdout);
    const same = labelled.map((row) => ({ ...row, label: 0 }));
    assert.match((await cli(["evaluate", "--language", "en"], jsonl(same))).stdout, /^AUC +undefined: all labels are below 1$/mu);
    const none = await cli(["evaluate", "--language", "en"], "");
    assert.equal(none.code, 1);
    assert.match(none.stderr, /no labelled pair/u);
  });

  test("the statistics agree with brute force and with the interval's meaning", async () => {
    const { spearman, aucInterval, randomIndices } = await importSource("statistics");
    // R: cor(c(106,100,86,101,99,103,97,113,112,110), c(7,27,2,50,28,29,20,12,6,17), method="spearman")
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    assert.ok(Math.abs(spearman(iq, hours) - -29 / 165) < 1e-12);
    assert.ok(Math.abs(spearman([1, 1, 2], [1, 2, 2]) - 0.5) < 1e-12); // ties: ranks 1.5 1.5 3, 1 2.5 2.5
    // Against Hanley and McNeil's standard error, for scores that are normal.
    const random = randomIndices(7);
    const normal = () => Array.from({ length: 12 }, () => random(1e6) / 1e6).reduce((a, b) => a + b) - 6;
    const positive = Array.from({ length: 400 }, (_, index) => index % 2 === 0);
    const scores = positive.map((is) => normal() + (is ? 1 : 0));
    const area = auc(scores, positive);
    const { low, high } = aucInterval(scores, positive, 2000, 0.95, 3);
    const [q1, q2] = [area / (2 - area), (2 * area * area) / (1 + area)];
    const error = Math.sqrt((area * (1 - area) + 199 * (q1 - area ** 2) + 199 * (q2 - area ** 2)) / 40_000);
    assert.ok(Math.abs((high - low) / (2 * 1.96 * error) - 1) < 0.1, `${low} ${area} ${high}, error ${error}`);
    assert.equal(aucInterval([1, 2], [true, true], 100, 0.95, 1), undefined);
  });
});

describe("select", () => {
  const scored = (count) =>
    rows(count).map((row) => ({
      ...row, probability: ((row.id * 37) % 100) / 100, source: ["news", "web", "web", "mail"][row.id % 4],
    }));

  test("keeps the chosen rows as they are, within each limit, and reports labels and lengths", async () => {
    const input = scored(400).map((row) => `  ${JSON.stringify(row).replace(":", " : ")}\r\n`);
    input[3] = "{}\n";
    input.splice(7, 0, "\n");
    const args = ["select", "--items", "60", "--quota", "25", "--json"];
    const { code, stdout, stderr } = await cli(args, input.join(""));
    assert.equal(code, 1);
    assert.match(stderr, /^epitome: line 4: there is no field "document"/u);
    const kept = parsed(stdout);
    assert.equal(kept.length, 60);
    const ids = kept.map(({ id }) => id);
    assert.deepEqual(ids, ids.toSorted((a, b) => a - b));
    const lines = new Set(input.map((line) => line.trim()));
    assert.ok(stdout.split("\n").filter(Boolean).every((line) => lines.has(line.trim())));
    const found = JSON.parse(stderr.trim().split("\n").at(-1));
    assert.deepEqual([found.kept, found.rows, found.bad], [60, 399, 1]);
    for (const { name, kept: count } of found.labels) {
      assert.equal(count, kept.filter(({ source }) => source === name).length);
      assert.ok(count <= 25);
    }
    assert.equal(found.lengths.reduce((sum, each) => sum + each.kept, 0), 60);
    assert.deepEqual((await cli(args, input.join(""))).stdout, stdout); // the same each time
    const mean = (list) => list.reduce((sum, { probability }) => sum + probability, 0) / list.length;
    assert.ok(mean(kept) > 1.5 * mean(scored(400)));
  });

  test("limits words and repeats; tables are for people", async () => {
    await writeFile(at("scored.jsonl"), jsonl([...scored(30), ...scored(30)]));
    const args = ["--tokens", "300", "--repeats", "0", "--output", "chosen.jsonl", "scored.jsonl"];
    const { code, stdout, stderr } = await cli(["select", ...args]);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.match(stderr, /^label +rows +share +kept +share\n/u);
    assert.match(stderr, /\nall +60 +100\.0 % +\d+ +100\.0 %\n$/u);
    const kept = parsed(await readFile(at("chosen.jsonl"), "utf8"));
    const words = kept.flatMap(({ document, summary }) => `${document} ${summary}`.match(/\w+/gu));
    assert.ok(words.length > 200 && words.length <= 300);
    assert.equal(new Set(kept.map(({ id }) => id)).size, kept.length);
  });

  test("counts any number of labels, and shows people the 50 with most rows", async () => {
    const labelled = (count) => scored(count).map((row) => ({ ...row, source: `source ${row.id % (count - 60)}` }));
    const args = ["select", "--items", "10"];
    const { code, stdout, stderr } = await cli(args, jsonl(labelled(160))); // 60 of 100 labels twice
    assert.equal(code, 0);
    const [labels] = stderr.split("\n\n");
    const lines = labels.split("\n");
    assert.equal(lines.length, 1 + 50 + 1);
    assert.ok(lines.slice(1, 51).every((line) => /^source \d+ +2 +1\.3 % +\d/u.test(line)), labels);
    assert.equal(lines[51], "and 50 other labels");
    const json = await cli([...args, "--json"], jsonl(labelled(160)));
    assert.equal(json.stdout, stdout);
    assert.equal(JSON.parse(json.stderr).labels.length, 100);
    const many = await cli(["select", "--items", "10", "--neighbours", "0"], jsonl(labelled(130_060)));
    assert.equal(many.code, 0, many.stderr);
    assert.match(many.stderr, /\nand 129950 other labels\n\n/u);
  });

  test("tables have room for any number of rows", async () => {
    const { table } = await importSource("table");
    const rows = Array.from({ length: 200_000 }, (_, index) => [String(index)]);
    assert.equal(table(["n"], rows).slice(0, 21), "     n\n     0\n     1\n");
  });

  test("says that there is nothing to select from", async () => {
    const { code, stderr } = await cli(["select", "--items", "1"], jsonl([PAIR]));
    assert.equal(code, 1);
    assert.match(stderr, /line 1: there is no field "probability": the row has .+ \(--score-field names another\)/u);
    assert.match(stderr, /no scored row to select from\n$/u);
  });
});

describe("summarize", () => {
  test("a text, from a file or standard input", async () => {
    const args = ["summarize", "--type", "tldr", "--format", "plain-text"];
    const { code, stdout } = await cli(args, PAIR.document);
    assert.equal(code, 0);
    assert.notEqual(stdout.trim(), "");
    await writeFile(at("text.txt"), PAIR.document);
    assert.equal((await cli([...args, "text.txt"])).stdout, stdout);
    await cli([...args, "--output", "summary.txt", "text.txt"]);
    assert.equal(await readFile(at("summary.txt"), "utf8"), stdout);
  });

  test("the documents of JSON Lines", async () => {
    const documents = rows(50).map(({ id, document }) => ({ id, document }));
    await writeFile(at("documents.jsonl"), `${jsonl(documents)}{"id":50}\n`);
    const args = ["summarize", "--type", "headline", "--summary-field", "head", "documents.jsonl"];
    const { code, stdout, stderr } = await cli(args);
    assert.equal(code, 1);
    assert.match(stderr, /line 51: there is no field "document"/u);
    const found = parsed(stdout);
    assert.deepEqual(found.map(({ id }) => id), documents.map(({ id }) => id));
    assert.ok(found.every(({ head }) => typeof head === "string" && head !== ""));
    assert.equal((await cli([...args, "--workers", "2"])).stdout, stdout);
  });

  test("leaves out a document without a sentence, and goes on", async () => {
    const lines = rows(40).map((row) => JSON.stringify(row));
    lines[4] = "bad";
    lines[20] = JSON.stringify({ id: 20, document: "" });
    lines[39] = JSON.stringify({ id: 39, document: " " });
    await writeFile(at("gaps.jsonl"), lines.join("\n"));
    const left = lines.map((_, id) => id).filter((id) => ![4, 20, 39].includes(id));
    for (const workers of ["1", "2"]) {
      const args = ["--workers", workers, "--force", "--output", "gaps.out", "gaps.jsonl"];
      const { code, stderr } = await cli(["summarize", ...args]);
      assert.equal(code, 1);
      const found = stderr.trim().split("\n");
      assert.match(found[0], /^epitome: gaps\.jsonl: line 5: not JSON/u);
      for (const [index, number] of [[1, 21], [2, 40]]) {
        assert.match(found[index], new RegExp(`^epitome: gaps\\.jsonl: line ${number}: the text to summarize is empty`, "u"));
      }
      assert.equal(found[3], "epitome: 3 bad lines left out, 37 documents done (2 the text to summarize is empty or only whitespace, 1 not JSON)");
      assert.deepEqual(parsed(await readFile(at("gaps.out"), "utf8")).map(({ id }) => id), left);
      await assert.rejects(stat(at("gaps.out.resume")), { code: "ENOENT" });
    }
  });

  test("headlines that a model writes", async () => {
    const type = ["summarize", "--type", "headline"];
    const summarizer = await epitome.Summarizer.create({ type: "headline", method: "headline-en" });
    const expected = await summarizer.summarize(TEXTS.en);
    const four = await summarizer.candidates(TEXTS.en, { beams: 4 });
    summarizer.destroy();
    const manifest = join(project, "node_modules", "@epitome", "headlines", "models", "headline-en", "manifest.json");
    const ways = [["--method", "abstractive", "--language", "en"], ["--method", "headline-en"], ["--model", manifest]];
    for (const way of ways) {
      const { code, stdout, stderr } = await cli([...type, ...way], TEXTS.en);
      assert.deepEqual([code, stdout], [0, `${expected}\n`], stderr);
    }
    const search = [...type, "--method", "headline-en", "--beams", "4", "--candidates", "2"];
    const lines = four.slice(0, 2).map(({ text, logProbability }) => `${logProbability.toFixed(3)}\t${text}\n`);
    assert.equal((await cli(search, TEXTS.en)).stdout, lines.join(""));
    await writeFile(at("reports.jsonl"), jsonl([{ document: TEXTS.en }]));
    for (const workers of ["1", "2"]) {
      const [row] = parsed((await cli([...search, "--workers", workers, "reports.jsonl"])).stdout);
      assert.deepEqual([row.summary, row.candidates], [four[0].text, four.slice(0, 2)]);
    }
    const best = await cli([...type, "--language", "en", "--beams", "4"], TEXTS.en);
    assert.equal(best.stdout, `${four[0].text}\n`);
  });
});
