/**
 * The classes that hold models, computed in Web Workers or worker threads, so
 * that the calling thread stays free. Each object has its own workers; a trap
 * or a worker's death rejects what was pending, and the next call starts again.
 */
import { host } from "./hosts/current.js";
import {
  LineClassifier as LineClassifierAnywhere,
  type LineClassifierOptions as AnyLineClassifierOptions,
} from "./line_classifier.js";
import { Matcher as MatcherAnywhere } from "./matcher.js";
import type { MatcherOptions as AnyMatcherOptions } from "./matcher_options.js";
import {
  Summarizer as SummarizerAnywhere,
  type SummarizerOptions as AnySummarizerOptions,
} from "./summarizer.js";
import { offerRelaxed } from "./relaxed/current.js";
import { THREAD_KEYS, type ThreadOptions } from "./thread_options.js";
import { RemoteCompute } from "./workers/remote.js";

offerRelaxed();

const remote = /* @__PURE__ */ new RemoteCompute(host);

/** The options of `Matcher.create` in this entry. */
export type MatcherOptions = AnyMatcherOptions & ThreadOptions;

/** The options of `Summarizer.create` in this entry. */
export type SummarizerOptions = AnySummarizerOptions & ThreadOptions;

/** The options of `LineClassifier.create` in this entry. */
export type LineClassifierOptions = AnyLineClassifierOptions & ThreadOptions;

/** Judges whether summaries fit their documents, in workers. Made by `Matcher.create`. */
export class Matcher extends MatcherAnywhere {
  /** @internal */
  static override readonly compute = remote;
  /** @internal */
  static override readonly extraKeys = THREAD_KEYS;

  static override create(options?: MatcherOptions): Promise<Matcher> {
    return super.create(options);
  }

  static override availability(
    options?: MatcherOptions,
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    return super.availability(options);
  }
}

/** Writes summaries, in workers. Made by `Summarizer.create`. */
export class Summarizer extends SummarizerAnywhere {
  /** @internal */
  static override readonly compute = remote;
  /** @internal */
  static override readonly extraKeys = THREAD_KEYS;

  static override create(options?: SummarizerOptions): Promise<Summarizer> {
    return super.create(options);
  }

  static override availability(
    options?: SummarizerOptions,
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    return super.availability(options);
  }
}

/** Tells which lines of a document start a section, in workers. Made by `LineClassifier.create`. */
export class LineClassifier extends LineClassifierAnywhere {
  /** @internal */
  static override readonly compute = remote;
  /** @internal */
  static override readonly extraKeys = THREAD_KEYS;

  static override create(options?: LineClassifierOptions): Promise<LineClassifier> {
    return super.create(options);
  }

  static override availability(
    options?: LineClassifierOptions,
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    return super.availability(options);
  }
}
