/** `epitome evaluate`: how well a matcher tells the labels of a file. */
import { type MatchResult, rocAuc } from "../index.js";
import { EXIT, MANY_FILES, parse, parseNumber, UsageError } from "./io.js";
import { MATCHER_OPTIONS, missingField, readPair, type RowPair } from "./pairs_in_rows.js";
import { RowMatcher } from "./row_matcher.js";
import { INPUT_OPTIONS, runRows } from "./rows.js";
import { aucInterval, spearman } from "./statistics.js";
import { type Keep, suggestKeep } from "./suggest_keep.js";
import { table } from "./table.js";

const OPTIONS = {
  ...MATCHER_OPTIONS,
  ...INPUT_OPTIONS,
  model: { type: "string", short: "m", multiple: true },
  "suggest-keep": { type: "boolean", default: false },
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

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** A pair and its label, as a number. */
interface Labelled {
  pair: RowPair;
  label: number;
}

/** What is found of one model. */
interface Found {
  model?: string;
  pairs: number;
  bad: number;
  positiveFrom: number;
  auc: number | null;
  aucInterval: { low: number; high: number } | null;
  spearman: number | null;
  classes: LabelClass[];
  keep?: Keep | null;
}

export async function evaluate(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, MANY_FILES);
  const models: (string | undefined)[] = values.model ?? [undefined];
  if (models.length > 1 && (positionals.length === 0 || positionals.includes("-"))) {
    throw new UsageError("several models read the pairs several times: give a FILE");
  }
  const all: Found[] = [];
  let exit: number = EXIT.ok;
  for (const model of models) {
    const evaluated = await evaluateModel({ ...values, model }, positionals);
    if (evaluated === undefined) return EXIT.failed;
    exit = evaluated.exit;
    all.push(models.length === 1 ? evaluated.found : { model: model ?? "", ...evaluated.found });
  }
  const [first] = all;
  const text = all.length === 1 && first !== undefined ? report(first) : comparison(all);
  const json = all.length === 1 ? first : all;
  process.stdout.write(values.json ? `${JSON.stringify(json, null, 2)}\n` : text);
  return exit;
}

/** The options, of one model. */
type Values = Omit<ReturnType<typeof parse<typeof OPTIONS>>["values"], "model"> & {
  model: string | undefined;
};

async function evaluateModel(
  values: Values,
  files: readonly string[],
): Promise<{ found: Found; exit: number } | undefined> {
  const resamples = parseNumber("--resamples", values.resamples, 100, 100_000, true);
  const given = values["positive-from"];
  const from = given === undefined ? undefined : parseNumber("--positive-from", given, -1e9, 1e9, false);
  const labels: number[] = [];
  const results: { score: number; probability: number; matched: boolean }[] = [];
  const matcher = await RowMatcher.create(values);
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
        work: (rows) => matcher.matchStream(pairsOf(rows), { explain: false }),
        write: ({ item }, { score, probability, matched }) => {
          labels.push(item.label);
          results.push({ score, probability, matched });
          return "";
        },
      },
      files,
      { "input-format": values["input-format"] },
    );
  } finally {
    matcher.destroy();
  }
  if (labels.length === 0) {
    process.stderr.write("epitome: there is no labelled pair to evaluate\n");
    return undefined;
  }
  const threshold = from ?? (labels.some((label) => label > 1) ? FITTING_LEVEL : 1);
  const positive = labels.map((label) => label >= threshold);
  const probabilities = results.map(({ probability }) => probability);
  const twoClasses = positive.includes(true) && positive.includes(false);
  const found: Found = {
    pairs: labels.length,
    bad: outcome.bad,
    positiveFrom: threshold,
    auc: twoClasses ? await rocAuc(probabilities, positive) : null,
    aucInterval: aucInterval(probabilities, positive, resamples, CONFIDENCE, SEED) ?? null,
    spearman: nullUnlessFinite(spearman(results.map(({ score }) => score), labels)),
    classes: classesOf(labels, results, threshold),
    ...(values["suggest-keep"] ? { keep: suggestKeep(probabilities, positive) ?? null } : {}),
  };
  return { found, exit: outcome.exit };
}

async function* pairsOf(rows: AsyncIterable<Labelled>): AsyncGenerator<RowPair, void, void> {
  for await (const { pair } of rows) yield pair;
}

function readLabel(fields: Record<string, unknown>, name: string): number | { wrong: string } {
  const given = fields[name];
  // A table has true and false as texts.
  const label = typeof given === "string" ? (BOOLEANS[given.trim().toLowerCase()] ?? given) : given;
  if (label === true) return 1;
  if (label === false) return 0;
  if (typeof label === "number" && Number.isFinite(label)) return label;
  if (typeof label === "string" && label.trim() !== "" && Number.isFinite(Number(label))) {
    return Number(label);
  }
  if (label === undefined) return missingField(fields, name, "label-field");
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

function report(found: Found): string {
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
    keepReport(found.keep),
  ].join("");
}

function keepReport(keep: Keep | null | undefined): string {
  if (keep === undefined) return "";
  if (keep === null) return "\nkeep      undefined: all labels are of one kind\n";
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  return `\nkeep      --keep ${keep.keep}: of what is kept, ${percent(keep.precision)} fit; of what fits, ${percent(keep.recall)} are kept (F1 ${keep.f1.toFixed(3)})\n`;
}

/** Several models in one table. */
function comparison(all: readonly Found[]): string {
  const three = (value: number | null | undefined) => value?.toFixed(3) ?? "undefined";
  const keeps = all.some(({ keep }) => keep !== undefined);
  const rows = all.map(({ model = "", pairs, auc, aucInterval: interval, spearman: rank, keep }) => [
    model,
    String(pairs),
    three(auc),
    interval === null ? "" : `${three(interval.low)} to ${three(interval.high)}`,
    three(rank),
    ...(keeps ? [String(keep?.keep ?? "")] : []),
  ]);
  const head = ["model", "pairs", "AUC", "95 % interval", "Spearman", ...(keeps ? ["keep"] : [])];
  return table(head, rows);
}

function nullUnlessFinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
