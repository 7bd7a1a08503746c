/**
 * What `evaluate` computes from scores and labels: the area under the ROC
 * curve with its bootstrap interval, and Spearman's rank correlation.
 */

/** Whole random numbers below `limit`, the same for the same `seed` (mulberry32). */
export function randomIndices(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/**
 * The percentile interval of the AUC over `resamples` bootstrap samples of the
 * pairs. Samples with one class only are drawn again. Undefined if a class is
 * empty. Time: linear in pairs × resamples, after one sort.
 */
export function aucInterval(
  scores: readonly number[],
  positive: readonly boolean[],
  resamples: number,
  confidence: number,
  seed: number,
): { low: number; high: number } | undefined {
  if (!positive.includes(true) || !positive.includes(false)) return undefined;
  const order = Array.from(scores.keys()).sort((a, b) => at(scores, a) - at(scores, b));
  const random = randomIndices(seed);
  const times = new Uint32Array(scores.length);
  const found: number[] = [];
  while (found.length < resamples) {
    times.fill(0);
    for (let draw = 0; draw < scores.length; draw += 1) {
      const index = random(scores.length);
      times[index] = (times[index] as number) + 1;
    }
    const area = weightedAuc(order, scores, positive, times);
    if (area !== undefined) found.push(area);
  }
  found.sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return { low: quantile(found, tail), high: quantile(found, 1 - tail) };
}

/** The AUC of a sample in which each pair occurs so many times; ties count half. */
function weightedAuc(
  order: readonly number[],
  scores: readonly number[],
  positive: readonly boolean[],
  times: Uint32Array,
): number | undefined {
  let wins = 0;
  let negatives = 0;
  let positives = 0;
  for (let start = 0; start < order.length; ) {
    const score = at(scores, at(order, start));
    let tiedPositives = 0;
    let tiedNegatives = 0;
    let end = start;
    for (; end < order.length && at(scores, at(order, end)) === score; end += 1) {
      const index = at(order, end);
      if (positive[index]) tiedPositives += times[index] as number;
      else tiedNegatives += times[index] as number;
    }
    wins += tiedPositives * (negatives + tiedNegatives / 2);
    negatives += tiedNegatives;
    positives += tiedPositives;
    start = end;
  }
  return positives === 0 || negatives === 0 ? undefined : wins / (positives * negatives);
}

/** The value below which the share `p` of the sorted `values` lies, between the nearest two. */
function quantile(values: readonly number[], p: number): number {
  const place = p * (values.length - 1);
  const low = Math.floor(place);
  const high = Math.min(low + 1, values.length - 1);
  return at(values, low) + (place - low) * (at(values, high) - at(values, low));
}

/** Spearman's rank correlation; tied values share their mean rank. NaN if one side is constant. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (a.length + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((rank, index) => {
    const [dx, dy] = [rank - mean, at(y, index) - mean];
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  });
  return xy / Math.sqrt(xx * yy);
}

function ranks(values: readonly number[]): number[] {
  const order = Array.from(values.keys()).sort((a, b) => at(values, a) - at(values, b));
  const found = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && at(values, at(order, end)) === at(values, at(order, start))) end += 1;
    for (let tied = start; tied < end; tied += 1) found[at(order, tied)] = (start + 1 + end) / 2;
    start = end;
  }
  return found;
}

/** The element at an index that is known to be there. */
function at(values: readonly number[], index: number): number {
  return values[index] as number;
}
