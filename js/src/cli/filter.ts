/** `epitome filter`: keeps the rows whose summary fits, and says how many of each level. */
import type { MatchResult } from "../index.js";
import { checkDigits, DIGIT_OPTIONS } from "./digits.js";
import { MANY_FILES, parse, parseNumber, UsageError } from "./io.js";
import { MATCHER_OPTIONS, readPair, type RowPair, settingsOf } from "./pairs_in_rows.js";
import { RowMatcher } from "./row_matcher.js";
import { ROW_OPTIONS, runRows } from "./rows.js";
import { scoredRow } from "./score.js";
import { table } from "./table.js";

const OPTIONS = {
  ...MATCHER_OPTIONS,
  ...ROW_OPTIONS,
  ...DIGIT_OPTIONS,
  keep: { type: "string", short: "k" },
  "with-scores": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** How many rows of one level were kept and dropped. */
interface Count {
  level: number;
  kept: number;
  dropped: number;
}

export async function filter(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, MANY_FILES);
  if (values.keep === undefined) {
    throw new UsageError("filter needs --keep P, the least probability of what is kept, 0 to 1");
  }
  const keep = parseNumber("--keep", values.keep, 0, 1, false);
  const digits = checkDigits(values.digits);
  const withScores = values["with-scores"];
  if (digits !== undefined && !withScores) {
    throw new UsageError("--digits rounds the fields of --with-scores, which is not given; rows are kept as they are");
  }
  let counts = [1, 2, 3, 4, 5].map((level): Count => ({ level, kept: 0, dropped: 0 }));
  const matcher = await RowMatcher.create(values);
  try {
    const outcome = await runRows<RowPair, MatchResult>(
      {
        unit: "pairs",
        settings: {
          ...settingsOf("filter", values),
          keep,
          withScores,
          ...(digits === undefined ? {} : { digits }),
        },
        read: (fields) => readPair(fields, values),
        work: (pairs) => matcher.matchStream(pairs, { explain: false }),
        write: (row, result) => {
          const count = counts[mostProbable(result.levels) - 1] as Count;
          const kept = result.probability >= keep;
          count[kept ? "kept" : "dropped"] += 1;
          if (!kept) return "";
          return withScores ? scoredRow(row, result, digits) : `${row.text}\n`;
        },
        state: { save: () => counts, restore: (state) => (counts = state as Count[]) },
      },
      positionals,
      values,
    );
    process.stderr.write(report(counts, outcome.bad, keep, values.json));
    return outcome.exit;
  } finally {
    matcher.destroy();
  }
}

/** The level with the greatest probability, 1 to 5; the lower of two equal ones. */
function mostProbable(levels: readonly number[]): number {
  return levels.indexOf(Math.max(...levels)) + 1;
}

function report(counts: Count[], bad: number, keep: number, json: boolean): string {
  const sum = (field: "kept" | "dropped") => counts.reduce((all, each) => all + each[field], 0);
  const total = { kept: sum("kept"), dropped: sum("dropped"), bad };
  if (json) return `${JSON.stringify({ keep, ...total, levels: counts })}\n`;
  const rows = counts.map(({ level, kept, dropped }) => [String(level), String(kept), String(dropped)]);
  rows.push(["all", String(total.kept), String(total.dropped)]);
  return table(["level", "kept", "dropped"], rows);
}
