/**
 * Beam search, by which a model writes: the best so many beginnings of a
 * summary are kept and continued a token at a time. A summary of n tokens, its
 * end included, and probability p scores log p / ((5 + n) / 6)^α (Wu et al.
 * 2016, section 7), α being the length penalty; among the best of these, the
 * one is given that the others agree with most.
 */
import { DataError } from "./errors.js";
import { describe } from "./options.js";

/** A summary that a model could have written. */
export interface SummaryCandidate {
  /** The summary. */
  text: string;
  /** The natural logarithm of its probability, at most 0. */
  logProbability: number;
}

/** How a search goes. */
export interface BeamSearch {
  /** How many beginnings are kept; undefined: as the model's files say, 8 of a packaged one. */
  readonly beams: number | undefined;
  /** The α; undefined: as the model's files say, 0.8 of a packaged one. */
  readonly lengthPenalty: number | undefined;
  /** What the summary is for: sentences of the text that compete with what is written are steered by it. */
  readonly context?: string;
}

/** The search that writes a summary when nothing else is asked for. */
export const DEFAULT_SEARCH: BeamSearch = { beams: undefined, lengthPenalty: undefined };

/** The beginnings that a packaged model keeps when nothing else is asked for. */
export const USUAL_BEAMS = 8;

/** The most beams: each takes a share of every step. */
const MAX_BEAMS = 32;

/** The greatest length penalty: far beyond 1, the longest summaries always win. */
const MAX_LENGTH_PENALTY = 5;

/** The search that `beams` and `lengthPenalty` ask for, where they are given. */
export function checkSearch(
  place: string,
  beams?: number,
  lengthPenalty?: number,
): BeamSearch {
  const few = beams !== undefined && (!Number.isInteger(beams) || beams < 1 || beams > MAX_BEAMS);
  if (few) {
    throw new DataError(
      `${place}: beams: expected a whole number from 1 to ${MAX_BEAMS}, got ${describe(beams)}`,
      { code: "invalid-argument" },
    );
  }
  const isNumber = typeof lengthPenalty === "number"; // NaN compares as false
  const fits = isNumber && lengthPenalty >= 0 && lengthPenalty <= MAX_LENGTH_PENALTY;
  if (lengthPenalty !== undefined && !fits) {
    throw new DataError(
      `${place}: lengthPenalty: expected a number from 0 to ${MAX_LENGTH_PENALTY}, got ${describe(lengthPenalty)}`,
      { code: "invalid-argument" },
    );
  }
  return { beams, lengthPenalty };
}
