/** What the glue that wasm-bindgen writes exports; `build.sh` puts it here. */
import type { WasmSource } from "../host.js";

export interface WasmTextPair {
  document: string;
  summary: string;
}

/** A file of a model, and the SHA-256 of its bytes in lower-case hexadecimal. */
export interface WasmFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export class WasmMatcher {
  private constructor();
  static load(
    manifest: Uint8Array,
    files: readonly WasmFile[],
    language: string | undefined,
    backend: string,
  ): Promise<WasmMatcher>;
  readonly batch: number;
  matchBatch(
    pairs: WasmTextPair[],
    explain: boolean,
    turn?: () => Promise<void> | undefined,
  ): Promise<unknown>;
  free(): void;
}

export class WasmSummarizer {
  private constructor();
  static create(options: object): WasmSummarizer;
  parts(text: string, context?: string | null): string[];
  free(): void;
}

/** A model that writes headlines. */
export class WasmWriter {
  private constructor();
  static load(
    manifest: Uint8Array,
    files: readonly WasmFile[],
    options: { type?: string; length?: string; format?: string; language?: string },
  ): Promise<WasmWriter>;
  /**
   * Reads a text and begins a search with so many beams, or as the model's files say; with the method
   * `auto` the context steers the sentences that compete.
   */
  begin(
    text: string,
    beams?: number,
    lengthPenalty?: number,
    context?: string,
  ): Promise<WasmWriting>;
  free(): void;
}

/** A headline that is being written. */
export class WasmWriting {
  private constructor();
  /** One step of the decoder for every beam, with a `turn` now and then; true: the search is over. */
  step(turn?: () => Promise<void>): Promise<boolean>;
  /** What the summary begins with for certain; only grows. */
  readonly agreed: string;
  /** What was found, the best first; for when the search is over. */
  candidates(): { text: string; logProbability: number }[];
  free(): void;
}

export class WasmLineClassifier {
  private constructor();
  static load(
    manifest: Uint8Array,
    files: readonly WasmFile[],
  ): Promise<WasmLineClassifier>;
  classify(format: string, source: unknown): Promise<unknown>;
  free(): void;
}

/** What the graph of a model of the field reads and writes, as a manifest has it. */
export function interfaceOf(
  manifest: Uint8Array,
  files: readonly WasmFile[],
  path: string,
): { inputs: unknown[]; outputs: unknown[] };

/** A `tokenizer.json` in a form that is smaller and is read faster. */
export function packTokenizer(json: Uint8Array): Uint8Array;

/** The plan of the graph whose file is `path`. */
export function detectLanguage(text: string): unknown;
export function planOf(
  manifest: Uint8Array,
  files: readonly WasmFile[],
  path: string,
): Uint8Array<ArrayBuffer>;
export function pageBlocks(format: string, source: unknown, options: object): unknown;
export class WasmSubset {
  private constructor();
  static create(unary: Float64Array): WasmSubset;
  static fromTexts(
    texts: string[],
    scores: Float64Array,
    options: object,
    turn: () => Promise<void> | undefined,
  ): Promise<WasmSubset>;
  pairs(items: Uint32Array, values: Float64Array): void;
  triples(items: Uint32Array, values: Float64Array): void;
  attribute(
    name: string | undefined,
    budget: number,
    unary: Float64Array,
    items: Uint32Array,
    values: Float64Array,
  ): void;
  limitItems(budget: number): void;
  limitWords(budget: number): void;
  limitLabels(labels: string[], budget: number): void;
  limitRepeats(budget: number): void;
  begin(options: object): void;
  step(): boolean;
  selection(): unknown;
  free(): void;
}

export function rouge(hypothesis: string, reference: string, options: object): unknown;
export function extractiveFragments(document: string, summary: string): unknown;
export function entityFactuality(document: string, summary: string, options: object): unknown;
/** Embeddings row after row, the length of a row, and a weight for each row. */
export function bertScore(
  hypothesis: Float32Array,
  hypothesisDimension: number,
  hypothesisWeights: Float64Array | undefined,
  reference: Float32Array,
  referenceDimension: number,
  referenceWeights: Float64Array | undefined,
): unknown;
export function prepareCorpus(pairs: object[], recipe: string, options: object): unknown;
export function rocAuc(scores: Float64Array, labels: Uint8Array): number;
export function lastPanic(): string | undefined;

export default function init(options: {
  module_or_path:
    | WasmSource
    | Promise<Response>;
}): Promise<unknown>;
