/** `epitome score`: JSON Lines in, the same rows with their scores out. */
import type { MatchResult } from "../index.js";
import { MANY_FILES, parse } from "./io.js";
import { checkDigits, DIGIT_OPTIONS, rounded } from "./digits.js";
import { MATCHER_OPTIONS, readPair, type RowPair, settingsOf } from "./pairs_in_rows.js";
import { RowMatcher } from "./row_matcher.js";
import { extended, type Row, ROW_OPTIONS, runRows } from "./rows.js";

const OPTIONS = {
  ...MATCHER_OPTIONS,
  ...ROW_OPTIONS,
  ...DIGIT_OPTIONS,
  explain: { type: "boolean", short: "e", default: false },
} as const;

export async function score(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, MANY_FILES);
  const { explain } = values;
  const digits = checkDigits(values.digits);
  const matcher = await RowMatcher.create(values);
  try {
    const outcome = await runRows<RowPair, MatchResult>(
      {
        unit: "pairs",
        settings: { ...settingsOf("score", values), explain, ...(digits === undefined ? {} : { digits }) },
        read: (fields) => readPair(fields, values),
        work: (pairs) => matcher.matchStream(pairs, { explain }),
        write: (row, result) => scoredRow(row, result, digits),
      },
      positionals,
      values,
    );
    return outcome.exit;
  } finally {
    matcher.destroy();
  }
}

/** The line of a row with what the matcher says of it. */
export function scoredRow(row: Row<RowPair>, result: MatchResult, digits: number | undefined): string {
  const { score, probability, matched, levels, read, language, verdict, sentences, evidence } = result;
  // A row that is read in the language of its own field keeps the field as it is.
  const own = row.item.language !== undefined && Object.hasOwn(row.fields, "language");
  const added = {
    score,
    probability,
    matched,
    levels,
    read,
    ...(own ? {} : { language }),
    verdict,
    ...(evidence === undefined ? {} : { sentences, evidence }),
  };
  return extended(row, digits === undefined ? added : rounded(added, digits));
}
