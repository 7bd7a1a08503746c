/**
 * Fuzz targets in JavaScript: what the command line reads, and what a worker posts. Inputs are put together of
 * telling pieces and random ones, and go through the sources of js/src. Executions and minutes are added to
 * results/executions.json; what breaks is left in artifacts/.
 *
 *   node fuzz/javascript.mjs MINUTES [TARGET...]
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { addExecutions } from "./executions.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [minutes, ...asked] = process.argv.slice(2);

/** The sources as JavaScript, in a folder that goes with the process. */
function transpiled() {
  const ts = createRequire(here("../js/package.json"))("typescript");
  const folder = mkdtempSync(join(tmpdir(), "epitome-fuzz-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  for (const file of readdirSync(here("../js/src"), { recursive: true }).filter((name) => /(?<!\.d)\.ts$/u.test(name))) {
    const source = readFileSync(here(`../js/src/${file}`), "utf8");
    // Whichever host's is taken, here it is that of Node.
    const text = file.endsWith("current.ts") ? source.replaceAll(/["']\.\/browser\.js["']/gu, '"./node.js"') : source;
    const target = join(folder, file.replace(/\.ts$/u, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, ts.transpileModule(text, { compilerOptions }).outputText);
  }
  return (path) => import(pathToFileURL(join(folder, path)).href);
}

/** Numbers from a seed: SplitMix32. */
function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (end) => next() % end;
  return { below, one: (list) => list[below(list.length)] };
}

const PIECES = [
  '"', '""', ",", ";", "\t", "\n", "\r\n", "\r", "{", "}", "[", "]", ":", "\\", '\\"', "\\u12", "\0", "\ufeff", " ", "a", "document", "summary",
  '{"document":"a","summary":"b"}', "[{}]", "1e999", "-0", "null", "true", "ü", "港", "👨‍👩‍👧", "\ud800", "\u2028", "=1+1", "__proto__", "constructor",
];

/** A text of up to `most` pieces. */
const textOf = ({ below, one }, most = 24) =>
  Array.from({ length: below(most) }, () => (below(8) === 0 ? String.fromCharCode(below(0x300)) : one(PIECES))).join("");

/** Bytes that are mostly text, cut into chunks at random places. */
function chunksOf({ below }, text) {
  const bytes = Buffer.from(text);
  if (bytes.length > 0 && below(3) === 0) bytes[below(bytes.length)] = below(256);
  const chunks = [];
  for (let at = 0; at < bytes.length; ) {
    const to = Math.min(bytes.length, at + 1 + below(9));
    chunks.push(bytes.subarray(at, to));
    at = to;
  }
  return { bytes, chunks };
}

async function* given(chunks) {
  yield* chunks;
}

async function all(lines) {
  const found = [];
  for await (const line of lines) found.push(line);
  return found;
}

/** Each makes an input of random numbers, and throws where what must hold does not. */
const TARGETS = {
  async "cli csv"(load) {
    const { CsvParser, csvLine, separatorOf } = await load("cli/csv.js");
    return async (numbers) => {
      const text = textOf(numbers);
      const separator = separatorOf(text.split("\n")[0]);
      const parser = new CsvParser(separator);
      for (const line of text.split("\n")) {
        const record = parser.add(line);
        assert.ok(parser.length >= 0);
        if (record === undefined) continue;
        const again = new CsvParser(separator);
        const written = csvLine(record, separator).slice(0, -1).split("\n");
        const read = written.map((part) => again.add(part)).at(-1);
        if (!record.some((field) => field.includes("\r"))) assert.deepEqual(read, record, "what is written is read");
      }
    };
  },
  async "cli lines"(load) {
    const { readLines } = await load("cli/lines.js");
    return async (numbers) => {
      const { bytes, chunks } = chunksOf(numbers, textOf(numbers));
      const found = await all(readLines(given(chunks), { line: 0, bytes: 0 }));
      assert.deepEqual(found, await all(readLines(given([bytes]), { line: 0, bytes: 0 })), "however it is cut");
      found.forEach((line, at) => assert.equal(line.number, at + 1));
      assert.ok(found.every(({ end }, at) => end > (found[at - 1]?.end ?? 0) && end <= bytes.length));
    };
  },
  async "cli json"(load) {
    const { readValues } = await load("cli/json_values.js");
    return async (numbers) => {
      const value = Array.from({ length: numbers.below(4) }, () => ({ document: textOf(numbers, 6), n: [numbers.below(9), { a: textOf(numbers, 3) }] }));
      const good = numbers.below(2) === 0;
      const { bytes, chunks } = chunksOf({ below: (end) => (end === 3 && good ? 1 : numbers.below(end)) }, good ? JSON.stringify(value, undefined, numbers.below(3)) : textOf(numbers));
      const found = await all(readValues(given(chunks)));
      assert.deepEqual(found, await all(readValues(given([bytes]))), "however it is cut");
      if (good) assert.deepEqual(found.map(({ content }) => JSON.parse(content.text)), JSON.parse(bytes.toString()), "as JSON.parse reads it");
    };
  },
  async "cli rows"(load) {
    const [{ openSource }, { UsageError }, { NotTextError }] = [await load("cli/sources.js"), await load("cli/io.js"), await load("cli/encoding.js")];
    return async (numbers) => {
      const { bytes, chunks } = chunksOf(numbers, textOf(numbers));
      const format = numbers.one([undefined, "jsonl", "json", "csv", "tsv"]);
      const rows = async (parts) => {
        try {
          const source = await openSource({ file: undefined, size: undefined, stream: () => given(parts) }, format);
          return await all(source.rows(() => {}));
        } catch (error) {
          assert.ok(error instanceof UsageError || error instanceof NotTextError, error);
          return error.message;
        }
      };
      const found = await rows(chunks);
      // NULs are looked for in what comes first, as much as that is.
      if (!bytes.includes(0)) assert.deepEqual(found, await rows([bytes]), "however it is cut");
      if (Array.isArray(found)) {
        for (const { content } of found) if (format === "csv" && "text" in content) JSON.parse(content.text);
      }
    };
  },
  async "worker replies"(load) {
    const { Client } = await load("workers/client.js");
    const { EpitomeError } = await load("errors.js");
    class Fake extends EventEmitter {
      postMessage(message) {
        this.sent = message;
      }
      terminate() {}
      ref() {}
      unref() {}
    }
    return async (numbers) => {
      const worker = new Fake();
      const client = Client.make(() => worker);
      const told = [];
      const asked = client.request({ op: "parts", text: "", context: "" }, { tell: (part) => told.push(part) });
      const ended = asked.then((value) => ({ value }), (error) => ({ error }));
      const { below, one } = numbers;
      const value = () => one([undefined, null, 1, "a", {}, [], { id: 1 }, { name: "DataError", code: "x", message: "y" }, new Error("z"), { name: 5 }, { cause: 3 }, { code: {} }]);
      for (let turn = 0; turn < 1 + below(4); turn += 1) {
        const reply = one([value(), { id: one([0, 1, 2, "1", NaN]), value: value() }, { id: 1, part: value() }, { id: 1, error: value() }, { id: 1 }]);
        worker.emit("message", reply);
      }
      if (below(2) === 0) worker.emit(...one([["error", new Error("a")], ["exit", 1], ["messageerror", new Error("b")]]));
      client.terminate();
      const { error } = await ended; // it has settled: the worker was ended
      assert.ok(error === undefined || error instanceof EpitomeError, error);
      assert.ok(told.every((part) => typeof part === "string"));
    };
  },
};

if (!(Number(minutes) > 0) || asked.some((name) => !Object.hasOwn(TARGETS, name))) {
  console.error(`usage: node fuzz/javascript.mjs MINUTES [TARGET...]; targets: ${Object.keys(TARGETS).join(", ")}`);
  process.exit(2);
}

const load = transpiled();
const names = asked.length > 0 ? asked : Object.keys(TARGETS);
for (const name of names) {
  const execute = await TARGETS[name](load);
  const [begun, share] = [performance.now(), (60_000 * Number(minutes)) / names.length];
  let [executions, seed] = [0, Date.now()];
  try {
    while (performance.now() - begun < share) {
      for (let turn = 0; turn < 200; turn += 1, executions += 1, seed += 1) await execute(random(seed));
    }
  } catch (error) {
    const key = createHash("sha256").update(`${name} ${seed}`).digest("hex").slice(0, 12);
    mkdirSync(here("artifacts"), { recursive: true });
    writeFileSync(here(`artifacts/javascript-${key}`), `${name}, seed ${seed}\n${error.stack}\n`);
    console.log(`${name}, seed ${seed}: FOUND SOMETHING\n${error.stack}`);
    process.exitCode = 1;
  }
  const seconds = (performance.now() - begun) / 1000;
  addExecutions(name, "random", executions, seconds);
  console.log(`${name}: ${executions} executions, ${Math.round(executions / seconds)} a second`);
}
