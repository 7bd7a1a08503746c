/**
 * Compares real files of the field with ONNX Runtime on pairs of sentences, natively and in this Node, and reads
 * a long document with models of the field; writes two sections of ../docs/results/field-models.md.
 *
 * `node benches/field_files.mjs FILES [MODEL ...]`: FILES is what `python benches/field_files.py`
 * makes; each MODEL, a folder, reads the long document besides. DIST names another folder than dist/;
 * NATIVE the example `field_files` (`cargo build --profile harness --example field_files`) if it is not in target/.
 */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FIELD_MODELS, writeSections } from "./against/sections.mjs";

const [files, ...more] = process.argv.slice(2);
const child = fileURLToPath(new URL("against/field_files_child.mjs", import.meta.url));
const native = process.env.NATIVE ?? fileURLToPath(new URL("../target/harness/examples/field_files", import.meta.url));
const CALLS = 500;

const run = promisify(execFile);
const said = async (program, given) => JSON.parse((await run(program, given.map(String), { maxBuffer: 2 ** 26 })).stdout);
const inNode = (...given) => said(process.execPath, ["--expose-gc", child, ...given]);
const fixed = (value, digits = 0) => value.toFixed(digits);
const mebibytes = (bytes) => fixed(bytes / 2 ** 20);
const machine = `${cpus()[0]?.model}, one thread, Node ${process.version}`;

const rows = [];
const folders = (await readdir(files)).sort().map((name) => join(files, name));
for (const folder of folders) {
  const { pairs, onnxruntime } = JSON.parse(await readFile(join(folder, "reference.json"), "utf8"));
  for (const [host, found] of [["ONNX Runtime, native", onnxruntime], ["Epitome, native", await said(native, [folder])], ["Epitome, Node", await inNode("pairs", folder)]]) {
    const apart = found.supported?.map((one, at) => Math.abs(one - pairs[at].supported));
    const other = found.supported?.filter((one, at) => one >= 0.5 !== pairs[at].supported >= 0.5).length;
    const cells = apart ? [Math.max(...apart).toExponential(0), `${pairs.length - other} of ${pairs.length}`] : ["", ""];
    rows.push(`| ${[basename(folder), host, ...cells, fixed(found.load), fixed(found.pair, 1), mebibytes(found.peak)].join(" | ")} |`);
  }
}

const long = [];
const memory = [];
for (const folder of [...folders, ...more]) {
  const { characters, sentences, right, read, took, aborts } = await inNode("long", folder, "q8");
  const waits = aborts.map((one) => one.took).sort((a, b) => a - b);
  const share = `${fixed(100 * read.document)} %`;
  long.push(`| ${[basename(folder), characters, `${right} of ${sentences}`, share, fixed(took / 1000, 1), aborts.length, fixed(waits[waits.length >> 1]), fixed(waits.at(-1))].join(" | ")} |`);
  const { memory: held } = await inNode("calls", folder, "q8", CALLS);
  memory.push(`| ${[basename(folder), ...[0, 1, 4, 9].map((at) => mebibytes(held[at]))].join(" | ")} |`);
}

const command = "`node benches/field_files.mjs`";
await writeSections(new URL("../docs/results/field-models.md", import.meta.url), FIELD_MODELS, {
  "Real files": `
Written by ${command}: ${machine}. Pairs of sentences of this project's guides, the
files of benches/field_files.py. "Apart" is the greatest difference from ONNX Runtime's probability or cosine, "same
side" how many stand on the same side of one half. A call goes from texts to what is said of them; ONNX Runtime's
is the tokenizer and the graph. Times are milliseconds, of a pair the median; memory is the most that a process held.

| file | host | apart | same side | load, ms | a pair, ms | MiB |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`,
  "A long document": `
Written by ${command}: ${machine}, models in 8 bits. A document of facts that differ in few words, and a
summary that tells some in other words. "Right" are the sentences of the summary whose place in the document
is the one that they tell; with weights drawn at random it says nothing of the model. A signal ends the call
after so many milliseconds.

| model | characters | right | read | a call, s | signals | median, ms | longest, ms |
|---|---|---|---|---|---|---|---|
${long.join("\n")}

The memory of the process after so many calls, in MiB; each tenth reads the long document, and every other of
them is broken off:

| model | ${[1, 2, 5, 10].map((part) => (CALLS / 10) * part).join(" | ")} |
|---|---|---|---|---|
${memory.join("\n")}
`,
});
