/** `epitome evaluate`: how well a matcher tells the labels of a file. */
import { type MatchResult, rocAuc, type TextPair } from "../index.js";
import { EXIT, parse, parseNumber } from "./io.js";
import { createMatcher, MATCHER_OPTIONS, readPair } from "./pairs_in_rows.js";
import { runRows } from "./rows.js";
import { aucInterval, spearman } from "./statistics.js";
import { table } from "./table.js";

const OPTIONS = {
  ...MATCHER_OPTIONS,
  "label-field": { type: "string", default: "label" },
  "positive-from": { type: "string" },
  resamples: { type: "string", default: "1000" },
  json: { type: "boolean", default: false },
} as const;

/** The share of the bootstrap samples that the interval holds. */
const CONFIDENCE = 0.95;

/** Where the random numbers of the bootstrap begin: the same file gives the same interval. */
const SEED = 1;

/** The level from which on a label says that the summary fits, as the matchers' `matched` does. */
const FITTING_LEVEL = 4;

/** A pair and its label, as a number. */
interface Labelled {
  pair: TextPair;
  label: number;
}

export async function evaluate(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  const resamples = parseNumber("--resamples", values.resamples, 100, 100_000, true);
  const given = values["positive-from"];
  const from = given === undefined ? undefined : parseNumber("--positive-from", given, -1e9, 1e9, false);
  const labels: number[] = [];
  const results: { score: number; probability: number; matched: boolean }[] = [];
  const matcher = await createMatcher("evaluate", values);
  let outcome;
  try {
    outcome = await runRows<Labelled, MatchResult>(
      {
        unit: "pairs",
        settings: {},
        read: (fields) => {
          const pair = readPair(fields, values);
          if ("wrong" in pair) return pair;
          const label = readLabel(fields, values["label-field"]);
          return typeof label === "number" ? { pair, label } : label;
        },
        work: (rows) => matcher.matchStream(pairsOf(rows)),
        write: ({ item }, { score, probability, matched }) => {
          labels.push(item.label);
          results.push({ score, probability, matched });
          return "";
        },
      },
      positionals[0],
      { resume: false },
    );
  } finally {
    matcher.destroy();
  }
  if (labels.length === 0) {
    process.stderr.write("epitome: there is no labelled pair to evaluate\n");
    return EXIT.failed;
  }
  const threshold = from ?? (labels.some((label) => label > 1) ? FITTING_LEVEL : 1);
  const positive = labels.map((label) => label >= threshold);
  const probabilities = results.map(({ probability }) => probability);
  const twoClasses = positive.includes(true) && positive.includes(false);
  const found = {
    pairs: labels.length,
    bad: outcome.bad,
    positiveFrom: threshold,
    auc: twoClasses ? await rocAuc(probabilities, positive) : null,
    aucInterval: aucInterval(probabilities, positive, resamples, CONFIDENCE, SEED) ?? null,
    spearman: nullUnlessFinite(spearman(results.map(({ score }) => score), labels)),
    classes: classesOf(labels, results, threshold),
  };
  process.stdout.write(values.json ? `${JSON.stringify(found, null, 2)}\n` : report(found));
  return outcome.exit;
}

async function* pairsOf(rows: AsyncIterable<Labelled>): AsyncGenerator<TextPair, void, void> {
  for await (const { pair } of rows) yield pair;
}

function readLabel(fields: Record<string, unknown>, name: string): number | { wrong: string } {
  const label = fields[name];
  if (label === true) return 1;
  if (label === false) return 0;
  if (typeof label === "number") return label;
  if (typeof label === "string" && label.trim() !== "" && Number.isFinite(Number(label))) {
    return Number(label);
  }
  if (label === undefined) return { wrong: `there is no field "${name}" (--label-field names another)` };
  return { wrong: `the field "${name}" is neither a number nor true or false` };
}

/** What the pairs of one label look like. */
interface LabelClass {
  label: number;
  positive: boolean;
  pairs: number;
  meanScore: number;
  matched: number;
}

function classesOf(
  labels: readonly number[],
  results: readonly { score: number; matched: boolean }[],
  threshold: number,
): LabelClass[] {
  const classes = new Map<number, { pairs: number; scores: number; matched: number }>();
  labels.forEach((label, index) => {
    const sums = classes.get(label) ?? { pairs: 0, scores: 0, matched: 0 };
    sums.pairs += 1;
    sums.scores += results[index]?.score ?? 0;
    sums.matched += results[index]?.matched ? 1 : 0;
    classes.set(label, sums);
  });
  return [...classes]
    .sort(([a], [b]) => a - b)
    .map(([label, { pairs, scores, matched }]) => ({
      label,
      positive: label >= threshold,
      pairs,
      meanScore: scores / pairs,
      matched,
    }));
}

function report(found: {
  pairs: number;
  positiveFrom: number;
  auc: number | null;
  aucInterval: { low: number; high: number } | null;
  spearman: number | null;
  classes: LabelClass[];
}): string {
  const three = (value: number | null) => value?.toFixed(3) ?? "undefined";
  const { auc, aucInterval: interval, classes } = found;
  const area =
    auc === null || interval === null
      ? `undefined: all labels are ${classes.some(({ positive }) => positive) ? "at or above" : "below"} ${found.positiveFrom}`
      : `${three(auc)} (95 % interval ${three(interval.low)} to ${three(interval.high)})`;
  const rows = classes.map((each) => [
    String(each.label),
    each.positive ? "fits" : "does not fit",
    String(each.pairs),
    each.meanScore.toFixed(2),
    String(each.matched),
  ]);
  return [
    `pairs     ${found.pairs}, a summary fits from label ${found.positiveFrom} on\n`,
    `AUC       ${area}\n`,
    `Spearman  ${three(found.spearman)}\n\n`,
    table(["label", "means", "pairs", "mean score", "matched"], rows),
  ].join("");
}

function nullUnlessFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
