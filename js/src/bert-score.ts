/** BERTScore: greedy matching of token embeddings (Zhang et al. 2020). */
import { startedEngine } from "./current.js";
import { DataError, NotSupportedError } from "./errors.js";
import type { PrecisionRecallF1 } from "./metrics.js";
import { checkOptions, describe } from "./options.js";

/** The embeddings of the tokens of one text. */
export interface TokenEmbeddings {
  /** The embeddings row after row: `dimension` numbers for each token. They need not be normalised. */
  values: ArrayLike<number>;
  /** The numbers of each embedding. */
  dimension: number;
  /** A weight for each token, such as its inverse document frequency. Default: all the same. */
  weights?: ArrayLike<number>;
}

/**
 * How much of a hypothesis is in a reference, and the other way round, over
 * embeddings of their tokens by one encoder. Each measure lies between -1 and
 * 1; `f1` is 0 where the sum of the others is not positive.
 */
export async function bertScore(
  hypothesis: TokenEmbeddings,
  reference: TokenEmbeddings,
): Promise<PrecisionRecallF1> {
  const h = checkEmbeddings("bertScore: hypothesis", hypothesis);
  const r = checkEmbeddings("bertScore: reference", reference);
  const engine = await startedEngine("bertScore");
  return engine.run((wasm) =>
    wasm.bertScore(h.values, h.dimension, h.weights, r.values, r.dimension, r.weights),
  ) as PrecisionRecallF1;
}

function checkEmbeddings(place: string, given: TokenEmbeddings | string) {
  if (typeof given === "string") {
    throw new NotSupportedError(
      `${place}: a text needs an encoder, and none is packaged; allowed: { values, dimension, weights }`,
      { code: "unsupported" },
    );
  }
  if (given === null || typeof given !== "object") {
    throw invalid(`${place}: expected { values, dimension, weights }, got ${describe(given)}`);
  }
  const { values, dimension, weights } = checkOptions(place, given, ["values", "dimension", "weights"]);
  if (!Number.isInteger(dimension) || dimension < 1 || dimension > 0x7fffffff) {
    throw invalid(`${place}.dimension: expected an integer of at least 1, got ${describe(dimension)}`);
  }
  return {
    values: Float32Array.from(asNumbers(`${place}.values`, values)),
    dimension,
    weights: weights === undefined ? undefined : Float64Array.from(asNumbers(`${place}.weights`, weights)),
  };
}

function asNumbers(place: string, value: ArrayLike<number>): ArrayLike<number> {
  if (value !== null && typeof value === "object" && typeof value.length === "number") return value;
  throw invalid(`${place}: expected an array of numbers, got ${describe(value)}`);
}

function invalid(message: string): DataError {
  return new DataError(message, { code: "invalid-argument" });
}
