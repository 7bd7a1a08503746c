/** `epitome segment`: a laid-out document in, its lines or sections out. */
import { DataError, NotSupportedError } from "../errors.js";
import { LineClassifier, type LineClassifierOptions, PageLayout } from "../index.js";
import { decodedText } from "./encoding.js";
import { EXIT, openInput, Output, parse, refuseToOverwrite, UsageError } from "./io.js";
import { modelOf } from "./pairs_in_rows.js";
import { RowWriter } from "./row_writer.js";
import { checkWritten, nameOf } from "./sources.js";

const OPTIONS = {
  sections: { type: "boolean", default: false },
  model: { type: "string", short: "m" },
  output: { type: "string", short: "o" },
  force: { type: "boolean", short: "f", default: false },
} as const;

export async function segment(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  const format = checkWritten(undefined, values.output) ?? "jsonl";
  await refuseToOverwrite(values.output, values.force);
  const [file] = positionals;
  const input = await openInput(file);
  const classifier = await create(values.model);
  try {
    const xml = await decodedText(input.stream(0) as AsyncIterable<Buffer>, nameOf(input));
    if (!/^\uFEFF?\s*</u.test(xml)) {
      throw new UsageError(
        "expected the XML of pdftohtml -xml, got something else: pdftohtml -xml -i -stdout FILE.pdf",
      );
    }
    const found = await classifier.classify(PageLayout.fromPdfToHtml(xml));
    const output = await Output.open(values.output);
    const rows = values.sections
      ? found.sections
      : found.lines.map((line, order) => ({ order, ...line }));
    const writer = new RowWriter(output, format, values.output?.endsWith(".gz") ?? false);
    for (const row of rows) await writer.write(`${JSON.stringify(row)}\n`);
    await writer.flush();
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
