/** The entry for browsers and bundlers. */
import { Engine } from "./engine.js";
import { browserHost } from "./host.browser.js";
import { Matcher as MatcherOnAnyHost } from "./matcher.js";
import * as metrics from "./metrics.js";
import { Summarizer as SummarizerOnAnyHost } from "./summarizer.js";

export * from "./shared.js";

const engine = /* @__PURE__ */ new Engine(browserHost);

/** Judges whether summaries fit their documents. Made by `Matcher.create`. */
export class Matcher extends MatcherOnAnyHost {
  /** @internal */
  static override readonly engine = engine;
}

/** Writes summaries. Made by `Summarizer.create`. */
export class Summarizer extends SummarizerOnAnyHost {
  /** @internal */
  static override readonly engine = engine;
}

/** ROUGE-1, ROUGE-2 and ROUGE-L of a hypothesis against a reference. */
export function rouge(hypothesis: string, reference: string): Promise<metrics.RougeScores> {
  return metrics.rouge(engine, hypothesis, reference);
}

/** The area under the ROC curve of `scores` against true-or-false `labels`. */
export function rocAuc(
  scores: ArrayLike<number>,
  labels: ArrayLike<number | boolean>,
): Promise<number> {
  return metrics.rocAuc(engine, scores, labels);
}
