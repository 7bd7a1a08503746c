/** Measures of summaries and of judges. Asynchronous: the first call loads WebAssembly. */
import { startedEngine } from "./current.js";
import { DataError } from "./errors.js";
import { checkOptions, checkString, describe } from "./options.js";
import { checkGuessed } from "./supported_languages.js";

/** How much of the hypothesis is in the reference, and the other way round. */
export interface PrecisionRecallF1 {
  /** Of the hypothesis, the share that is in the reference, 0 to 1; of `bertScore` -1 to 1. */
  precision: number;
  /** Of the reference, the share that is in the hypothesis, 0 to 1; of `bertScore` -1 to 1. */
  recall: number;
  /** The harmonic mean of both, 0 to 1 where they are. */
  f1: number;
}

/** ROUGE of one hypothesis against one reference. */
export interface RougeScores {
  /** Single words; characters in Chinese. */
  rouge1: PrecisionRecallF1;
  /** Pairs of neighbours. */
  rouge2: PrecisionRecallF1;
  /** The longest common subsequence. */
  rougeL: PrecisionRecallF1;
  /** The longest common subsequences, sentence by sentence. */
  rougeLsum: PrecisionRecallF1;
}

/** The options of `rouge`. */
export interface RougeOptions {
  /**
   * By whose rules texts are split into the sentences of `rougeLsum`, as a BCP 47 tag: zh, en, fa or
   * de. Default, and `"auto"`: guessed from each text.
   */
  language?: string;
}

/** ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum. */
export async function rouge(
  hypothesis: string,
  reference: string,
  options?: RougeOptions,
): Promise<RougeScores> {
  checkString("rouge: hypothesis", hypothesis);
  checkString("rouge: reference", reference);
  const given = checkOptions("rouge", options, ["language"]);
  const language = checkGuessed("rouge: language", given.language);
  const engine = await startedEngine("rouge");
  return engine.run((wasm) => wasm.rouge(hypothesis, reference, { language })) as RougeScores;
}

/** The area under the ROC curve: how often a true case scores above a false one. */
export async function rocAuc(
  scores: ArrayLike<number>,
  labels: ArrayLike<number | boolean>,
): Promise<number> {
  const values = Float64Array.from(asList("rocAuc: scores", scores));
  const truths = Uint8Array.from(asList("rocAuc: labels", labels), (label, index) => {
    if (label === true || label === 1) return 1;
    if (label === false || label === 0) return 0;
    throw new DataError(
      `rocAuc: labels[${index}]: expected true, false, 1 or 0, got ${describe(label)}`,
      { code: "invalid-argument" },
    );
  });
  if (values.length !== truths.length) {
    throw new DataError(
      `rocAuc: ${values.length} scores but ${truths.length} labels: there must be one label per score`,
      { code: "invalid-argument" },
    );
  }
  const engine = await startedEngine("rocAuc");
  return engine.run((wasm) => wasm.rocAuc(values, truths));
}

function asList<T>(place: string, value: ArrayLike<T>): ArrayLike<T> {
  if (value !== null && typeof value === "object" && typeof value.length === "number") return value;
  throw new DataError(`${place}: expected an array of numbers, got ${describe(value)}`, {
    code: "invalid-argument",
  });
}
