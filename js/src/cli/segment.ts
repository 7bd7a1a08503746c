/** `epitome segment`: a laid-out document in, its lines or sections out. */
import { text as readText } from "node:stream/consumers";
import { DataError, NotSupportedError } from "../errors.js";
import { LineClassifier, type LineClassifierOptions, PageLayout } from "../index.js";
import { EXIT, openInput, Output, parse, UsageError } from "./io.js";
import { modelOf } from "./pairs_in_rows.js";

const OPTIONS = {
  sections: { type: "boolean", default: false },
  model: { type: "string" },
  output: { type: "string" },
} as const;

/** How many lines are written at once. */
const ROWS = 1000;

export async function segment(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  const [file] = positionals;
  const input = await openInput(file);
  const classifier = await create(values.model);
  try {
    const xml = await readText(input.stream(0));
    if (xml.startsWith("%PDF")) {
      throw new UsageError("this is a PDF; convert it first: pdftohtml -xml -i -stdout FILE.pdf");
    }
    const found = await classifier.classify(PageLayout.fromPdfToHtml(xml));
    const output = await Output.open(values.output);
    const rows = values.sections
      ? found.sections
      : found.lines.map((line, order) => ({ order, ...line }));
    for (let start = 0; start < rows.length; start += ROWS) {
      const part = rows.slice(start, start + ROWS);
      await output.write(part.map((row) => `${JSON.stringify(row)}\n`).join(""));
    }
    await output.close();
    return EXIT.ok;
  } finally {
    classifier.destroy();
  }
}

async function create(model: string | undefined): Promise<LineClassifier> {
  const options: LineClassifierOptions = model === undefined ? {} : { model: modelOf(model) };
  try {
    return await LineClassifier.create(options);
  } catch (error) {
    if (error instanceof NotSupportedError || error instanceof DataError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}
