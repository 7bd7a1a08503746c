/** Prepares corpora to train summarizers on. */
import { startedEngine } from "./current.js";
import { DataError, NotSupportedError } from "./errors.js";
import { checkDepth, checkOneOf, checkOptions, checkString, checkWhole, describe } from "./options.js";

/** A document with its summary or headline. */
export interface CorpusPair {
  /** The text. */
  document: string;
  /** May be left out where the recipe reads documents alone. */
  summary?: string;
}

/** The rules of Annotated English Gigaword, for any language. */
export interface GigawordOptions {
  /** The name of the recipe. */
  recipe: "gigaword";
  /** The share of pairs that is dropped at random, from 0 to less than 1. Default: 0. */
  dropShare?: number;
  /** The fewest tokens of a document. Default: 5. */
  minDocumentTokens?: number;
  /** The most tokens of a headline. Default: 30. */
  maxHeadlineTokens?: number;
  /** The fewest times that a token must be seen; rarer ones become `UNK`. Default: 4. */
  minTokenCount?: number;
  /** The fewest known tokens of a headline. Default: 3. */
  minKnownTokens?: number;
  /** The most pairs of the test split. Default: 2000. */
  testSample?: number;
  /** The seed of all draws. Default: 1. */
  seed?: number;
}

/** Word vectors, by which sentences are compared. */
export interface WordVectors {
  /** The numbers of each vector. */
  dimension: number;
  /** The words: in lower case; in Chinese, characters. */
  words: readonly string[];
  /** The vectors row after row: `dimension` numbers for each word. */
  values: ArrayLike<number>;
}

/** The cleaning of ARMAN's pre-training corpora, and its pseudo-summaries. */
export interface ArmanOptions {
  /** The name of the recipe. */
  recipe: "arman";
  /** The language of the documents. Default: `"fa"`. */
  language?: string;
  /** The fewest words of a sentence. Default: 5. */
  minWords?: number;
  /** The fewest sentences of a document. Default: 3. */
  minSentences?: number;
  /** Keywords of which a sentence must hold none. Default: phrases of web pages and marks of scripts. */
  banned?: readonly string[];
  /** Makes pseudo-summaries: `document` becomes the input and `summary` the target. Default: none. */
  objective?: "tss-rouge" | "ss-80" | "ss-100" | "sh" | "msr";
  /** What the objectives other than `tss-rouge` compare sentences by. */
  embeddings?: WordVectors;
  /** What stands for masked sentences. Default: `"<mask>"`. */
  mask?: string;
  /** The share of sentences in a pseudo-summary, more than 0 and less than 1. Default: 0.3. */
  share?: number;
  /** The seed of all draws. Default: 1. */
  seed?: number;
}

/** A row of a prepared corpus. */
export interface CorpusRow {
  /** The position of the pair that it was made of, from 0. */
  index: number;
  /** What a model reads. */
  document: string;
  /** What a model should write. */
  summary: string;
  /** Its part of the corpus; `null` where the recipe does not split. */
  split: "train" | "dev" | "test" | null;
}

/** What a rule was given and what it left. */
export interface RuleCount {
  /** The name of the rule, in kebab-case. */
  rule: string;
  /** What is counted. */
  unit: "pairs" | "documents" | "paragraphs" | "sentences" | "tokens" | "vocabulary";
  /** How many there were. */
  before: number;
  /** How many it left. */
  after: number;
}

/** A prepared corpus. */
export interface PreparedCorpus {
  /** The rows that are left, in the order of the pairs. */
  rows: CorpusRow[];
  /** What every rule left, in the order in which they were applied. */
  counts: RuleCount[];
}

const KEYS = {
  gigaword: [
    "recipe",
    "dropShare",
    "minDocumentTokens",
    "maxHeadlineTokens",
    "minTokenCount",
    "minKnownTokens",
    "testSample",
    "seed",
  ],
  arman: [
    "recipe",
    "language",
    "minWords",
    "minSentences",
    "banned",
    "objective",
    "embeddings",
    "mask",
    "share",
    "seed",
  ],
} as const;

/** Of these, those that are whole numbers. */
const WHOLE = [
  "minDocumentTokens",
  "maxHeadlineTokens",
  "minTokenCount",
  "minKnownTokens",
  "testSample",
  "minWords",
  "minSentences",
  "seed",
] as const;

const OBJECTIVES = ["tss-rouge", "ss-80", "ss-100", "sh", "msr"] as const;

const VECTOR_KEYS = ["dimension", "words", "values"] as const;

/**
 * Applies a recipe to a corpus, and counts what every rule leaves.
 *
 * Rejects with a NotSupportedError (`unsupported`, `unknown-option`), a
 * DataError (`invalid-argument`) or an OperationError (`wasm-trap`).
 */
export async function prepareCorpus(
  pairs: Iterable<CorpusPair>,
  options: GigawordOptions | ArmanOptions,
): Promise<PreparedCorpus> {
  const place = "prepareCorpus";
  const recipe: unknown = options?.recipe;
  if (recipe !== "gigaword" && recipe !== "arman") {
    throw new NotSupportedError(
      `${place}: recipe ${describe(recipe)} is not supported; allowed: "gigaword", "arman"`,
      { code: "unsupported" },
    );
  }
  const keys: readonly (keyof GigawordOptions | keyof ArmanOptions)[] = KEYS[recipe];
  const checked = checkOptions<GigawordOptions & ArmanOptions>(place, options as never, keys);
  const settings = Object.fromEntries(
    Object.entries(checked).filter(([key, value]) => key !== "recipe" && value !== undefined),
  );
  for (const key of WHOLE) checkWhole(`${place}: ${key}`, settings[key]);
  checkOneOf(`${place}: objective`, settings["objective"], OBJECTIVES);
  if ("embeddings" in settings) {
    checkOptions(`${place}: embeddings`, settings.embeddings as WordVectors, VECTOR_KEYS);
  }
  checkDepth(place, settings);
  const rows = checkPairs(place, pairs);
  const engine = await startedEngine(place);
  return engine.run((wasm) => wasm.prepareCorpus(rows, recipe, settings)) as PreparedCorpus;
}

function checkPairs(place: string, pairs: Iterable<CorpusPair>): CorpusPair[] {
  if (pairs === null || typeof pairs !== "object" || !(Symbol.iterator in pairs)) {
    throw new DataError(`${place}: pairs: expected an iterable of pairs, got ${describe(pairs)}`, {
      code: "invalid-argument",
    });
  }
  return Array.from(pairs, (pair, index) => {
    const at = `${place}: pairs[${index}]`;
    if (pair === null || typeof pair !== "object") {
      throw new DataError(`${at}: expected { document, summary }, got ${describe(pair)}`, {
        code: "invalid-argument",
      });
    }
    const document = checkString(`${at}.document`, pair.document);
    if (pair.summary === undefined) return { document };
    return { document, summary: checkString(`${at}.summary`, pair.summary) };
  });
}
