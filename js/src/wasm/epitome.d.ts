/** What the glue that wasm-bindgen writes exports; `build.sh` puts it here. */

export interface WasmTextPair {
  document: string;
  summary: string;
}

export class WasmMatcher {
  private constructor();
  static load(
    manifest: Uint8Array,
    files: { path: string; bytes: Uint8Array }[],
    language?: string,
  ): Promise<WasmMatcher>;
  matchBatch(pairs: WasmTextPair[], explain: boolean): Promise<unknown>;
  free(): void;
}

export class WasmSummarizer {
  private constructor();
  static create(options: object): WasmSummarizer;
  parts(text: string): string[];
  free(): void;
}

export class WasmLineClassifier {
  private constructor();
  static load(
    manifest: Uint8Array,
    files: { path: string; bytes: Uint8Array }[],
  ): Promise<WasmLineClassifier>;
  classify(format: string, source: unknown): Promise<unknown>;
  free(): void;
}

export function pageBlocks(format: string, source: unknown, options: object): unknown;
export function rouge(hypothesis: string, reference: string): unknown;
export function rocAuc(scores: Float64Array, labels: Uint8Array): number;
export function lastPanic(): string | undefined;

export default function init(options: {
  module_or_path:
    | BufferSource
    | WebAssembly.Module
    | URL
    | Response
    | Promise<Response>;
}): Promise<unknown>;
