/**
 * The classes that hold models, computed in the thread that calls. They are a module of their own,
 * so that a bundle of a program without models holds none.
 */
import { compute as local } from "./current.js";
import {
  LineClassifier as LineClassifierAnywhere,
  type LineClassifierOptions,
} from "./line_classifier.js";
import { Matcher as MatcherAnywhere } from "./matcher.js";
import type { MatcherOptions } from "./matcher_options.js";
import { offerRelaxed } from "./relaxed/current.js";
import { Summarizer as SummarizerAnywhere, type SummarizerOptions } from "./summarizer.js";

offerRelaxed();

/** Judges whether summaries fit their documents. Made by `Matcher.create`. */
export class Matcher extends MatcherAnywhere {
  /** @internal */
  static override readonly compute = local;

  static override create(options?: MatcherOptions): Promise<Matcher> {
    return super.create(options);
  }
}

/** Writes summaries. Made by `Summarizer.create`. */
export class Summarizer extends SummarizerAnywhere {
  /** @internal */
  static override readonly compute = local;

  static override create(options?: SummarizerOptions): Promise<Summarizer> {
    return super.create(options);
  }
}

/** Tells which lines of a document start a section. Made by `LineClassifier.create`. */
export class LineClassifier extends LineClassifierAnywhere {
  /** @internal */
  static override readonly compute = local;

  static override create(options?: LineClassifierOptions): Promise<LineClassifier> {
    return super.create(options);
  }
}
