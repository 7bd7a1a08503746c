/// <reference lib="esnext.disposable" preserve="true" />
/** Whether a summary fits its document. */
import { type AbortScope, Stop } from "./abort.js";
import type { Compute, HeldMatcher } from "./compute.js";
import { AbortError, DataError, OperationError } from "./errors.js";
import { Lifetime } from "./lifetime.js";
import type { ModelAbout } from "./loading/model_files.js";
import type { MatchResult } from "./match_result.js";
import type { MatchBatchOptions, MatcherOptions, MatchOptions } from "./matcher_options.js";
import { listModels, type ModelInfo } from "./models.js";
import { matcherState, openMatcher } from "./open_matcher.js";
import { type BackendName, checkFunction, checkMade, checkOptions, checkSignal, describe } from "./options.js";
import { checkPair, checkText, chunksOf, type GivenPair, streamChunks, type TextPair } from "./pairs.js";
import type { ThreadOptions } from "./thread_options.js";
import { nextTurn } from "./turns/current.js";

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
   * Loads a model; with `{ language }` the default one of that language. Without both it loads
   * WebAssembly alone, and the model of a language when its first text comes.
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
    const { held, about, backend } = await openMatcher(this.compute, this.extraKeys, options);
    return new this(held, about, backend);
  }

  /** The matchers in the package. Loads nothing. */
  static models(): ModelInfo[] {
    return listModels("matching");
  }

  /**
   * What `create` with the same options would have to do: `"available"`
   * (everything is at hand), `"downloadable"`, `"downloading"` (another call is
   * at it) or `"unavailable"` (it would reject with a NotSupportedError). Where the language is
   * guessed, of all default models at hand. Loads nothing. Rejects with a DataError (`invalid-argument`)
   * where the options are not an object, or one has a wrong value.
   */
  static async availability(
    options: MatcherOptions = {},
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    return await matcherState(this.compute, this.extraKeys, options);
  }

  /**
   * Judges one summary.
   *
   * Rejects with a DataError (`invalid-argument`) for a text without letters or
   * digits or one that is too long, the reason of the signal, an AbortError (`destroyed`), an InvalidStateError after
   * `destroy()`, or an OperationError (`inference-failed`, `wasm-trap`,
   * `worker-died`).
   */
  async match(document: string, summary: string, options?: MatchOptions): Promise<MatchResult> {
    const place = "Matcher.match";
    const checked = checkOptions(place, options, ["explain", "signal"]);
    const explain = checkExplain(place, checked.explain);
    const scope = this.#lifetime.scope(checkSignal(place, checked.signal));
    const pair = {
      document: checkText(`${place}: document`, document, "document"),
      summary: checkText(`${place}: summary`, summary, "summary"),
    };
    const [result] = await this.#chunk(scope, [pair], explain);
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
    const checked = checkBatch(place, options);
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
    return await this.#batch(texts, checked);
  }

  async #batch(texts: TextPair[], { explain, signal, onProgress }: CheckedBatch): Promise<MatchResult[]> {
    this.#lifetime.check();
    const chunks = chunksOf(texts, this.#lifetime.held.batch);
    const results: MatchResult[][] = new Array(chunks.length);
    // A chunk that fails ends the others that have not begun.
    const failed = new Stop();
    const scope = this.#lifetime.scope(signal, failed);
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
    const checked = checkBatch(place, options);
    const text = checkText(`${place}: document`, document, "document");
    if (!Array.isArray(summaries)) {
      throw new DataError(`${place}: expected an array of summaries, got ${describe(summaries)}`, {
        code: "invalid-argument",
      });
    }
    const pairs = Array.from(summaries, (summary: unknown, index) => ({
      document: text,
      summary: checkText(`${place}: summaries[${index}]`, summary, "summary"),
    }));
    return await this.#batch(pairs, checked);
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

/** The options of a batch, checked. */
interface CheckedBatch {
  readonly explain: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: MatchBatchOptions["onProgress"];
}

function checkBatch(place: string, options: MatchBatchOptions | undefined): CheckedBatch {
  const { explain, signal, onProgress } = checkOptions(place, options, ["explain", "signal", "onProgress"]);
  return {
    explain: checkExplain(place, explain),
    signal: checkSignal(place, signal),
    onProgress: checkFunction(`${place}: onProgress`, onProgress),
  };
}

function checkExplain(place: string, explain: unknown): boolean {
  if (explain === undefined || typeof explain === "boolean") return explain ?? false;
  throw new DataError(`${place}: explain must be true or false, got ${describe(explain)}`, {
    code: "invalid-argument",
  });
}
