/// <reference lib="esnext.disposable" preserve="true" />
/** Whether a summary fits its document. */
import { AbortScope, Stop } from "./abort.js";
import { autoMatcher } from "./auto_matcher.js";
import type { Compute, HeldMatcher, Threads } from "./compute.js";
import { AbortError, DataError, NotSupportedError, OperationError } from "./errors.js";
import { checkModel, liesElsewhere, MODEL_KEYS, type ModelOptions } from "./hub/model_options.js";
import { Lifetime } from "./lifetime.js";
import { checkLoading, LOAD_KEYS, type LoadOptions } from "./loading/loading.js";
import {
  aboutModel,
  type CustomModel,
  loadModel,
  type ModelAbout,
  modelState,
} from "./loading/model_files.js";
import { bringModel, chooseModel, listModels, type ModelInfo, modelOfSize } from "./models.js";
import {
  type BackendName,
  checkFunction,
  checkMade,
  checkOptions,
  checkSignal,
  describe,
} from "./options.js";
import { checkPair, chunksOf, type GivenPair, streamChunks, type TextPair } from "./pairs.js";
import { checkThreads, type ThreadOptions } from "./thread_options.js";
import { nextTurn } from "./turns/current.js";
import { VERSION } from "./version.js";
import { checkWebGpu, chooseBackend } from "./webgpu.js";

/** Where matchers run. */
const BACKENDS = ["auto", "wasm", "webgpu"] as const;

/** The languages of the packaged models, as BCP 47 tags; a longer tag such as `zh-Hans` also does. */
export type Language = "zh" | "en" | "fa" | "de" | (string & {});

/** The options of `Matcher.create`: a language, a model, or both. */
export type MatcherOptions = LoadOptions &
  ModelOptions &
  (
    | {
        /**
         * The language of the texts, as a BCP 47 tag: zh, en, fa or de. `"auto"` (default): guessed
         * for each text; the default model of a language is loaded when its first text comes.
         */
        language?: Language | "auto";
        /**
         * The name of a packaged model; the address of a manifest; a model of the field: the
         * address of its folder, or a path with a slash; or a model of your own. Default: the
         * default model of the language.
         */
        model?: string | URL | CustomModel;
        /**
         * In the place of `model`: `"small"`, the default model of the language, or `"large"`, one
         * that reads better and is in the package `@epitome/judge`.
         */
        size?: "small" | "large";
      }
    | {
        /** Default, and `"auto"`: guessed from each text. */
        language?: Language | "auto";
        /** As above. */
        model: string | URL | CustomModel;
        size?: never;
      }
  );

/** The options of `match` and `matchStream`. */
export interface MatchOptions {
  /** Also tell which parts of the document support which parts of the summary. Default: false. */
  explain?: boolean;
  /** Gives up the call: it rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** The options of `matchBatch`. */
export interface MatchBatchOptions extends MatchOptions {
  /**
   * Called after each chunk (at most 32 pairs, 256 on a GPU, 4 of a larger model with an
   * encoder) with the number of pairs done and of all pairs. What it throws rejects the call.
   */
  onProgress?: (progress: { done: number; total: number }) => void;
}

/** A part of a text, in UTF-16 code units as `String.prototype.slice` counts. */
export interface Span {
  /** The index of its first code unit. */
  start: number;
  /** The index after its last code unit. */
  end: number;
}

/**
 * What a piece of evidence shows:
 * - `supported`: the document says it in these or nearly these words;
 * - `paraphrase`: other words, without an objection;
 * - `missing`: a name, a number or a date that the document lacks;
 * - `number`, `name`, `date`: the document says another one;
 * - `negation`: one of both denies what the other says, or says its opposite.
 */
export type EvidenceKind =
  | "supported"
  | "paraphrase"
  | "missing"
  | "number"
  | "name"
  | "date"
  | "negation";

/** A part of the summary and what supports it, or speaks against it. */
export interface Evidence {
  /** The part of the summary. */
  summarySpan: Span;
  /**
   * The nearest sentence of the document. `null` where the document has none of the part's words,
   * and of a `missing` name, number or date.
   */
  documentSpan: Span | null;
  /**
   * The share of the part's content words that this sentence has, 0 to 1; 0 of a part to which the
   * document objects.
   */
  weight: number;
  /** What it shows. */
  kind: EvidenceKind;
  /** Where the document says another number, name or date, or the opposite; else `null`. */
  instead: Span | null;
}

/**
 * Whether the document says what the summary says: `supported` where every sentence is shown to be,
 * `contradicted` where the document says otherwise, `unclear` where neither can be shown.
 */
export type Verdict = "supported" | "contradicted" | "unclear";

/** A sentence of the summary. */
export interface JudgedSentence {
  /** The sentence. */
  span: Span;
  /** The probability that the document supports it, 0 to 1. */
  supported: number;
  /** The nearest sentence of the document; `null` where it has none of the words. */
  documentSpan: Span | null;
}

/** How well a summary fits its document. */
export interface MatchResult {
  /** The expected level, from 1 (does not fit) to 5 (fits). */
  score: number;
  /** The probability that it fits, of level 4 or 5: 0 to 1. */
  probability: number;
  /** Whether it more likely fits than not: whether `probability` is at least 0.5. */
  matched: boolean;
  /** The probability of each level, 1 to 5. */
  levels: [number, number, number, number, number];
  /** Where its model ran. */
  backend: "wasm" | "webgpu";
  /**
   * The share of each text that the model saw, 0 to 1. Of a document that is longer than the model
   * reads, it sees the sentences that matter for the summary, wherever they stand.
   */
  read: { document: number; summary: number };
  /** The language that the texts were read in, as a BCP 47 tag. */
  language: string;
  /** The languages that the texts seem to be in, where they are others than `language`. */
  languageMismatch?: { document: string | null; summary: string | null };
  /** Whether the document says what the summary says. */
  verdict: Verdict;
  /** The sentences of the summary, at most 256. */
  sentences: JudgedSentence[];
  /** With `explain`: the parts of the summary in order. */
  evidence?: Evidence[];
}

/** Judges summaries with one model. */
export class Matcher {
  /** @internal Where the work is done; each entry of the package sets it. */
  static readonly compute: Compute;
  /** @internal The options that an entry has besides those of all entries. */
  static readonly extraKeys: readonly (keyof ThreadOptions)[] = [];

  readonly #lifetime: Lifetime<HeldMatcher>;
  readonly #about: ModelAbout;
  #backend: BackendName;

  /** Made by `Matcher.create`. */
  protected constructor(held: HeldMatcher, about: ModelAbout, backend: BackendName) {
    checkMade("Matcher", held);
    this.#lifetime = new Lifetime("Matcher", held);
    this.#about = about;
    this.#backend = backend;
  }

  /** The name of the model that judges. */
  get model(): string {
    return this.#about.name;
  }

  /** The version of the model, as in semver. */
  get version(): string {
    return this.#about.version;
  }

  /** The language that it reads, as a BCP 47 primary subtag; undefined where it is guessed from each text. */
  get language(): string | undefined {
    return this.#about.language;
  }

  /** Where the model runs; `"auto"` as long as that is not known. */
  get backend(): BackendName {
    return this.#backend;
  }

  /** What judges, for logs. */
  toJSON(): { model: string; version: string; language: string | undefined; backend: BackendName } {
    const { model, version, language, backend } = this;
    return { model, version, language, backend };
  }

  /**
   * Loads a model; with `{ language }` the default one of that language, without both none yet.
   *
   * Rejects with a NotSupportedError (`unsupported-language`, `unknown-model`,
   * `unknown-option`, `unsupported`, `missing-package`, of a model of your own `unsupported-operator`,
   * `unsupported-attribute`), a NetworkError (`fetch-failed`, `not-found`,
   * `http-status`, `download-incomplete`, `read-failed`), a DataError
   * (`hash-mismatch`, `size-mismatch`, `cache-corrupt`, `invalid-argument`,
   * `invalid-wasm`, of a model of your own `invalid-manifest`, `missing-file`,
   * `unlisted-file`, `invalid-vocabulary`, `invalid-model`, `shape-mismatch`), an
   * OperationError (`wasm-trap`, in `epitome/worker` `worker-died`), or with the
   * reason of its signal.
   */
  static async create(options: MatcherOptions = {}): Promise<Matcher> {
    const place = "Matcher.create";
    const { compute, extraKeys } = this;
    const keys = ["language", "model", "size", ...MODEL_KEYS, ...LOAD_KEYS, ...extraKeys] as const;
    const checked = checkOptions<MatcherOptions & ThreadOptions>(place, options, keys);
    const sized = modelOfSize(place, checked.size, checked.model);
    const model = checked.model ?? sized;
    const language = checked.language === "auto" ? undefined : checked.language;
    const threads = checkThreads(place, checked);
    compute.check();
    if (language === undefined && model === undefined) {
      const { held, backend } = await openAuto(place, compute, checked, threads);
      return new this(held, { name: "auto", version: VERSION, language: undefined }, backend);
    }
    const repository = checkModel(place, checked);
    const wanted = { task: "matching", language, model, repository } as const;
    if (!liesElsewhere(model)) {
      await bringModel(compute.host, model);
      chooseModel(place, "matching", language, model); // before any download
    }
    const scope = new AbortScope(checkSignal(place, checked.signal));
    scope.throwIfAborted();
    const asked = checkLoading(place, compute.host, checked, BACKENDS);
    if (asked.backend === "webgpu") await scope.race(checkWebGpu(place));
    const loading = { ...asked, backend: await scope.race(chooseBackend(asked.backend)) };
    loading.progress.begin();
    const loaded = loadModel(place, compute.host, wanted, loading);
    const [files] = await scope.race(Promise.all([loaded, compute.start(loading)]));
    const opening = compute.openMatcher(files, threads, loading);
    const held = await scope.race(opening).catch((error: unknown) => {
      opening.then((late) => late.free(), () => {});
      throw error;
    });
    loading.progress.end();
    return new this(held, aboutModel(files), loading.backend);
  }

  /** The matchers in the package. Loads nothing. */
  static models(): ModelInfo[] {
    return listModels("matching");
  }

  /**
   * What `create` with the same options would have to do: `"available"`
   * (everything is at hand), `"downloadable"`, `"downloading"` (another call is
   * at it) or `"unavailable"` (it would reject with a NotSupportedError). Loads
   * nothing. Rejects with a DataError (`invalid-argument`)
   * where the options are not an object, or one has a wrong value.
   */
  static async availability(
    options: MatcherOptions = {},
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    const place = "Matcher.availability";
    const { compute, extraKeys } = this;
    try {
      const checked = checkOptions<MatcherOptions & ThreadOptions>(place, options, [
        "language",
        "model",
        "size",
        ...MODEL_KEYS,
        ...LOAD_KEYS,
        ...extraKeys,
      ]);
      const { model: named, size, monitor: _, ...rest } = checked;
      const sized = modelOfSize(place, size, named);
      const model = named ?? sized;
      const language = checked.language === "auto" ? undefined : checked.language;
      const loading = checkLoading(place, compute.host, rest, BACKENDS);
      compute.check();
      if (loading.backend === "webgpu") await checkWebGpu(place);
      if (language === undefined && model === undefined) return "downloadable";
      await bringModel(compute.host, model);
      const wanted = { task: "matching", language, model } as const;
      return await modelState(place, compute.host, wanted, loading, compute.ready);
    } catch (error) {
      if (error instanceof NotSupportedError && error.code !== "unknown-option") return "unavailable";
      throw error;
    }
  }

  /**
   * Judges one summary.
   *
   * Rejects with a DataError (`invalid-argument`) for a text without letters or
   * digits, the reason of the signal, an AbortError (`destroyed`), an InvalidStateError after
   * `destroy()`, or an OperationError (`inference-failed`, `wasm-trap`,
   * `worker-died`).
   */
  async match(document: string, summary: string, options?: MatchOptions): Promise<MatchResult> {
    const place = "Matcher.match";
    const checked = checkOptions(place, options, ["explain", "signal"]);
    const explain = checkExplain(place, checked.explain);
    const scope = this.#lifetime.scope(checkSignal(place, checked.signal));
    const [result] = await this.#chunk(scope, [checkPair(place, { document, summary })], explain);
    if (result === undefined) {
      throw new OperationError(`${place}: the model gave no result`, { code: "internal" });
    }
    return result;
  }

  /**
   * Judges many summaries; the results are in the order of the pairs. Rejects
   * as `match` does; nothing is judged if one of them is not a pair of texts.
   */
  async matchBatch(
    pairs: Iterable<GivenPair>,
    options?: MatchBatchOptions,
  ): Promise<MatchResult[]> {
    const place = "Matcher.matchBatch";
    const checked = checkOptions(place, options, ["explain", "signal", "onProgress"]);
    const explain = checkExplain(place, checked.explain);
    const onProgress = checkFunction(`${place}: onProgress`, checked.onProgress);
    if (!Array.isArray(pairs)) {
      if (Symbol.asyncIterator in Object(pairs)) {
        throw new DataError(`${place}: the pairs come one after the other; use matchStream`, {
          code: "invalid-argument",
        });
      }
      if (pairs === null || typeof pairs !== "object" || !(Symbol.iterator in pairs)) {
        throw new DataError(`${place}: expected an array of pairs, got ${describe(pairs)}`, {
          code: "invalid-argument",
        });
      }
    }
    const texts = Array.from(pairs, (pair, index) => checkPair(`${place}: pairs[${index}]`, pair));
    this.#lifetime.check();
    const chunks = chunksOf(texts, this.#lifetime.held.batch);
    const results: MatchResult[][] = new Array(chunks.length);
    // A chunk that fails ends the others that have not begun.
    const failed = new Stop();
    const scope = this.#lifetime.scope(checkSignal(place, checked.signal), failed);
    let next = 0;
    let done = 0;
    const work = async () => {
      for (let index = next++; index < chunks.length; index = next++) {
        if (index > 0) await nextTurn();
        const found = await this.#chunk(scope, chunks[index] as TextPair[], explain);
        scope.throwIfAborted();
        results[index] = found;
        done += found.length;
        onProgress?.({ done, total: texts.length });
      }
    };
    try {
      await Promise.all(Array.from({ length: this.#lifetime.width }, work));
    } catch (error) {
      failed.stop(new AbortError("another part of the batch failed", { code: "aborted", cause: error }));
      throw error;
    }
    return results.flat();
  }

  /**
   * Judges summaries of one document, which is read once for a chunk of them; the results are in
   * the order of the summaries. Rejects as `match` does.
   */
  async matchAll(
    document: string,
    summaries: readonly string[],
    options?: MatchBatchOptions,
  ): Promise<MatchResult[]> {
    const place = "Matcher.matchAll";
    if (!Array.isArray(summaries)) {
      throw new DataError(`${place}: expected an array of summaries, got ${describe(summaries)}`, {
        code: "invalid-argument",
      });
    }
    const pairs = summaries.map((summary, index) =>
      checkPair(`${place}: summaries[${index}]`, { document, summary }),
    );
    return await this.matchBatch(pairs, options);
  }

  /**
   * Judges summaries as they come, in order. At most 32 pairs (256 on a GPU, 4 of a larger
   * model with an encoder) are gathered ahead of those being judged; each worker judges
   * as many at a time. A slow source gets the results of what it gave so far. Before an error of the source or
   * of a pair come the results of the pairs before it.
   */
  async *matchStream(
    pairs: Iterable<GivenPair> | AsyncIterable<GivenPair>,
    options?: MatchOptions,
  ): AsyncGenerator<MatchResult, void, void> {
    const place = "Matcher.matchStream";
    const checked = checkOptions(place, options, ["explain", "signal"]);
    const explain = checkExplain(place, checked.explain);
    if (
      pairs === null ||
      typeof pairs !== "object" ||
      !(Symbol.iterator in pairs || Symbol.asyncIterator in pairs)
    ) {
      throw new DataError(`${place}: expected an iterable of pairs, got ${describe(pairs)}`, {
        code: "invalid-argument",
      });
    }
    const left = new Stop();
    const scope = this.#lifetime.scope(checkSignal(place, checked.signal), left);
    const source = streamChunks(place, pairs, this.#lifetime.held.batch);
    const judged: Promise<MatchResult[]>[] = [];
    let next: Promise<IteratorResult<TextPair[], void>> | undefined;
    let ended = false;
    let failure: { error: unknown } | undefined;
    try {
      while (!ended || judged.length > 0) {
        if (!ended && judged.length < this.#lifetime.width) next ??= source.next();
        const oldest = judged[0];
        const waits: Promise<"chunk" | "results">[] = [];
        if (oldest !== undefined) waits.push(oldest.then(() => "results"));
        if (next !== undefined) {
          waits.push(next.then(() => "chunk", () => "chunk"));
        }
        if ((await scope.race(Promise.race(waits))) === "results") {
          judged.shift();
          await nextTurn();
          yield* await (oldest as Promise<MatchResult[]>);
          continue;
        }
        try {
          const item = await (next as NonNullable<typeof next>);
          if (item.done) {
            ended = true;
          } else {
            const results = this.#chunk(scope, item.value, explain);
            results.catch(() => {}); // awaited in its turn
            judged.push(results);
          }
        } catch (error) {
          ended = true;
          failure = { error };
        }
        next = undefined;
      }
      if (failure !== undefined) throw failure.error;
    } finally {
      left.stop(new AbortError("the stream was left", { code: "aborted" }));
      // A source that hangs must not keep the caller waiting.
      if (!ended) void source.return().catch(() => {});
    }
  }

  async #chunk(scope: AbortScope, pairs: TextPair[], explain: boolean): Promise<MatchResult[]> {
    const results = await this.#lifetime.use(scope, (held) =>
      held.matchBatch(pairs, explain, scope),
    );
    this.#backend = results.at(-1)?.backend ?? this.#backend;
    return results;
  }

  /**
   * Frees the model. Calls in flight reject with an AbortError (`destroyed`),
   * later ones with an InvalidStateError. A second call does nothing.
   */
  destroy(): void {
    this.#lifetime.destroy();
  }

  /** The same as `destroy()`, for `using`; present where the host has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    if (Symbol.dispose !== undefined) this.prototype[Symbol.dispose] = this.prototype.destroy;
  }
}

/** A matcher of every language; loads WebAssembly alone. */
async function openAuto(
  place: string,
  compute: Compute,
  options: LoadOptions,
  threads: Threads,
): Promise<{ held: HeldMatcher; backend: BackendName }> {
  const scope = new AbortScope(checkSignal(place, options.signal));
  const first = checkLoading(place, compute.host, options, BACKENDS);
  if (first.backend === "webgpu") await scope.race(checkWebGpu(place));
  const backend = await scope.race(chooseBackend(first.backend));
  first.progress.begin();
  await scope.race(compute.start(first));
  first.progress.end();
  const held = autoMatcher(async (language) => {
    // The signal and the monitor are those of `create`, which has ended.
    const { signal: _, monitor: __, ...rest } = options;
    const loading = { ...checkLoading(place, compute.host, rest, BACKENDS), backend };
    loading.progress.begin();
    const wanted = { task: "matching", language, model: undefined } as const;
    const files = await loadModel(place, compute.host, wanted, loading);
    const opened = await compute.openMatcher(files, threads, loading);
    loading.progress.end();
    return opened;
  });
  return { held, backend };
}

function checkExplain(place: string, explain: unknown): boolean {
  if (explain === undefined || typeof explain === "boolean") return explain ?? false;
  throw new DataError(`${place}: explain must be true or false, got ${describe(explain)}`, {
    code: "invalid-argument",
  });
}
