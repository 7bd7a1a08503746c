/** The entry for Vercel's edge runtime. */
import * as bert from "./bert-score.js";
import * as corpus from "./corpus.js";
import { Engine } from "./engine.js";
import * as entities from "./entities.js";
import * as fragments from "./fragments.js";
import { edgeHost } from "./host.edge.js";
import { Matcher as MatcherOnAnyHost } from "./matcher.js";
import * as metrics from "./metrics.js";
import { Summarizer as SummarizerOnAnyHost } from "./summarizer.js";

export * from "./shared.js";

const engine = /* @__PURE__ */ new Engine(edgeHost);

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

/** ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum of a hypothesis against a reference. */
export function rouge(
  hypothesis: string,
  reference: string,
  options?: metrics.RougeOptions,
): Promise<metrics.RougeScores> {
  return metrics.rouge(engine, hypothesis, reference, options);
}

/** How much of a hypothesis is in a reference, over embeddings of their tokens. */
export function bertScore(
  hypothesis: bert.TokenEmbeddings,
  reference: bert.TokenEmbeddings,
): Promise<metrics.PrecisionRecallF1> {
  return bert.bertScore(engine, hypothesis, reference);
}

/** How much of a summary was copied from its document: coverage and density. */
export function extractiveFragments(
  document: string,
  summary: string,
): Promise<fragments.ExtractiveFragments> {
  return fragments.extractiveFragments(engine, document, summary);
}

/** Whether the names and numbers of a summary are those of its document. */
export function entityFactuality(
  document: string,
  summary: string,
  options?: entities.EntityOptions,
): Promise<entities.EntityFactuality> {
  return entities.entityFactuality(engine, document, summary, options);
}

/** Applies a recipe to a corpus, and counts what every rule leaves. */
export function prepareCorpus(
  pairs: Iterable<corpus.CorpusPair>,
  options: corpus.GigawordOptions | corpus.ArmanOptions,
): Promise<corpus.PreparedCorpus> {
  return corpus.prepareCorpus(engine, pairs, options);
}

/** The area under the ROC curve of `scores` against true-or-false `labels`. */
export function rocAuc(
  scores: ArrayLike<number>,
  labels: ArrayLike<number | boolean>,
): Promise<number> {
  return metrics.rocAuc(engine, scores, labels);
}
