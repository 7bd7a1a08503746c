/** What the command line reads and writes: encodings, formats, several inputs, interruptions. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { createProject, removeProject, run } from "./support/project.mjs";

let project, script;

before(async () => {
  project = await createProject([]);
  script = join(project, "node_modules", "epitome", "dist", "cli.js");
});

after(async () => {
  if (project) await removeProject(project);
});

const cli = (args, input) => run(process.execPath, [script, ...args], { cwd: project, input });
const at = (name) => join(project, name);
const jsonl = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const parsed = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));

const DOCUMENT = "The river rose, \"fast\".\nThe bridge was closed; the school stayed open.";
const rows = (count) =>
  Array.from({ length: count }, (_, id) => ({
    id: String(id),
    document: `${DOCUMENT} It was day ${id}.`,
    summary: ["The bridge was closed.", "Whales sing in winter."][id % 2],
  }));
const cell = (text) => `"${text.replaceAll('"', '""')}"`;
const csv = (list) =>
  `id,document,summary\n${list.map((row) => `${row.id},${cell(row.document)},${row.summary}\n`).join("")}`;
const RULED = ["--model", "rouge", "--language", "en"];
const utf16 = (text, big = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return big ? bytes.swap16() : bytes;
};

describe("texts", () => {
  const TLDR = ["summarize", "--type", "tldr", "--format", "plain-text"];
  const TEXT = "The harbour line opens in May.\r\n";

  test("in UTF-16, as PowerShell writes them, are those of UTF-8", async () => {
    for (const big of [false, true]) {
      await writeFile(at("wide.txt"), utf16(TEXT, big));
      const { code, stdout } = await cli([...TLDR, "wide.txt"]);
      assert.deepEqual([code, stdout], [0, "The harbour line opens in May.\n"]);
    }
  });

  test("that are none are refused", async () => {
    await writeFile(at("bad.txt"), Buffer.from([0x61, 0xff, 0x62]));
    const bad = await cli([...TLDR, "bad.txt"]);
    assert.deepEqual([bad.code, bad.stderr], [1, "epitome: bad.txt is not UTF-8\n"]);
    await writeFile(at("nul.txt"), "a\0b");
    assert.match((await cli([...TLDR, "nul.txt"])).stderr, /not UTF-8 text: it holds NUL bytes/u);
    await writeFile(at("a.pdf"), "%PDF-1.7\n");
    const pdf = await cli([...TLDR, "a.pdf"]);
    assert.equal(pdf.code, 2);
    assert.match(pdf.stderr, /is a PDF, of which epitome segment/u);
    const xml = await cli(["segment"], "plain");
    assert.equal(xml.code, 2);
    assert.match(xml.stderr, /expected the XML of pdftohtml -xml/u);
  });

  test("in HTML of what is not closed cost what their length is", { timeout: 60_000 }, async () => {
    const { build } = await import("esbuild");
    const outfile = at("html.mjs");
    await build({ entryPoints: [new URL("../src/cli/html.ts", import.meta.url).pathname], outfile, format: "esm" });
    const { textOfHtml } = await import(outfile);
    // A megabyte each: minutes, were each opening looked at to the end of the page.
    for (const opening of ["<!--", "<script>", "<p ", "<a ", "<script></scrip>", "&"]) {
      const page = `<p>It opens.</p>${opening.repeat(2 ** 20 / opening.length)}`;
      assert.match(textOfHtml(page), /^It opens\.\n/u);
    }
    assert.equal(textOfHtml("a<!-- b --><SCRIPT x>c</script >d<!-- e"), "a d<!-- e\n");
  });

  test("in HTML are what a reader sees", async () => {
    const page = `<!doctype html><html><head><title>No</title><style>p{color:red}</style></head><body>
      <script>if (1 < 2) no();</script><p>The harbour&nbsp;line <b>opens</b> in&#32;May &amp; June.</p></body></html>`;
    await writeFile(at("a.html"), page);
    const { stdout } = await cli([...TLDR, "a.html"]);
    assert.equal(stdout, "The harbour line opens in May & June.\n");
    assert.equal((await cli([...TLDR, "--html"], page)).stdout, stdout);
  });

  test("in HTML may be those of rows, and summaries are packed", async () => {
    const html = "<p>The harbour line opens in May.<br>It joins the old port to the station.</p>";
    const whole = await cli([...TLDR, "--html"], html);
    const row = await cli([...TLDR, "--html", "--jsonl"], jsonl([{ document: html }]));
    assert.equal(`${parsed(row.stdout)[0].summary}\n`, whole.stdout);
    assert.doesNotMatch(whole.stdout, /</u);
    assert.equal((await cli([...TLDR, "--html", "--output", "tldr.txt.gz"], html)).code, 0);
    assert.equal(gunzipSync(await readFile(at("tldr.txt.gz"))).toString(), whole.stdout);
  });

  test("are no Markdown unless it is asked for, but for key points", async () => {
    const text = "The C# project [draft] has a file_name of *five* parts.";
    const written = async (...args) => (await cli(["summarize", ...args], text)).stdout.trim();
    for (const type of ["headline", "tldr", "teaser"]) {
      assert.doesNotMatch(await written("--type", type), /\\/u);
      assert.match(await written("--type", type, "--format", "markdown"), /\\\[/u, type);
    }
    assert.match(await written(), /^- .*\\\[draft/u);
  });
});

describe("rows", () => {
  test("of every format give the same scores", async () => {
    const list = rows(40);
    const wanted = (await cli(["score", ...RULED], jsonl(list))).stdout;
    const text = csv(list);
    const inputs = {
      "in.json": JSON.stringify(list, null, 2),
      "in.csv": text,
      "crlf.csv": text.replace(/\n(?=\d|$)/gu, "\r\n"),
      "semicolon.csv": text.replaceAll(",", ";").replaceAll("rose;", "rose,"),
      "in.tsv": text.replaceAll(",", "\t").replaceAll("rose\t", "rose,"),
      "in.jsonl.gz": gzipSync(jsonl(list)),
      "in.csv.gz": gzipSync(text),
      "wide.jsonl": utf16(jsonl(list)),
      "wide.csv": utf16(text, true),
    };
    for (const [name, content] of Object.entries(inputs)) {
      await writeFile(at(name), content);
      const { code, stdout, stderr } = await cli(["score", ...RULED, name]);
      assert.equal(code, 0, `${name}: ${stderr}`);
      assert.equal(stdout, wanted, name);
    }
    const piped = await cli(["score", ...RULED, "--input-format", "csv"], text);
    assert.equal(piped.stdout, wanted);
    assert.equal((await cli(["score", ...RULED], JSON.stringify(list))).stdout, wanted);
  });

  test("keep their own text where a JSON array has them, one a line", async () => {
    const own = '{"id":1234567890123456789,"document":"The bridge was closed.","summary":"The bridge was closed."}';
    const { stdout, stderr } = await cli(["score", ...RULED], `[\n  ${own},\n  {"document": 5}, 7, "x"\n]`);
    assert.ok(stdout.startsWith(own.slice(0, -1)), stdout);
    assert.match(stderr, /line 3: the field "document" is not a string/u);
    assert.match(stderr, /line 3: not a JSON object/u);
    assert.match(stderr, /3 bad lines left out, 1 pairs done/u);
  });

  test("are written as CSV, TSV and gzip", async () => {
    const list = rows(3);
    await writeFile(at("three.csv"), csv(list));
    const wanted = parsed((await cli(["score", ...RULED, "three.csv"])).stdout);
    for (const name of ["out.csv", "out.tsv.gz", "out.jsonl.gz"]) {
      const { code, stderr } = await cli(["score", ...RULED, "-o", name, "three.csv"]);
      assert.equal(code, 0, stderr);
    }
    const packed = gunzipSync(await readFile(at("out.jsonl.gz"))).toString();
    assert.deepEqual(parsed(packed), wanted);
    const text = await readFile(at("out.csv"), "utf8");
    assert.match(text, /^id,document,summary,score,probability,matched,levels,read,language,verdict\n/u);
    assert.match(gunzipSync(await readFile(at("out.tsv.gz"))).toString(), /^id\tdocument\t/u);
    // A table goes in as it came out.
    const again = await cli(["select", "--items", "2", "out.csv"]);
    assert.equal(parsed(again.stdout).length, 2, again.stderr);
  });

  test("that a table has no column for are counted, and named", async () => {
    const [first, second] = rows(2);
    const input = jsonl([first, { ...second, source: "x", note: 1 }]);
    const { code, stdout, stderr } = await cli(["score", ...RULED, "--output-format", "csv"], input);
    assert.equal(code, 0, stderr);
    assert.equal(stdout.split("\n")[0], "id,document,summary,score,probability,matched,levels,read,language,verdict");
    assert.match(stderr, /^epitome: 1 row has fields that the head of the table lacks, .+: "source", "note"; --output-format jsonl keeps them\n$/u);
    const scored = [
      { document: "The river rose.", summary: "River", probability: 1 },
      { document: "Whales sing in winter.", summary: "Whales", probability: 1, source: "x", note: 1 },
    ];
    const chosen = await cli(["select", "--items", "2", "--output-format", "csv"], jsonl(scored));
    assert.match(chosen.stderr, /^epitome: 1 row has fields .+: "source", "note";/u);
  });

  test("of several inputs come one after the other", async () => {
    const list = rows(6);
    await writeFile(at("a.jsonl"), jsonl(list.slice(0, 2)));
    await writeFile(at("b.csv"), csv(list.slice(2, 4)));
    await writeFile(at("c.jsonl.gz"), gzipSync(jsonl(list.slice(4))));
    const { stdout } = await cli(["score", ...RULED, "a.jsonl", "b.csv", "c.jsonl.gz"]);
    assert.equal(stdout, (await cli(["score", ...RULED], jsonl(list))).stdout);
  });

  test("have the language of a field, and as many digits as are asked for", async () => {
    const list = [
      { lang: "en", document: "The bridge was closed on Monday.", summary: "The bridge was closed." },
      { lang: "de", document: "Die Brücke wurde am Montag gesperrt.", summary: "Die Brücke wurde gesperrt." },
      { lang: "xx", document: "a b", summary: "a" },
      { document: "a b", summary: "a" },
    ];
    const { code, stdout, stderr } = await cli(["score", "--language-field", "lang", "--digits", "2"], jsonl(list));
    assert.equal(code, 1);
    assert.match(stderr, /line 3: no model reads the language "xx"/u);
    assert.match(stderr, /line 4: there is no field "lang": the row has "document", "summary"/u);
    const [english, german] = parsed(stdout);
    for (const [row, language] of [[english, "en"], [german, "de"]]) {
      const [alone] = parsed((await cli(["score", "-l", language, "-d", "2"], jsonl([row]))).stdout);
      assert.deepEqual(row, { ...alone, language });
      assert.match(String(row.probability), /^0\.\d{1,2}$|^1$/u);
      assert.deepEqual(Object.keys(row.read), ["document", "summary"]);
    }
  });

  test("of many languages are read each in its own", async () => {
    const texts = {
      en: ["The river rose overnight and the bridge was closed on Monday.", "The bridge was closed."],
      de: ["Der Fluss stieg über Nacht, und die Brücke wurde am Montag gesperrt.", "Die Brücke wurde gesperrt."],
      zh: ["河水一夜上涨，大桥星期一已经关闭，学校照常上课。", "大桥已经关闭"],
      fa: ["رودخانه شبانه بالا آمد و پل روز دوشنبه بسته شد.", "پل بسته شد."],
    };
    const tags = Object.keys(texts);
    const list = Array.from({ length: 120 }, (_, id) => {
      const lang = tags[(id * 7) % 4];
      const [document, summary] = texts[lang];
      return { id: String(id), document, summary, lang };
    });
    await writeFile(at("mixed.jsonl"), jsonl(list));
    const auto = parsed((await cli(["score", "-l", "auto", "mixed.jsonl"])).stdout);
    assert.deepEqual(auto.map(({ id, language }) => [id, language]), list.map(({ id, lang }) => [id, lang]));
    const told = parsed((await cli(["score", "--language-field", "lang", "mixed.jsonl"])).stdout);
    assert.deepEqual(auto, told);
  });

  test("without a field that is needed tell which they have", async () => {
    await writeFile(at("other.csv"), "id,text,abstract\n1,The bridge was closed.,Closed.\n");
    const { code, stderr } = await cli(["score", "-l", "en", "other.csv"]);
    assert.equal(code, 1);
    assert.match(stderr, /no field "document": the row has "id", "text", "abstract" \(--document-field names another\)/u);
    assert.match(stderr, /1 bad line left out, 0 pairs done \(1 there is no field "document"\)/u);
  });

  test("of texts that are too long are left out", async () => {
    const [first, second, third] = rows(3);
    const long = { ...second, document: "A dog. ".repeat(200_000) };
    const { code, stdout, stderr } = await cli(["score", "--language", "en"], jsonl([first, long, third]));
    assert.equal(code, 1);
    assert.match(stderr, /^epitome: line 2: the field "document" is too long: it has 1400000 characters, and at most 1000000 are read\n/u);
    assert.deepEqual(parsed(stdout).map(({ id }) => id), [first.id, third.id]);
  });

  test("that are all bad are not reported one by one", async () => {
    const { code, stderr } = await cli(["score", ...RULED], "a,b\n".repeat(500));
    assert.equal(code, 1);
    const lines = stderr.trim().split("\n");
    assert.equal(lines.length, 23);
    assert.match(lines[21], /no line is good so far: expected one JSON object a line; --input-format/u);
    assert.match(lines[22], /500 bad lines left out, 0 pairs done \(500 not JSON\)/u);
  });
});

describe("what is meant", () => {
  test("is asked for a mistyped option or command", async () => {
    for (const [args, message] of [
      [["score", "--lang", "en"], /unknown option --lang; did you mean --language\?/u],
      [["score", "--explian"], /did you mean --explain\?/u],
      [["scroe"], /unknown command "scroe"; did you mean score\?/u],
      [["help", "sumarize"], /did you mean summarize\?/u],
      [["score", "-x"], /unknown option -x/u],
    ]) {
      const { code, stderr } = await cli(args, "");
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    }
  });

  test("a threshold is suggested from labels, and models are compared", async () => {
    const list = rows(40).map((row, id) => ({ ...row, label: 1 - (id % 2) }));
    await writeFile(at("labelled.csv"), `id,document,summary,label\n${list.map((row) => `${row.id},${cell(row.document)},${row.summary},${row.label}\n`).join("")}`);
    const one = JSON.parse((await cli(["evaluate", ...RULED, "--suggest-keep", "--json", "labelled.csv"])).stdout);
    assert.equal(one.auc, 1);
    assert.deepEqual([one.keep.precision, one.keep.recall, one.keep.f1], [1, 1, 1]);
    const kept = await cli(["filter", ...RULED, "--keep", String(one.keep.keep), "labelled.csv"]);
    assert.equal(parsed(kept.stdout).length, 20);
    const { code, stdout } = await cli(["evaluate", "-l", "en", "-m", "rouge", "-m", "fit-en", "labelled.csv"]);
    assert.equal(code, 0);
    assert.match(stdout, /^model +pairs +AUC .*\nrouge +40 .*\nfit-en +40 /u);
  });
});

describe("an interrupted run", () => {
  /** Starts a run, and sends `signal` when the output has grown by `bytes`. */
  async function interrupt(args, output, signal, bytes) {
    const sizeOf = () => stat(at(output)).then(({ size }) => size, () => 0);
    const goal = (await sizeOf()) + bytes;
    const child = spawn(process.execPath, [script, ...args], { cwd: project, stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr.on("data", (data) => (stderr += data));
    const ended = new Promise((resolve) => child.on("exit", (code, by) => resolve(by ?? code)));
    let over = false;
    void ended.then(() => (over = true));
    while (!over && (await sizeOf()) < goal) await sleep(5);
    child.kill(signal);
    return { end: await ended, stderr };
  }

  test("of a table goes on under the head that it has", async () => {
    const list = rows(20_000).map(({ id, document, summary }, index) =>
      index === 0 ? { id, document, summary } : { summary, document, id },
    );
    await writeFile(at("mixed.jsonl"), jsonl(list));
    for (const output of ["mixed.csv", "mixed.csv.gz"]) {
      const args = ["score", ...RULED, "--output", output, "mixed.jsonl"];
      const { end } = await interrupt(args, output, "SIGKILL", output.endsWith(".gz") ? 20_000 : 600_000);
      assert.equal(end, "SIGKILL");
      const { code, stderr } = await cli([...args, "--resume"]);
      assert.equal(code, 0, stderr);
      const bytes = await readFile(at(output));
      const text = output.endsWith(".gz") ? gunzipSync(bytes).toString() : bytes.toString();
      assert.deepEqual([...text.matchAll(/^(\d+),"/gmu)].map(([, id]) => id), list.map(({ id }) => id));
    }
  });

  test("says how to go on, and is not overwritten without --force", async () => {
    await writeFile(at("long.jsonl"), jsonl(rows(30_000)));
    const args = ["score", ...RULED, "--output", "out.jsonl", "long.jsonl"];
    for (const [signal, status] of [["SIGINT", 130], ["SIGTERM", 143]]) {
      const resume = signal === "SIGTERM" ? ["--resume"] : [];
      const { end, stderr } = await interrupt([...args, ...resume], "out.jsonl", signal, 300_000);
      assert.equal(end, status, stderr);
      assert.match(stderr, /interrupted after [\d,]+ pairs, which are kept: the same command with --resume/u);
    }
    const size = (await stat(at("out.jsonl"))).size;
    const again = await cli(args);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /was interrupted after [\d,]+ pairs: go on with --resume, or begin anew with --force/u);
    assert.equal((await stat(at("out.jsonl"))).size, size);
    assert.equal((await cli([...args, "--resume"])).code, 0);
    const whole = await readFile(at("out.jsonl"), "utf8");
    assert.equal(whole, (await cli(["score", ...RULED, "long.jsonl"])).stdout);
    assert.equal((await cli([...args, "--force"])).code, 0);
  });

  test("of packed tables, killed at any moment, has every row exactly once in the end", async () => {
    const list = rows(20_000);
    await writeFile(at("one.csv"), csv(list.slice(0, 9000)));
    await writeFile(at("two.json"), JSON.stringify(list.slice(9000, 12_000)));
    await writeFile(at("three.jsonl.gz"), gzipSync(jsonl(list.slice(12_000))));
    const common = [...RULED, "one.csv", "two.json", "three.jsonl.gz"];
    for (const output of ["packed.csv.gz", "plain.csv"]) {
      const args = ["score", "--output", output, ...common];
      let kills = 0;
      for (let round = 0; round < 3; round += 1) {
        const bytes = (output.endsWith(".gz") ? 20_000 : 600_000) * (1 + Math.random());
        const { end } = await interrupt([...args, ...(round > 0 ? ["--resume"] : [])], output, "SIGKILL", bytes);
        if (end === "SIGKILL") kills += 1;
      }
      assert.ok(kills >= 2, `killed ${kills} times`);
      const { code, stderr } = await cli([...args, "--resume"]);
      assert.equal(code, 0, stderr);
      const bytes = await readFile(at(output));
      const text = output.endsWith(".gz") ? gunzipSync(bytes).toString() : bytes.toString();
      assert.equal(text.match(/^id,document/gmu).length, 1);
      assert.deepEqual([...text.matchAll(/^(\d+),"/gmu)].map(([, id]) => id), list.map(({ id }) => id));
      await rm(at(output));
    }
  });
});
