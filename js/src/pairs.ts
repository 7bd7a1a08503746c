/** The texts that a matcher reads, and how they are gathered into chunks. */
import { DataError } from "./errors.js";
import { describe } from "./options.js";
import { nextTurn } from "./turns/current.js";

/** A document and the summary that is to be judged against it. */
export interface TextPair {
  /** The whole document, as plain text of at most 1,000,000 characters, with at least one letter or digit. */
  document: string;
  /** The summary, as plain text of at most 200,000 characters, with at least one letter or digit. */
  summary: string;
}

/** A pair as a caller gives it: an object, or the document and the summary in an array. */
export type GivenPair = TextPair | readonly [document: string, summary: string];

/**
 * How many pairs one call into WebAssembly scores at most, unless a GPU asks
 * for more: a batch of the neural matchers, which keeps the thread for some 30 ms.
 */
export const CHUNK_PAIRS = 32;

/**
 * How long the texts of 32 pairs are at most together, in UTF-16 code units,
 * unless one pair alone is longer: it bounds how long a chunk takes, and with
 * it how long a signal waits.
 */
export const CHUNK_LENGTH = 1 << 17;

/** What the models have to have in a text. */
const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;

/** The most characters of each text: what the WebAssembly side has memory for. */
const MOST: Readonly<TextOf<number>> = { document: 1_000_000, summary: 200_000 };

/** Something of each text of a pair. */
type TextOf<T> = Record<keyof TextPair, T>;

/** `pair` without anything else it carries; a DataError names `place`. */
export function checkPair(place: string, pair: unknown): TextPair {
  if (pair === null || typeof pair !== "object" || (Array.isArray(pair) && pair.length !== 2)) {
    const got = Array.isArray(pair) ? `an array of ${pair.length}` : describe(pair);
    throw new DataError(
      `${place}: expected { document, summary } or [document, summary], got ${got}`,
      { code: "invalid-argument" },
    );
  }
  const given = Array.isArray(pair) ? { document: pair[0], summary: pair[1] } : pair;
  const { document, summary } = given as Partial<Record<keyof TextPair, unknown>>;
  return {
    document: checkText(`${place}.document`, document, "document"),
    summary: checkText(`${place}.summary`, summary, "summary"),
  };
}

/** What keeps the models from reading `text`; undefined if nothing does. */
export function whyUnread(text: string, role: keyof TextPair): string | undefined {
  if (!LETTER_OR_DIGIT.test(text)) return "holds no letter or digit";
  const most = MOST[role];
  if (text.length <= most) return undefined;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters > most ? `is too long: it has ${characters} characters, and at most ${most} are read` : undefined;
}

/** `value`, which must be a text that models read. */
export function checkText(place: string, value: unknown, role: keyof TextPair): string {
  if (typeof value !== "string") {
    throw new DataError(`${place}: expected a string, got ${describe(value)}`, {
      code: "invalid-argument",
    });
  }
  const why = whyUnread(value, role);
  if (why !== undefined) {
    throw new DataError(`${place}: ${describe(value)} ${why}`, { code: "invalid-argument" });
  }
  return value;
}

/** Gathers pairs into chunks of at most `most`. */
class Chunk {
  pairs: TextPair[] = [];
  #length = 0;
  readonly #most: number;
  readonly #longest: number;

  constructor(most: number) {
    this.#most = most;
    this.#longest = Math.max(1, most / CHUNK_PAIRS) * CHUNK_LENGTH;
  }

  /** Adds `pair`; gives the chunk that is full, if one is. */
  add(pair: TextPair): TextPair[] | undefined {
    const length = pair.document.length + pair.summary.length;
    const before = this.pairs.length > 0 && this.#length + length > this.#longest ? this.take() : undefined;
    this.pairs.push(pair);
    this.#length += length;
    if (before !== undefined || this.pairs.length < this.#most) return before;
    return this.take();
  }

  take(): TextPair[] {
    const { pairs } = this;
    this.pairs = [];
    this.#length = 0;
    return pairs;
  }
}

/** `pairs` in chunks of at most `most`. The same pairs always give the same chunks. */
export function chunksOf(pairs: readonly TextPair[], most: number): TextPair[][] {
  const chunk = new Chunk(most);
  const full: TextPair[][] = [];
  for (const pair of pairs) {
    const taken = chunk.add(pair);
    if (taken !== undefined) full.push(taken);
  }
  if (chunk.pairs.length > 0) full.push(chunk.take());
  return full;
}

/**
 * The pairs of `source`, checked, in chunks. A chunk is given out early when
 * an asynchronous source makes it wait, so that a source which answers to
 * results never stalls; and before an error of the source or of a pair, so
 * that what came before it is not lost.
 */
export async function* streamChunks(
  place: string,
  source: Iterable<unknown> | AsyncIterable<unknown>,
  most: number,
): AsyncGenerator<TextPair[], void, void> {
  const waits = Symbol.asyncIterator in source;
  const iterator = waits ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const chunk = new Chunk(most);
  let index = 0;
  let ended = false;
  try {
    for (;;) {
      let item: IteratorResult<unknown>;
      let pair: TextPair;
      try {
        const next = iterator.next();
        if (waits && chunk.pairs.length > 0) {
          const settled = Promise.resolve(next).then(() => true, () => true);
          if (!(await Promise.race([settled, nextTurn().then(() => false)]))) yield chunk.take();
        }
        item = await next;
        if (item.done) {
          ended = true;
          break;
        }
        pair = checkPair(`${place}: pair ${index++}`, item.value);
      } catch (error) {
        if (chunk.pairs.length > 0) yield chunk.take();
        throw error;
      }
      const taken = chunk.add(pair);
      if (taken !== undefined) yield taken;
    }
    if (chunk.pairs.length > 0) yield chunk.take();
  } finally {
    if (!ended) await iterator.return?.();
  }
}
