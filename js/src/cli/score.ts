/** `epitome score`: JSON Lines in, the same rows with their scores out. */
import { createInterface } from "node:readline";
import { NotSupportedError } from "../errors.js";
import { Matcher, type MatchResult, type TextPair } from "../index.node.js";
import { BATCH_SIZE } from "../pairs.js";
import { EXIT, openInput, Output, parse, UsageError } from "./io.js";
import { Progress } from "./progress.js";

const OPTIONS = {
  model: { type: "string" },
  language: { type: "string" },
  "document-field": { type: "string", default: "document" },
  "summary-field": { type: "string", default: "summary" },
  explain: { type: "boolean", default: false },
  output: { type: "string" },
} as const;

/** An input row, and the texts in it. */
interface Row {
  fields: Record<string, unknown>;
  pair: TextPair;
}

export async function score(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  if (values.language === undefined && values.model === undefined) {
    throw new UsageError("score needs --language or --model (see: epitome models)");
  }
  const matcher = await createMatcher(values.language, values.model);
  try {
    const input = await openInput(positionals[0]);
    const output = await Output.open(values.output);
    const progress = new Progress("pairs");
    let failed = 0;
    let batch: Row[] = [];

    const flush = async () => {
      const results = await matcher.matchBatch(
        batch.map((row) => row.pair),
        { explain: values.explain },
      );
      const lines = batch.map((row, index) => outputLine(row, results[index] as MatchResult));
      await output.write(lines.join(""));
      progress.add(batch.length);
      batch = [];
    };

    let number = 0;
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/u, "") : line;
      if (text.trim() === "") continue;
      const row = readRow(text, values["document-field"], values["summary-field"]);
      if (typeof row === "string") {
        failed += 1;
        progress.clear();
        process.stderr.write(`epitome: line ${number}: ${row}\n`);
        continue;
      }
      batch.push(row);
      if (batch.length === BATCH_SIZE) await flush();
    }
    if (batch.length > 0) await flush();
    await output.close();
    progress.clear();
    if (failed > 0) {
      process.stderr.write(`epitome: ${failed} bad ${failed === 1 ? "line" : "lines"} left out\n`);
    }
    return failed > 0 ? EXIT.failed : EXIT.ok;
  } finally {
    matcher.destroy();
  }
}

async function createMatcher(
  language: string | undefined,
  model: string | undefined,
): Promise<Matcher> {
  try {
    return await Matcher.create({
      ...(language === undefined ? {} : { language }),
      ...(model === undefined ? {} : { model }),
    });
  } catch (error) {
    if (error instanceof NotSupportedError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** The row of a line, or what is wrong with the line. */
function readRow(line: string, documentField: string, summaryField: string): Row | string {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch (error) {
    return `not JSON: ${(error as Error).message}`;
  }
  if (fields === null || typeof fields !== "object" || Array.isArray(fields)) {
    return "not a JSON object";
  }
  const row = fields as Record<string, unknown>;
  const document = row[documentField];
  const summary = row[summaryField];
  if (typeof document !== "string") return `the field "${documentField}" is not a string`;
  if (typeof summary !== "string") return `the field "${summaryField}" is not a string`;
  return { fields: row, pair: { document, summary } };
}

function outputLine(row: Row, result: MatchResult): string {
  const { score, probability, matched, levels, evidence } = result;
  const added = evidence === undefined ? {} : { evidence };
  return `${JSON.stringify({ ...row.fields, score, probability, matched, levels, ...added })}\n`;
}
