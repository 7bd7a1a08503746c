/** `epitome summarize`: a text in, its summary out. */
import { text as readText } from "node:stream/consumers";
import { DataError, NotSupportedError } from "../errors.js";
import { Summarizer, type SummaryOptions } from "../index.node.js";
import { EXIT, openInput, parse, UsageError } from "./io.js";

const OPTIONS = {
  type: { type: "string" },
  length: { type: "string" },
  format: { type: "string" },
  language: { type: "string" },
} as const;

export async function summarize(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  let summarizer: Summarizer;
  try {
    summarizer = await Summarizer.create({ ...values } as SummaryOptions); // checked by create
  } catch (error) {
    if (error instanceof NotSupportedError || error instanceof DataError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
  try {
    const text = await readText(await openInput(positionals[0]));
    const summary = await summarizer.summarize(text.replace(/^\uFEFF/u, ""));
    process.stdout.write(summary.endsWith("\n") ? summary : `${summary}\n`);
    return EXIT.ok;
  } finally {
    summarizer.destroy();
  }
}
