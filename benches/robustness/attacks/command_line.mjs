/** Files, streams and arguments of the command line. */
import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { mkdtemp, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

export const group = "command line";

const cli = fileURLToPath(new URL("../node_modules/epitome/dist/cli.js", import.meta.url));
const ROW = '{"document":"The river rose and the bridge was closed.","summary":"The bridge was closed."}\n';

/** A folder of its own with `files`, whose contents are texts or bytes. */
async function folderOf(files) {
  const folder = await mkdtemp(join(tmpdir(), "epitome-attack-"));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

/** Runs the command line; it must end in time with a status of its own, and without a stack. */
function run(folder, args, { input, seconds = 40 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--max-old-space-size=1500", cli, ...args], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.on("data", (part) => (out = (out + part).slice(-100_000)));
    child.stderr.on("data", (part) => (err = (err + part).slice(-100_000)));
    const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (code === null) reject(new Error(`it ended by ${signal}: ${err.slice(-500)}`));
      else if (code > 2 || /^ {4}at /mu.test(err)) reject(new Error(`status ${code}: ${err.slice(0, 1500)}`));
      else resolve({ code, out, err });
    });
    child.stdin.on("error", () => {});
    if (input === undefined) child.stdin.end();
    else input(child.stdin);
  });
}

/** Scores one file. */
const scores = (name, content, ...more) => async () => run(await folderOf({ [name]: content }), ["score", "-l", "en", name, ...more]);
const bytes = (...given) => Buffer.from(given);

/** A large file that is made of pieces. */
async function large(name, ...pieces) {
  const folder = await folderOf({});
  const file = openSync(join(folder, name), "w");
  for (const [piece, times] of pieces) for (let left = times; left > 0; left -= 100_000) writeSync(file, piece.repeat(Math.min(left, 100_000)));
  closeSync(file);
  return folder;
}

const resumed = (change) => async () => {
  const folder = await folderOf({ "in.jsonl": ROW.repeat(300), "out.jsonl": "" });
  const settings = await (async () => {
    // A run that is cut leaves what it was begun with.
    const child = spawn(process.execPath, [cli, "score", "-l", "en", "-o", "out.jsonl", "--force", "in.jsonl"], { cwd: folder, stdio: "ignore" });
    for (let turn = 0; turn < 500; turn += 1) {
      const saved = await readFile(join(folder, "out.jsonl.resume"), "utf8").catch(() => undefined);
      if (saved !== undefined) {
        child.kill("SIGKILL");
        return JSON.parse(saved);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error("no checkpoint was written");
  })();
  await writeFile(join(folder, "out.jsonl.resume"), change(settings));
  const { code, err } = await run(folder, ["score", "-l", "en", "-o", "out.jsonl", "--resume", "in.jsonl"]);
  const { size } = await stat(join(folder, "out.jsonl"));
  if (size > 1_000_000) throw new Error(`the output has ${size} bytes`);
  if (code === 0 && size === 0) throw new Error("it went on after nothing, and wrote nothing");
  if (code === 0 && !(await readFile(join(folder, "out.jsonl"), "utf8")).trim().split("\n").every((line) => line.startsWith("{"))) throw new Error(`the output is torn: ${err}`);
};

export const attacks = {
  "nothing": scores("a.jsonl", ""),
  "NUL bytes": scores("a.jsonl", Buffer.alloc(1_000_000)),
  "no UTF-8": scores("a.jsonl", bytes(0x7b, 0xff, 0xfe, 0x7d, 0x0a)),
  "a line of a hundred megabytes": async () => run(await large("a.jsonl", ['{"document":"', 1], ["harbour ", 13_000_000], ['"}', 1]), ["score", "-l", "en", "a.jsonl"]),
  "arrays ten million deep": async () => run(await large("a.jsonl", ["[", 10_000_000]), ["score", "-l", "en", "a.jsonl"]),
  "arrays ten million deep in JSON": async () => run(await large("a.json", ["[", 10_000_000]), ["score", "-l", "en", "a.json"]),
  "objects a million deep in a row": async () => run(await large("a.jsonl", ['{"a":', 1_000_000]), ["score", "-l", "en", "a.jsonl"]),
  "thirty million fields and a quote that stays open": async () => run(await large("a.csv", [",", 8_000_000], ['"', 1], ["\n", 20_000]), ["score", "-l", "en", "a.csv"]),
  "a quote that stays open over a million lines": async () => run(await large("a.csv", ['document,summary\n"', 1], ["a,b\n", 1_000_000]), ["score", "-l", "en", "a.csv"]),
  "ten million quotes": async () => run(await large("a.csv", ['"', 10_000_000]), ["score", "-l", "en", "a.csv"]),
  "columns of a prototype": scores("a.csv", "document,summary,__proto__,constructor,toString\nThe bridge was closed.,The bridge was closed.,1,2,3\n"),
  "a thousand columns of one name": scores("a.csv", `${"document,".repeat(1000)}summary\n${"a,".repeat(1000)}b\n`),
  "fields of a prototype": scores("a.jsonl", '{"__proto__":{"a":1},"constructor":{},"document":"The bridge was closed.","summary":"The bridge."}\n'),
  "the same key twice": scores("a.jsonl", '{"document":"a","document":"The bridge was closed.","summary":"The bridge."}\n'),
  "numbers that lose digits": scores("a.jsonl", '{"id":12345678901234567890,"x":1e400,"document":"The bridge was closed.","summary":"The bridge."}\n'),
  "values of other kinds": scores("a.jsonl", '{"document":5,"summary":null}\n[1]\n"a"\nnull\ntrue\n{}\n{"document":"","summary":""}\n'),
  "lone surrogates": scores("a.jsonl", '{"document":"\\ud800 The bridge was closed \\udc00","summary":"The bridge \\ud800."}\n'),
  "codes of the terminal": scores("a.jsonl", '{"\\u001b[2J\\u001b]0;x\\u0007":1,"document":"\\u001b[31m","summary":"\\u001b"}\nno \u001b[2J JSON\n'),
  "UTF-16 of half a letter": scores("a.jsonl", bytes(0xff, 0xfe, 0x7b)),
  "gzip that is cut": scores("a.jsonl.gz", gzipSync(ROW.repeat(1000)).subarray(0, 60)),
  "gzip within gzip": scores("a.jsonl.gz", gzipSync(gzipSync(ROW))),
  "gzip of ten gigabytes of nothing, as rows": async () => {
    const folder = await folderOf({});
    execFileSync("bash", ["-c", "head -c 3000000000 /dev/zero | tr '\\0' ' ' | gzip -1 > a.jsonl.gz"], { cwd: folder });
    return await run(folder, ["score", "-l", "en", "a.jsonl.gz"]);
  },
  "gzip of three gigabytes, as a text": async () => {
    const folder = await folderOf({});
    execFileSync("bash", ["-c", "head -c 3000000000 /dev/zero | tr '\\0' 'a' | gzip -1 > a.txt.gz"], { cwd: folder });
    return await run(folder, ["summarize", "a.txt.gz"]);
  },
  "/dev/zero as a text": async () => run(await folderOf({}), ["summarize", "/dev/zero"]),
  "/dev/zero as rows": async () => run(await folderOf({}), ["score", "-l", "en", "--input-format", "jsonl", "/dev/zero"]),
  "a stream of letters without end, as a text": async () =>
    run(await folderOf({}), ["summarize"], { input: (stdin) => { const more = () => { while (!stdin.destroyed && stdin.write("a ".repeat(1 << 20))); }; stdin.on("drain", more); more(); } }),
  "a byte at a time": async () =>
    run(await folderOf({}), ["score", "-l", "en"], { input: async (stdin) => { for (const byte of gzipSync(ROW)) { stdin.write(bytes(byte)); await new Promise((resolve) => setTimeout(resolve, 3)); } stdin.end(); } }),
  "a folder": async () => run(await folderOf({}), ["score", "-l", "en", "."]),
  "a file that is not there": async () => run(await folderOf({}), ["score", "-l", "en", "\u001b[2Jnone.jsonl"]),
  "a full disk": async () => run(await folderOf({ "a.jsonl": ROW.repeat(100) }), ["score", "-l", "en", "-o", "/dev/full", "a.jsonl"]),
  "the input as its own output": async () => {
    const folder = await folderOf({ "a.jsonl": ROW });
    const { code } = await run(folder, ["score", "-l", "en", "-o", "a.jsonl", "--force", "a.jsonl"]);
    if (code === 0 || (await readFile(join(folder, "a.jsonl"), "utf8")) !== ROW) throw new Error("the input is gone");
  },
  "a link to the input as the output": async () => {
    const folder = await folderOf({ "a.jsonl": ROW });
    await symlink("a.jsonl", join(folder, "b.jsonl"));
    await run(folder, ["score", "-l", "en", "-o", "b.jsonl", "--force", "a.jsonl"]);
    if ((await readFile(join(folder, "a.jsonl"), "utf8")) !== ROW) throw new Error("the input is gone");
  },
  "an output of an interrupted run": async () => {
    const folder = await folderOf({ "a.jsonl": ROW, "b.jsonl": "mine\n", "b.jsonl.resume": "{}" });
    await run(folder, ["score", "-l", "en", "-o", "b.jsonl", "a.jsonl"]);
    if ((await readFile(join(folder, "b.jsonl"), "utf8")) !== "mine\n") throw new Error("it was overwritten");
  },
  "options of numbers that are none": async () => {
    const folder = await folderOf({ "a.jsonl": ROW });
    for (const value of ["-1", "1e309", "NaN", "", "0x10", "99999999999"]) {
      for (const option of ["--digits", "--workers", "--batch", "--keep", "--length"]) await run(folder, ["score", "-l", "en", option, value, "a.jsonl"]);
    }
  },
  "a thousand arguments": async () => run(await folderOf({ "a.jsonl": ROW }), ["score", "-l", "en", ...Array.from({ length: 1000 }, () => "a.jsonl")]),
  "commands of nobody": async () => {
    const folder = await folderOf({});
    for (const args of [["__proto__"], ["constructor"], [""], ["--"], ["-"], ["score", "--__proto__=1"], ["\0"].map(() => "a\u0001")]) await run(folder, args);
  },
  "XML that grows": async () =>
    run(await folderOf({ "a.xml": `<!DOCTYPE a [<!ENTITY e0 "a">${Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("")}]><pdf2xml><page number="1" height="9" width="9">&e30;</page></pdf2xml>` }), ["segment", "a.xml"]),
  "a PDF as rows": scores("a.jsonl", "%PDF-1.7\n\0\0\0"),
  "a checkpoint of nothing": resumed(() => ""),
  "a checkpoint without its progress": resumed(({ settings }) => JSON.stringify({ settings })),
  "a checkpoint of 10^12 bytes of output": resumed(({ settings, progressed }) => JSON.stringify({ settings, progressed: { ...progressed, output: 1e12 } })),
  "a checkpoint of -1 bytes": resumed(({ settings, progressed }) => JSON.stringify({ settings, progressed: { ...progressed, output: -1, bytes: -5, line: -1 } })),
  "a checkpoint of texts": resumed(({ settings, progressed }) => JSON.stringify({ settings, progressed: { ...progressed, output: "a", bytes: "b", prefix: null } })),
  "a checkpoint of input 99": resumed(({ settings, progressed }) => JSON.stringify({ settings, progressed: { ...progressed, input: 99 } })),
};
