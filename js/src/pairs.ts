/** The texts that a matcher reads, and how they are gathered into batches. */
import { DataError } from "./errors.js";
import { describe } from "./options.js";
import { nextTurn } from "./queue.js";

/** A document and the summary that is to be judged against it. */
export interface TextPair {
  document: string;
  summary: string;
}

/** How many pairs one call into WebAssembly scores. */
export const BATCH_SIZE = 64;

/** `pair` without anything else it carries; a DataError names `place`. */
export function checkPair(place: string, pair: unknown): TextPair {
  if (pair === null || typeof pair !== "object") {
    throw new DataError(`${place}: expected { document, summary }, got ${describe(pair)}`, {
      code: "invalid-argument",
    });
  }
  const { document, summary } = pair as Partial<Record<keyof TextPair, unknown>>;
  if (typeof document !== "string") throw notText(`${place}.document`, document);
  if (typeof summary !== "string") throw notText(`${place}.summary`, summary);
  return { document, summary };
}

function notText(place: string, value: unknown): DataError {
  return new DataError(`${place}: expected a string, got ${describe(value)}`, {
    code: "invalid-argument",
  });
}

/**
 * The items of `source` in batches of at most BATCH_SIZE. A batch is given out
 * early when an asynchronous source makes it wait, so that a source which
 * answers to results never stalls.
 */
export async function* batches<T>(
  source: Iterable<T> | AsyncIterable<T>,
): AsyncGenerator<T[], void, void> {
  if (Symbol.asyncIterator in source) {
    yield* asyncBatches(source);
    return;
  }
  let batch: T[] = [];
  for (const item of source) {
    batch.push(item);
    if (batch.length === BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function* asyncBatches<T>(source: AsyncIterable<T>): AsyncGenerator<T[], void, void> {
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  try {
    let batch: T[] = [];
    while (!ended) {
      const next = iterator.next();
      if (batch.length > 0) {
        next.catch(() => {}); // awaited below
        const waited = await Promise.race([next.then(() => false, () => false), nextTurn().then(() => true)]);
        if (waited) {
          yield batch;
          batch = [];
        }
      }
      const item = await next.catch((error: unknown) => {
        ended = true;
        throw error;
      });
      if (item.done) {
        ended = true;
      } else {
        batch.push(item.value);
        if (batch.length === BATCH_SIZE) {
          yield batch;
          batch = [];
        }
      }
    }
    if (batch.length > 0) yield batch;
  } finally {
    if (!ended) await iterator.return?.();
  }
}
