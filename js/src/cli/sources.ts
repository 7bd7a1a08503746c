/** What rows are read from: files or standard input, as JSON Lines, a JSON array, CSV or TSV. */
import { CsvParser, separatorOf } from "./csv.js";
import { decoded } from "./encoding.js";
import { type Input, openInput, UsageError } from "./io.js";
import { readValues } from "./json_values.js";
import { MAX_LINE, type Line, readLines } from "./lines.js";

/** The formats of rows. */
export const FORMATS = ["jsonl", "json", "csv", "tsv"] as const;

export type Format = (typeof FORMATS)[number];

/** Those in which rows are written: an interrupted run leaves whole rows of them. */
const WRITTEN = ["jsonl", "csv", "tsv"] as const;

/** The format that `--input-format` or `--output-format` names. */
export function checkFormat<Name extends Format>(
  option: string,
  value: string | undefined,
  allowed: readonly Name[],
): Name | undefined {
  if (value === undefined) return undefined;
  const format = allowed.find((each) => each === value);
  if (format !== undefined) return format;
  throw new UsageError(`${option}: expected ${allowed.join(", ")}, got "${value}"`);
}

/** The format in which rows are written: that of `--output-format`, else that of the output's name. */
export function checkWritten(
  option: string | undefined,
  file: string | undefined,
): (typeof WRITTEN)[number] | undefined {
  const format = checkFormat("--output-format", option, WRITTEN) ?? formatOfName(file);
  if (format !== "json") return format;
  throw new UsageError(
    `--output: ${file} would be a JSON array, and rows are written as ${WRITTEN.join(", ")}; --output-format says which`,
  );
}

/** The format that the name of a file says, behind a suffix `.gz`. */
export function formatOfName(file: string | undefined): Format | undefined {
  const suffix = /\.(\w+)(?:\.gz)?$/iu.exec(file ?? "")?.[1]?.toLowerCase();
  return suffix === "ndjson" ? "jsonl" : FORMATS.find((each) => each === suffix);
}

/** An input that has been looked into. */
export interface Source {
  readonly input: Input;
  /** Its bytes, where they can be read from any place; then lines are rows. */
  readonly seekable: boolean;
  /** Its rows from the first on, each as a line of JSON. */
  rows(note: (chunk: Buffer) => void): AsyncIterable<Line>;
}

/** How messages name an input. */
export const nameOf = (input: Input): string => input.file ?? "standard input";

/** Looks into `input`, whose format is given or is what its name or its beginning says. */
export async function openSource(input: Input, given: Format | undefined): Promise<Source> {
  const { head, chunks, plain } = await decoded(
    input.stream(0) as AsyncIterable<Buffer>,
    nameOf(input),
  );
  const format = given ?? formatOf(input, head);
  const seekable = format === "jsonl" && plain && input.file !== undefined && input.size !== undefined;
  if (seekable) await chunks[Symbol.asyncIterator]().return?.();
  return {
    input,
    seekable,
    rows: (note) => {
      const noted = noting(chunks, note);
      if (format === "jsonl") return readLines(noted, { line: 0, bytes: 0 });
      if (format === "json") return readValues(noted);
      return readRecords(noted, format === "tsv" ? "\t" : undefined);
    },
  };
}

function formatOf(input: Input, head: Buffer): Format {
  const begins = head.toString("utf8").replace(/^\uFEFF/u, "").trimStart();
  const named = formatOfName(input.file);
  if (named === "csv" || named === "tsv") return named;
  if (begins.startsWith("[")) return "json";
  return named ?? "jsonl";
}

async function* noting(
  chunks: AsyncIterable<Buffer>,
  note: (chunk: Buffer) => void,
): AsyncGenerator<Buffer, void, void> {
  for await (const chunk of chunks) {
    note(chunk);
    yield chunk;
  }
}

/** The records of CSV after its head, as lines of JSON. */
async function* readRecords(
  chunks: AsyncIterable<Buffer>,
  separator: string | undefined,
): AsyncGenerator<Line, void, void> {
  let parser: CsvParser | undefined;
  let names: string[] | undefined;
  let from: number | undefined;
  let last: Line | undefined;
  for await (const line of readLines(chunks, { line: 0, bytes: 0 })) {
    last = line;
    if ("wrong" in line.content) {
      yield line;
      continue;
    }
    const text = names === undefined ? line.content.text.replace(/^\uFEFF/u, "") : line.content.text;
    parser ??= new CsvParser(separator ?? separatorOf(text));
    if (!parser.open && text.trim() === "") continue;
    from ??= line.number;
    const record = parser.add(text);
    if (record === undefined) {
      if (parser.length <= MAX_LINE) continue;
      parser.abandon();
      const wrong = `a row longer than ${MAX_LINE / (1024 * 1024)} MiB; is a quote not closed?`;
      yield { number: from, end: line.end, content: { wrong } };
      from = undefined;
      continue;
    }
    const number = from;
    from = undefined;
    if (names === undefined) {
      names = record.map((name) => name.trim());
      continue;
    }
    yield { number, end: line.end, content: objectOf(names, record) };
  }
  if (parser?.open && last !== undefined) {
    yield { ...last, number: from ?? last.number, content: { wrong: "a quote is not closed" } };
  }
}

/** The columns of the table that `file` holds; undefined if it holds none. */
export async function columnsOf(file: string, separator: string): Promise<string[] | undefined> {
  const input = await openInput(file);
  const { chunks } = await decoded(input.stream(0) as AsyncIterable<Buffer>, file);
  const parser = new CsvParser(separator);
  for await (const { content } of readLines(chunks, { line: 0, bytes: 0 })) {
    const record = "wrong" in content ? undefined : parser.add(content.text);
    if (record !== undefined) return record;
  }
  return undefined;
}

function objectOf(names: readonly string[], record: readonly string[]): Line["content"] {
  if (record.length !== names.length) {
    return { wrong: `${record.length} fields, but the head has ${names.length}` };
  }
  return { text: JSON.stringify(Object.fromEntries(names.map((name, at) => [name, record[at]]))) };
}
