/** `epitome summarize`: a text in, its summary out; or rows of documents. */
import { gzipSync } from "node:zlib";
import { DataError, QuotaExceededError } from "../errors.js";
import type { Summarizer, SummaryCandidate } from "../index.js";
import { decodedText } from "./encoding.js";
import { textOfHtml } from "./html.js";
import { EXIT, MANY_FILES, openInput, Output, parse, parseNumber, refuseToOverwrite, UsageError } from "./io.js";
import { inOrder } from "./in_order.js";
import { missingField } from "./pairs_in_rows.js";
import { extended, ROW_OPTIONS, runRows, type Wrong } from "./rows.js";
import { formatOfName, nameOf } from "./sources.js";
import { createSummarizer, kindOf, SUMMARIZER_OPTIONS, type Wanted, wantedOf } from "./summarizer.js";

const OPTIONS = {
  ...ROW_OPTIONS,
  ...SUMMARIZER_OPTIONS,
  jsonl: { type: "boolean", default: false },
  html: { type: "boolean", default: false },
  "document-field": { type: "string" },
  "summary-field": { type: "string" },
} as const;

/** What only rows have. */
const OF_ROWS = ["resume", "output-format", "document-field", "summary-field"] as const;

/** What was found for a text. */
interface Found {
  summary: string;
  /** The candidates that were asked for. */
  candidates: SummaryCandidate[] | undefined;
}

export async function summarize(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, MANY_FILES);
  const [file, ...others] = positionals;
  const workers = parseNumber("--workers", values.workers, 1, 64, true);
  const rows =
    values.jsonl || values["input-format"] !== undefined || formatOfName(file) !== undefined;
  const needless = rows ? undefined : OF_ROWS.find((name) => values[name]);
  if (needless !== undefined) throw new UsageError(`--${needless} is for rows, such as JSON Lines (--jsonl)`);
  if (!rows) await refuseToOverwrite(values.output, values.force);
  if (others.length > 0 && !rows) throw new UsageError(`unexpected argument "${others[0]}"`);
  const wanted = wantedOf(values);
  const kind = kindOf(values, wanted);
  const summarizer = await createSummarizer(kind, workers);
  try {
    if (!rows) {
      const input = await openInput(file);
      const text = await decodedText(input.stream(0) as AsyncIterable<Buffer>, nameOf(input));
      const html = values.html || /\.x?html?(\.gz)?$/iu.test(file ?? "");
      const found = plain(await find(summarizer, html ? textOfHtml(text) : text, wanted));
      const output = await Output.open(values.output);
      await output.write(values.output?.endsWith(".gz") ? gzipSync(found) : found);
      await output.close();
      return EXIT.ok;
    }
    const { "document-field": source = "document", "summary-field": goal = "summary", html } = values;
    const outcome = await runRows<string, Found>(
      {
        unit: "documents",
        settings: {
          command: "summarize",
          ...kind,
          ...wanted,
          document: source,
          summary: goal,
          ...(html ? { html } : {}),
        },
        read: (fields) => {
          const text = fields[source];
          if (text === undefined) return missingField(fields, source, "document-field");
          if (typeof text !== "string") return { wrong: `the field "${source}" is not a string` };
          return html ? textOfHtml(text) : text;
        },
        work: (texts) =>
          inOrder(texts, workers, (text) => find(summarizer, text, wanted).catch(wrongText)),
        write: (row, { summary, candidates }) =>
          extended(row, { [goal]: summary, ...(candidates === undefined ? {} : { candidates }) }),
      },
      positionals,
      values,
    );
    return outcome.exit;
  } finally {
    summarizer.destroy();
  }
}

async function find(
  summarizer: Summarizer,
  text: string,
  wanted: Wanted | undefined,
): Promise<Found> {
  if (wanted === undefined) {
    return { summary: await summarizer.summarize(text), candidates: undefined };
  }
  const { count, search } = wanted;
  const candidates = await summarizer.candidates(text, search);
  const summary = candidates[0]?.text ?? "";
  return { summary, candidates: count === undefined ? undefined : candidates.slice(0, count) };
}

/** What is wrong with the text that `error` refuses; any other error ends the run. */
function wrongText(error: unknown): Wrong {
  if (error instanceof QuotaExceededError) {
    const { requested, quota } = error;
    return { wrong: `the text is too long: it has ${requested} UTF-16 code units, and at most ${quota} are read` };
  }
  if (error instanceof DataError && error.code === "invalid-argument") {
    return { wrong: error.message };
  }
  throw error;
}

/** What is found for a text, as people read it. */
function plain({ summary, candidates }: Found): string {
  if (candidates === undefined) return summary.endsWith("\n") ? summary : `${summary}\n`;
  return candidates
    .map(({ text, logProbability }) => `${logProbability.toFixed(3)}\t${text}\n`)
    .join("");
}
