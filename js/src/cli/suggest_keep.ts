/** The least probability to keep, by a labelled sample: the one with the greatest F1. */

/** A threshold for `epitome filter --keep`, and what it does to the sample. */
export interface Keep {
  /** The threshold. */
  readonly keep: number;
  /** Of what is kept, the share that fits. */
  readonly precision: number;
  /** Of what fits, the share that is kept. */
  readonly recall: number;
  /** The harmonic mean of both. */
  readonly f1: number;
}

/** How many digits a threshold has after the point. */
const DIGITS = 3;

/**
 * The threshold, between the probabilities of two pairs, with the greatest F1 of what fits; of equal
 * ones the greatest. Undefined if a class is empty. Time: that of sorting.
 */
export function suggestKeep(
  probabilities: readonly number[],
  positive: readonly boolean[],
): Keep | undefined {
  const all = positive.filter(Boolean).length;
  if (all === 0 || all === positive.length) return undefined;
  const thresholds = [...new Set(probabilities.map((value) => floor(value)))].sort((a, b) => b - a);
  const order = [...probabilities.keys()].sort(
    (a, b) => (probabilities[b] as number) - (probabilities[a] as number),
  );
  let best: Keep | undefined;
  let at = 0;
  let fitting = 0;
  for (const keep of thresholds) {
    for (; at < order.length; at += 1) {
      const index = order[at] as number;
      if ((probabilities[index] as number) < keep) break;
      if (positive[index]) fitting += 1;
    }
    const [precision, recall] = [fitting / at, fitting / all];
    const f1 = fitting === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    if (best === undefined || f1 > best.f1) best = { keep, precision, recall, f1 };
  }
  return best;
}

/** `value` with few digits, and no greater. */
function floor(value: number): number {
  return Math.floor(value * 10 ** DIGITS) / 10 ** DIGITS;
}
