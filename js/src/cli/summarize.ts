/** `epitome summarize`: a text in, its summary out; or JSON Lines of documents. */
import { text as readText } from "node:stream/consumers";
import { DataError, NotSupportedError } from "../errors.js";
import { Summarizer, type SummarizerOptions } from "../index.js";
import { EXIT, openInput, Output, parse, parseNumber, UsageError } from "./io.js";
import { inOrder } from "./in_order.js";
import { ROW_OPTIONS, runRows } from "./rows.js";

const OPTIONS = {
  ...ROW_OPTIONS,
  type: { type: "string" },
  length: { type: "string" },
  format: { type: "string" },
  language: { type: "string" },
  method: { type: "string" },
  workers: { type: "string", default: "1" },
  jsonl: { type: "boolean", default: false },
  "document-field": { type: "string", default: "document" },
  "summary-field": { type: "string", default: "summary" },
} as const;

export async function summarize(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  const [file] = positionals;
  const { type, length, format, language, method } = values;
  const workers = parseNumber("--workers", values.workers, 1, 64, true);
  const rows = values.jsonl || (file?.endsWith(".jsonl") ?? false);
  if (values.resume && !rows) throw new UsageError("--resume is for JSON Lines (--jsonl)");
  const given = Object.entries({ type, length, format, language, method });
  const kind = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const summarizer = await create(kind, workers);
  try {
    if (!rows) {
      const text = await readText((await openInput(file)).stream(0));
      const summary = await summarizer.summarize(text.replace(/^\uFEFF/u, ""));
      const output = await Output.open(values.output);
      await output.write(summary.endsWith("\n") ? summary : `${summary}\n`);
      await output.close();
      return EXIT.ok;
    }
    const [source, goal] = [values["document-field"], values["summary-field"]];
    const outcome = await runRows<string, string>(
      {
        unit: "documents",
        settings: { command: "summarize", ...kind, document: source, summary: goal },
        read: (fields) => {
          const text = fields[source];
          if (text === undefined) {
            return { wrong: `there is no field "${source}" (--document-field names another)` };
          }
          if (typeof text !== "string") return { wrong: `the field "${source}" is not a string` };
          return text;
        },
        work: (texts) => inOrder(texts, workers, (text) => summarizer.summarize(text)),
        write: ({ fields }, summary) => `${JSON.stringify({ ...fields, [goal]: summary })}\n`,
      },
      file,
      values,
    );
    return outcome.exit;
  } finally {
    summarizer.destroy();
  }
}

async function create(kind: Record<string, unknown>, workers: number): Promise<Summarizer> {
  try {
    if (workers === 1) return await Summarizer.create(kind as SummarizerOptions); // checked by create
    const threaded = await import("../worker.js");
    return await threaded.Summarizer.create({ ...(kind as SummarizerOptions), workers });
  } catch (error) {
    if (error instanceof NotSupportedError || error instanceof DataError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}
