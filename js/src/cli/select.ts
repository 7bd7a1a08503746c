/** `epitome select`: scored JSON Lines in, the best part of them out. */
import { DataError, NotSupportedError } from "../errors.js";
import { selectTexts, type SubsetOptions, type SubsetSelection, type TextLimits } from "../index.js";
import { EXIT, MANY_FILES, Output, parse, parseNumber, refuseToOverwrite, UsageError } from "./io.js";
import { missingField } from "./pairs_in_rows.js";
import { RowWriter } from "./row_writer.js";
import { INPUT_OPTIONS, runRows } from "./rows.js";
import { checkWritten } from "./sources.js";
import { table } from "./table.js";

const OPTIONS = {
  items: { type: "string" },
  tokens: { type: "string" },
  quota: { type: "string" },
  repeats: { type: "string" },
  "label-field": { type: "string", default: "source" },
  "score-field": { type: "string", default: "probability" },
  "document-field": { type: "string", default: "document" },
  "summary-field": { type: "string", default: "summary" },
  neighbours: { type: "string" },
  weight: { type: "string" },
  method: { type: "string", default: "mqmcg" },
  seed: { type: "string" },
  "time-limit": { type: "string" },
  json: { type: "boolean", default: false },
  ...INPUT_OPTIONS,
  "output-format": { type: "string" },
  output: { type: "string", short: "o" },
  force: { type: "boolean", short: "f", default: false },
} as const;

/** The options whose values are numbers. */
type NumberName =
  | "items"
  | "tokens"
  | "quota"
  | "repeats"
  | "neighbours"
  | "weight"
  | "seed"
  | "time-limit";

const METHODS = ["greedy", "dlib", "mqmcg"] as const;

/** More is no limit, and numbers stay exact. */
const MOST = 1e9;

/** The least characters of the documents of each row of the report. */
const LENGTHS = [0, 200, 500, 1000, 2000, 5000] as const;

/** How many labels the table for people has at most. */
const LABELS = 50;

/** A row that can be chosen. */
interface Scored {
  text: string;
  score: number;
  label: string;
  /** The characters of the document. */
  length: number;
}

/** How much of one kind there was and is. */
interface Kept {
  name: string;
  kept: number;
  rows: number;
}

export async function select(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, MANY_FILES);
  const number = (name: NumberName, least: number, most: number, whole: boolean) => {
    const text = values[name];
    return text === undefined ? undefined : parseNumber(`--${name}`, text, least, most, whole);
  };
  const given = {
    items: number("items", 1, MOST, true),
    tokens: number("tokens", 1, MOST, true),
    quota: number("quota", 1, MOST, true),
    repeats: number("repeats", 0, MOST, true),
  };
  if (Object.values(given).every((limit) => limit === undefined)) {
    throw new UsageError("select needs a limit: --items, --tokens, --quota or --repeats");
  }
  const method = METHODS.find((name) => name === values.method);
  if (method === undefined) {
    throw new UsageError(`--method: expected ${METHODS.join(", ")}, got "${values.method}"`);
  }
  const seconds = number("time-limit", 0.001, MOST, false);
  const limits = defined<TextLimits>({
    ...given,
    neighbours: number("neighbours", 0, 100, true),
    weight: number("weight", 0, MOST, false),
  });
  const options = defined<SubsetOptions>({
    method,
    seed: number("seed", 0, MOST, true),
    timeLimit: seconds === undefined ? undefined : 1000 * seconds,
  });

  const format = checkWritten(values["output-format"], values.output);
  await refuseToOverwrite(values.output, values.force);
  const rows: (Scored & { line: string })[] = [];
  const labelled = given.quota !== undefined;
  const outcome = await runRows<Scored, void>(
    {
      unit: "rows",
      settings: {},
      read: (fields) => readScored(fields, values, labelled),
      work: eachOf,
      write: ({ text: line, item }) => {
        rows.push({ ...item, line });
        return "";
      },
    },
    positionals,
    { "input-format": values["input-format"] },
  );
  const chosen = rows.length === 0 ? [] : (await choose(rows, limits, options)).chosen;
  const kept = chosen.flatMap((index) => rows[index] ?? []);
  const output = await Output.open(values.output);
  try {
    const writer = new RowWriter(output, format ?? "jsonl", values.output?.endsWith(".gz") ?? false);
    for (const { line } of kept) await writer.write(`${line}\n`);
    await writer.flush();
    process.stderr.write(writer.leftOut);
  } finally {
    await output.close();
  }
  process.stderr.write(report(rows, kept, outcome.bad, values.json));
  if (rows.length > 0) return outcome.exit;
  process.stderr.write("epitome: there is no scored row to select from\n");
  return EXIT.failed;
}

/** The options of `values` that were given. */
function defined<T>(values: { [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** A result for each row: that it was read. */
async function* eachOf(rows: AsyncIterable<Scored>): AsyncGenerator<void, void, void> {
  for await (const _ of rows) yield;
}

async function choose(
  rows: Scored[],
  limits: TextLimits,
  options: SubsetOptions,
): Promise<SubsetSelection> {
  try {
    return await selectTexts(rows, limits, options);
  } catch (error) {
    // The rows have been checked: what is refused stands on the command line.
    if (error instanceof DataError || error instanceof NotSupportedError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

/** What counts of a row, or what is wrong with it. */
function readScored(
  fields: Record<string, unknown>,
  names: Record<"document-field" | "summary-field" | "score-field" | "label-field", string>,
  labelled: boolean,
): Scored | { wrong: string } {
  const texts: string[] = [];
  for (const option of ["document-field", "summary-field"] as const) {
    const text = fields[names[option]];
    if (text === undefined) return missingField(fields, names[option], option);
    if (typeof text !== "string") return { wrong: `the field "${names[option]}" is not a string` };
    texts.push(text);
  }
  const given = fields[names["score-field"]];
  // A table has numbers as texts.
  const score = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  if (score === undefined) return missingField(fields, names["score-field"], "score-field");
  if (typeof score !== "number" || !(score >= 0) || !Number.isFinite(score)) {
    return { wrong: `the field "${names["score-field"]}" is not a number of at least 0` };
  }
  const label = fields[names["label-field"]];
  if (labelled && label === undefined) return missingField(fields, names["label-field"], "label-field");
  if (labelled && !["string", "number", "boolean"].includes(typeof label)) {
    return { wrong: `the field "${names["label-field"]}" is not a string, a number or a boolean` };
  }
  return {
    text: texts.join("\n"),
    score,
    label: label === undefined || label === null || typeof label === "object" ? "" : String(label),
    length: texts[0]?.length ?? 0,
  };
}

/** What was kept of each label and of each length. */
function report(rows: Scored[], kept: Scored[], bad: number, json: boolean): string {
  const byLabel = count(rows, kept, ({ label }) => label);
  const byLength = count(rows, kept, ({ length }) => nameOfLength(length));
  const kinds = {
    labels: [...byLabel.keys()].sort().flatMap((name) => byLabel.get(name) ?? []),
    lengths: LENGTHS.flatMap((least) => byLength.get(nameOfLength(least)) ?? []),
  };
  const all = { name: "all", rows: rows.length, kept: kept.length };
  if (json) return `${JSON.stringify({ kept: kept.length, rows: rows.length, bad, ...kinds })}\n`;
  const lines = (each: Kept[]) =>
    each.map(({ name, kept: some, rows: total }) => [
      name,
      String(total),
      share(total, rows.length),
      String(some),
      share(some, kept.length),
    ]);
  const head = (name: string) => [name, "rows", "share", "kept", "share"];
  const labelled = kinds.labels.some(({ name }) => name !== "");
  const shown = mostRows(kinds.labels);
  const others = kinds.labels.length - shown.length;
  const rest = others === 0 ? "" : `and ${others} other ${others === 1 ? "label" : "labels"}\n`;
  return [
    ...(labelled ? [table(head("label"), lines(shown)), rest, "\n"] : []),
    table(head("characters of the document"), lines([...kinds.lengths, all])),
  ].join("");
}

/** How many rows of each name there were and are, by that name. */
function count(rows: Scored[], kept: Scored[], nameOf: (row: Scored) => string): Map<string, Kept> {
  const counts = new Map<string, Kept>();
  for (const row of rows) {
    const name = nameOf(row);
    const before = counts.get(name);
    if (before === undefined) counts.set(name, { name, kept: 0, rows: 1 });
    else before.rows += 1;
  }
  for (const row of kept) (counts.get(nameOf(row)) as Kept).kept += 1;
  return counts;
}

/** The row of the report in which a document of `length` characters is. */
function nameOfLength(length: number): string {
  const index = LENGTHS.findLastIndex((least) => length >= least);
  const [least, next] = [LENGTHS[index], LENGTHS[index + 1]];
  return next === undefined ? `${least} and more` : `${least} to ${next - 1}`;
}

/** The labels with most rows, as many as people read, in the order of `labels`. */
function mostRows(labels: Kept[]): Kept[] {
  const most = new Set([...labels].sort((a, b) => b.rows - a.rows).slice(0, LABELS));
  return labels.filter((label) => most.has(label));
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}
