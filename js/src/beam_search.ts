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
  readonly beams: number;
  readonly lengthPenalty: number;
}

/** The search that writes a summary when nothing else is asked for. */
export const DEFAULT_SEARCH: BeamSearch = { beams: 8, lengthPenalty: 0.8 };

/** The most beams: each takes a share of every step. */
const MAX_BEAMS = 32;

/** The greatest length penalty: far beyond 1, the longest summaries always win. */
const MAX_LENGTH_PENALTY = 5;

/** The search that `beams` and `lengthPenalty` ask for, where they are given. */
export function checkSearch(
  place: string,
  beams: number = DEFAULT_SEARCH.beams,
  lengthPenalty: number = DEFAULT_SEARCH.lengthPenalty,
): BeamSearch {
  if (!Number.isInteger(beams) || beams < 1 || beams > MAX_BEAMS) {
    throw new DataError(
      `${place}: beams: expected a whole number from 1 to ${MAX_BEAMS}, got ${describe(beams)}`,
      { code: "invalid-argument" },
    );
  }
  const isNumber = typeof lengthPenalty === "number"; // NaN compares as false
  if (!(isNumber && lengthPenalty >= 0 && lengthPenalty <= MAX_LENGTH_PENALTY)) {
    throw new DataError(
      `${place}: lengthPenalty: expected a number from 0 to ${MAX_LENGTH_PENALTY}, got ${describe(lengthPenalty)}`,
      { code: "invalid-argument" },
    );
  }
  return { beams, lengthPenalty };
}
