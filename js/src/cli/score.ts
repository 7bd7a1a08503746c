/** `epitome score`: JSON Lines in, the same rows with their scores out. */
import type { MatchResult, TextPair } from "../index.js";
import { parse } from "./io.js";
import { createMatcher, MATCHER_OPTIONS, readPair, settingsOf } from "./pairs_in_rows.js";
import { extended, type Row, ROW_OPTIONS, runRows } from "./rows.js";

const OPTIONS = {
  ...MATCHER_OPTIONS,
  ...ROW_OPTIONS,
  explain: { type: "boolean", default: false },
} as const;

export async function score(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  const { explain } = values;
  const matcher = await createMatcher("score", values);
  try {
    const outcome = await runRows<TextPair, MatchResult>(
      {
        unit: "pairs",
        settings: { ...settingsOf("score", values), explain },
        read: (fields) => readPair(fields, values),
        work: (pairs) => matcher.matchStream(pairs, { explain }),
        write: scoredRow,
      },
      positionals[0],
      values,
    );
    return outcome.exit;
  } finally {
    matcher.destroy();
  }
}

/** The line of a row with what the matcher says of it. */
export function scoredRow(row: Row<TextPair>, result: MatchResult): string {
  const { score, probability, matched, levels, evidence } = result;
  const explained = evidence === undefined ? {} : { evidence };
  return extended(row, { score, probability, matched, levels, ...explained });
}
