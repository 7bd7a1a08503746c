/// <reference lib="esnext.disposable" preserve="true" />
/** Whether a summary fits its document. */
import { AbortScope } from "./abort.js";
import type { Engine } from "./engine.js";
import { DataError, NotSupportedError } from "./errors.js";
import type { WasmSource } from "./host.js";
import { Lifetime } from "./lifetime.js";
import { chooseModel, type CustomModel, listModels, loadModel, type ModelInfo } from "./models.js";
import { checkBackend, checkFunction, checkOptions, checkSignal, describe } from "./options.js";
import { BATCH_SIZE, batches, checkPair, type TextPair } from "./pairs.js";
import { nextTurn } from "./queue.js";
import type { WasmMatcher } from "./wasm/epitome.js";

/** The options of `Matcher.create`. Give a language, a model, or both. */
export interface MatcherOptions {
  /** The language of the texts, as a BCP 47 tag: zh, en, fa or de. */
  language?: string;
  /** The name of a packaged model, or a model of your own. Default: the best for the language. */
  model?: string | CustomModel;
  /** Where the computation runs. Default: `"auto"`. */
  backend?: "auto" | "wasm";
  /** The WebAssembly file, where the packaged one cannot be found. Only the first use counts. */
  wasm?: WasmSource | Promise<WasmSource>;
  /** Gives up loading. */
  signal?: AbortSignal;
}

/** The options of `match` and `matchStream`. */
export interface MatchOptions {
  /** Also tell which parts of the document support which parts of the summary. */
  explain?: boolean;
  /** Gives up the call. */
  signal?: AbortSignal;
}

/** The options of `matchBatch`. */
export interface MatchBatchOptions extends MatchOptions {
  /** Called after each chunk with the number of pairs done and of all pairs. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** A part of a text, in UTF-16 code units as `String.prototype.slice` counts. */
export interface Span {
  start: number;
  end: number;
}

/** A part of the summary and what supports it. */
export interface Evidence {
  summarySpan: Span;
  /** The supporting part of the document; `null`: nothing supports it. */
  documentSpan: Span | null;
  weight: number;
}

/** How well a summary fits its document. */
export interface MatchResult {
  /** The expected level, from 1 (does not fit) to 5 (fits). */
  score: number;
  /** The probability that it fits, 0 to 1. */
  probability: number;
  /** Whether it fits. */
  matched: boolean;
  /** The probability of each level, 1 to 5. */
  levels: [number, number, number, number, number];
  backend: "wasm" | "webgpu";
  /** The share of each text that the model saw, 0 to 1. */
  read: { document: number; summary: number };
  /** With `explain`: the parts of the summary in order. */
  evidence?: Evidence[];
}

/** Judges summaries with one model. */
export class Matcher {
  /** @internal The engine of the host; each entry of the package sets it. */
  static readonly engine: Engine;

  readonly #lifetime: Lifetime<WasmMatcher>;
  readonly #engine: Engine;

  /** Made by `Matcher.create`. */
  protected constructor(engine: Engine, held: WasmMatcher) {
    this.#engine = engine;
    this.#lifetime = new Lifetime("Matcher", held);
  }

  /** Loads a model; with `{ language }` the default one of that language. */
  static async create(options?: MatcherOptions): Promise<Matcher> {
    const place = "Matcher.create";
    const { language, model, backend, wasm, signal } = checkOptions(place, options, [
      "language",
      "model",
      "backend",
      "wasm",
      "signal",
    ]);
    checkBackend(place, backend);
    const scope = new AbortScope(checkSignal(place, signal));
    scope.throwIfAborted();
    if (typeof model !== "object") chooseModel(place, language, model); // before any download
    const engine = this.engine;
    const [loaded] = await scope.race(
      Promise.all([loadModel(place, engine.host, language, model), engine.start(wasm)]),
    );
    const held = await engine.runAsync((glue) =>
      glue.WasmMatcher.load(loaded.manifest, loaded.files, loaded.language),
    );
    return new this(engine, held);
  }

  /** The models in the package. Loads nothing. */
  static models(): ModelInfo[] {
    return listModels();
  }

  /** Whether `create` with the same options finds a model. Loads nothing. */
  static async availability(
    options?: Pick<MatcherOptions, "language" | "model" | "backend">,
  ): Promise<"available" | "unavailable"> {
    const place = "Matcher.availability";
    const { language, model, backend } = checkOptions(place, options, [
      "language",
      "model",
      "backend",
    ]);
    try {
      checkBackend(place, backend);
      chooseModel(place, language, model);
      return "available";
    } catch (error) {
      if (error instanceof NotSupportedError) return "unavailable";
      throw error;
    }
  }

  /** Judges one summary. */
  async match(document: string, summary: string, options?: MatchOptions): Promise<MatchResult> {
    const place = "Matcher.match";
    const { explain, signal } = checkOptions(place, options, ["explain", "signal"]);
    const pair = checkPair(place, { document, summary });
    const [result] = await this.#score(place, [pair], explain, signal, undefined);
    if (result === undefined) {
      throw new DataError(`${place}: the model gave no result`, { code: "internal" });
    }
    return result;
  }

  /** Judges many summaries; the results are in the order of the pairs. */
  async matchBatch(
    pairs: readonly TextPair[],
    options?: MatchBatchOptions,
  ): Promise<MatchResult[]> {
    const place = "Matcher.matchBatch";
    const { explain, signal, onProgress } = checkOptions(place, options, [
      "explain",
      "signal",
      "onProgress",
    ]);
    checkFunction(`${place}: onProgress`, onProgress);
    if (!Array.isArray(pairs)) {
      throw new DataError(`${place}: expected an array of pairs, got ${describe(pairs)}`, {
        code: "invalid-argument",
      });
    }
    const checked = pairs.map((pair, index) => checkPair(`${place}: pairs[${index}]`, pair));
    return await this.#score(place, checked, explain, signal, onProgress);
  }

  /**
   * Judges summaries as they come, in order, holding at most 64 pairs at a
   * time. A slow source gets the results of what it gave so far.
   */
  async *matchStream(
    pairs: Iterable<TextPair> | AsyncIterable<TextPair>,
    options?: MatchOptions,
  ): AsyncGenerator<MatchResult, void, void> {
    const place = "Matcher.matchStream";
    const { explain, signal } = checkOptions(place, options, ["explain", "signal"]);
    if (
      pairs === null ||
      typeof pairs !== "object" ||
      !(Symbol.iterator in pairs || Symbol.asyncIterator in pairs)
    ) {
      throw new DataError(`${place}: expected an iterable of pairs, got ${describe(pairs)}`, {
        code: "invalid-argument",
      });
    }
    let index = 0;
    for await (const batch of batches(pairs)) {
      const checked = batch.map((pair) => checkPair(`${place}: pair ${index++}`, pair));
      yield* await this.#score(place, checked, explain, signal, undefined);
    }
  }

  async #score(
    place: string,
    pairs: TextPair[],
    explain: unknown,
    signal: AbortSignal | undefined,
    onProgress: MatchBatchOptions["onProgress"],
  ): Promise<MatchResult[]> {
    if (explain !== undefined && typeof explain !== "boolean") {
      throw new DataError(`${place}: explain must be true or false, got ${describe(explain)}`, {
        code: "invalid-argument",
      });
    }
    return await this.#lifetime.use(checkSignal(place, signal), async (held, scope) => {
      const results: MatchResult[] = [];
      for (let start = 0; start < pairs.length; start += BATCH_SIZE) {
        if (start > 0) await nextTurn();
        scope.throwIfAborted();
        const chunk = pairs.slice(start, start + BATCH_SIZE);
        const scored = await this.#engine.runAsync(() => held.matchBatch(chunk, explain ?? false));
        results.push(...(scored as MatchResult[]));
        scope.throwIfAborted();
        onProgress?.({ done: results.length, total: pairs.length });
      }
      return results;
    });
  }

  /** Frees the model. Calls in flight reject with an AbortError, later ones with an InvalidStateError. */
  destroy(): void {
    this.#lifetime.destroy();
  }

  /** The same as `destroy()`, for `using`; present where the host has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    if (Symbol.dispose !== undefined) this.prototype[Symbol.dispose] = this.prototype.destroy;
  }
}
