/**
 * Where the work is done: in this thread (`local.ts`) or in workers
 * (`workers/remote.ts`). The classes that callers see are written once, over
 * this interface.
 */
import type { AbortScope } from "./abort.js";
import type { BeamSearch, SummaryCandidate } from "./beam_search.js";
import type { Host } from "./host.js";
import type { Loading } from "./loading/loading.js";
import type { LoadedModel } from "./loading/model_files.js";
import type { DocumentStructure } from "./line_classifier.js";
import type { MatchResult } from "./match_result.js";
import type { TextPair } from "./pairs.js";

/** What an object holds until it is destroyed. */
export interface Held {
  /** How many calls are worked on at the same time. */
  readonly width: number;
  /** Whether `free` must wait for the calls under way. */
  readonly drains: boolean;
  free(): void;
}

/** A model that judges. */
export interface HeldMatcher extends Held {
  /** How many pairs a chunk holds at most. */
  readonly batch: number;
  /**
   * Judges a chunk of pairs: what one call into WebAssembly takes. Once `scope`
   * has ended, nobody waits for it.
   */
  matchBatch(pairs: TextPair[], explain: boolean, scope: AbortScope): Promise<MatchResult[]>;
}

/** A way to take sentences of a text. */
export interface HeldExtractor extends Held {
  readonly kind: "extractive";
  /** The parts of the summary; put one after the other, they are the summary. */
  parts(text: string, context: string, scope: AbortScope): Promise<string[]>;
}

/** A model that writes. */
export interface HeldWriter extends Held {
  readonly kind: "abstractive";
  /**
   * What a search finds, the best first. `tell` is given parts while they are
   * found; put one after the other, they are the best. Ends between two steps
   * of the decoder once `scope` has ended.
   */
  write(
    text: string,
    search: BeamSearch,
    scope: AbortScope,
    tell: (part: string) => void,
  ): Promise<SummaryCandidate[]>;
}

/** What a summarizer works with. */
export type HeldSummarizer = HeldExtractor | HeldWriter;

/** A model that classifies lines. */
export interface HeldLineClassifier extends Held {
  /** Classifies the lines of a document in one of the formats of the WebAssembly side. */
  classify(format: string, source: unknown, scope: AbortScope): Promise<DocumentStructure>;
}

/** How an object's workers are made; of no use where the work is done in this thread. */
export interface Threads {
  /** How many there may be. */
  readonly workers: number;
  /** Makes one in the place of the packaged script. */
  readonly worker: (() => unknown) | undefined;
}

export interface Compute {
  readonly host: Host;
  /** Whether the WebAssembly file is loaded already. */
  readonly ready: boolean;
  /** Throws a NotSupportedError where the host cannot do this. */
  check(): void;
  /** Loads and starts what every object needs. Only the first `loading` that succeeds counts. */
  start(loading: Loading): Promise<void>;
  /** Makes a matcher whose graph runs on the backend of `loading`. */
  openMatcher(model: LoadedModel, threads: Threads, loading: Loading): Promise<HeldMatcher>;
  /** Makes a line classifier. */
  openLineClassifier(
    model: LoadedModel,
    threads: Threads,
    loading: Loading,
  ): Promise<HeldLineClassifier>;
  /** Makes an extractor with the options of the WebAssembly side. */
  openExtractor(
    options: Record<string, string>,
    threads: Threads,
    loading: Loading,
  ): Promise<HeldExtractor>;
  /** Makes a writer with the options of the WebAssembly side. */
  openWriter(
    model: LoadedModel,
    options: Record<string, string>,
    threads: Threads,
    loading: Loading,
  ): Promise<HeldWriter>;
}
