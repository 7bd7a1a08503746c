/** What a match says. The WebAssembly side makes the objects. */

/** A part of a text, in UTF-16 code units as `String.prototype.slice` counts. */
export interface Span {
  /** The index of its first code unit. */
  start: number;
  /** The index after its last code unit. */
  end: number;
}

/**
 * What a piece of evidence shows:
 * - `supported`: the document says it in these or nearly these words;
 * - `paraphrase`: other words, without an objection;
 * - `missing`: a name, a number or a date that the document lacks;
 * - `number`, `name`, `date`: the document says another one;
 * - `negation`: one of both denies what the other says, or says its opposite.
 */
export type EvidenceKind =
  | "supported"
  | "paraphrase"
  | "missing"
  | "number"
  | "name"
  | "date"
  | "negation";

/** A part of the summary and what supports it, or speaks against it. */
export interface Evidence {
  /** The part of the summary. */
  summarySpan: Span;
  /**
   * The nearest sentence of the document. `null` where the document has none of the part's words,
   * and of a `missing` name, number or date.
   */
  documentSpan: Span | null;
  /**
   * The share of the part's content words that this sentence has, 0 to 1; 0 of a part to which the
   * document objects.
   */
  weight: number;
  /** What it shows. */
  kind: EvidenceKind;
  /** Where the document says another number, name or date, or the opposite; else `null`. */
  instead: Span | null;
}

/**
 * Whether the document says what the summary says: `supported` where every sentence is shown to be,
 * `contradicted` where the document says otherwise, `unclear` where neither can be shown.
 */
export type Verdict = "supported" | "contradicted" | "unclear";

/** A sentence of the summary. */
export interface JudgedSentence {
  /** The sentence. */
  span: Span;
  /** The probability that the document supports it, 0 to 1. */
  supported: number;
  /** The nearest sentence of the document; `null` where it has none of the words. */
  documentSpan: Span | null;
}

/** How well a summary fits its document. */
export interface MatchResult {
  /** The expected level, from 1 (does not fit) to 5 (fits). */
  score: number;
  /** The probability that it fits, of level 4 or 5, at even odds of good and bad: 0 to 1. */
  probability: number;
  /** Whether it more likely fits than not: whether `probability` is at least 0.5. */
  matched: boolean;
  /** The probability of each level, 1 to 5. */
  levels: [number, number, number, number, number];
  /** Where its model ran. */
  backend: "wasm" | "webgpu";
  /**
   * The share of each text that the model saw, 0 to 1. Of a document that is longer than the model
   * reads, it sees the sentences that matter for the summary, wherever they stand.
   */
  read: { document: number; summary: number };
  /** The language that the texts were read in, as a BCP 47 tag. */
  language: string;
  /** The languages that the texts seem to be in, where they are others than `language`. */
  languageMismatch?: { document: string | null; summary: string | null };
  /** Whether the document says what the summary says. */
  verdict: Verdict;
  /** The sentences of the summary, at most 256. */
  sentences: JudgedSentence[];
  /** With `explain`: the parts of the summary in order. */
  evidence?: Evidence[];
}
