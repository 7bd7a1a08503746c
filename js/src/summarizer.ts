/// <reference lib="esnext.disposable" preserve="true" />
/** Writes summaries. */
import { AbortScope } from "./abort.js";
import type { Compute, HeldSummarizer } from "./compute.js";
import { NotSupportedError } from "./errors.js";
import { Lifetime } from "./lifetime.js";
import { checkLoading, LOAD_KEYS, type LoadOptions } from "./loading/loading.js";
import { wasmState } from "./loading/wasm_file.js";
import type { Language } from "./matcher.js";
import { checkOptions, checkSignal, checkString } from "./options.js";
import { nextTurn } from "./queue.js";
import { checkThreads, type ThreadOptions } from "./thread_options.js";

/** What the summary should be like. */
export interface SummaryOptions {
  /** The kind of summary. Default: `"key-points"`. */
  type?: "headline" | "tldr" | "teaser" | "key-points";
  /** How much of it. Default: `"short"`. */
  length?: "short" | "medium" | "long";
  /** How key points are set: as a Markdown list or as plain lines. Default: `"markdown"`. */
  format?: "plain-text" | "markdown";
  /** The language of the texts, as a BCP 47 tag. Default: guessed from each text. */
  language?: Language;
  /**
   * How the sentences are found: `"extractive"` takes those most like the rest
   * of the text, `"subset"` those that say the most together in as many words,
   * `"textrank"` the most central, `"lead"` the first. Default: `"auto"`, the
   * best that there is for the language.
   */
  method?: "extractive" | "subset" | "textrank" | "lead" | "abstractive" | "auto";
}

/** The options of `Summarizer.create`. */
export interface SummarizerOptions extends SummaryOptions, LoadOptions {}

/** The options of `summarize` and `summarizeStreaming`. */
export interface SummarizeOptions {
  /** Gives up the call. */
  signal?: AbortSignal;
}

const SUMMARY_KEYS = ["type", "length", "format", "language", "method"] as const;

/** The values of each option, where they are a closed list. */
const VALUES: Record<string, readonly string[]> = {
  type: ["headline", "tldr", "teaser", "key-points"],
  length: ["short", "medium", "long"],
  format: ["plain-text", "markdown"],
};

function checkSummary(place: string, options: SummaryOptions): Record<string, string> {
  const summary: Record<string, string> = {};
  for (const key of SUMMARY_KEYS) {
    if (options[key] === undefined) continue;
    const value = checkString(`${place}: ${key}`, options[key]);
    const allowed = VALUES[key];
    if (allowed !== undefined && !allowed.includes(value)) {
      throw new NotSupportedError(
        `${place}: ${key}: ${JSON.stringify(value)} is not supported; allowed: ${allowed.join(", ")}`,
        { code: "unsupported" },
      );
    }
    summary[key] = value;
  }
  return summary;
}

/** Writes summaries of one kind. */
export class Summarizer {
  /** @internal Where the work is done; each entry of the package sets it. */
  static readonly compute: Compute;
  /** @internal The options that an entry has besides those of all entries. */
  static readonly extraKeys: readonly (keyof ThreadOptions)[] = [];

  readonly #lifetime: Lifetime<HeldSummarizer>;

  /** Made by `Summarizer.create`. */
  protected constructor(held: HeldSummarizer) {
    this.#lifetime = new Lifetime("Summarizer", held);
  }

  /**
   * Makes a summarizer ready.
   *
   * Rejects with a NotSupportedError (`unsupported`, `unsupported-language`,
   * `unknown-option`) for a value that is not offered, with a NetworkError or a
   * DataError as `Matcher.create` does, or with an AbortError (`aborted`).
   */
  static async create(options?: SummarizerOptions): Promise<Summarizer> {
    const place = "Summarizer.create";
    const { compute, extraKeys } = this;
    const keys = [...SUMMARY_KEYS, ...LOAD_KEYS, ...extraKeys] as const;
    const checked = checkOptions<SummarizerOptions & ThreadOptions>(place, options, keys);
    const summary = checkSummary(place, checked);
    const threads = checkThreads(place, checked);
    compute.check();
    const scope = new AbortScope(checkSignal(place, checked.signal));
    scope.throwIfAborted();
    const loading = checkLoading(place, compute.host, checked);
    loading.progress.begin();
    await scope.race(compute.start(loading));
    const opening = compute.openSummarizer(summary, threads);
    const held = await scope.race(opening).catch((error: unknown) => {
      opening.then((late) => late.free(), () => {});
      throw error;
    });
    loading.progress.end();
    return new this(held);
  }

  /**
   * What `create` with the same options would have to do: `"available"`
   * (everything is at hand), `"downloadable"`, `"downloading"` (another call is
   * at it) or `"unavailable"` (it would reject with a NotSupportedError).
   * Downloads nothing.
   */
  static async availability(
    options?: SummarizerOptions,
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    const place = "Summarizer.availability";
    const { compute, extraKeys } = this;
    try {
      const keys = [...SUMMARY_KEYS, ...LOAD_KEYS, ...extraKeys] as const;
      const { monitor: _, ...rest } = checkOptions<SummarizerOptions & ThreadOptions>(
        place,
        options,
        keys,
      );
      checkSummary(place, rest);
      const loading = checkLoading(place, compute.host, rest);
      compute.check();
      const state = compute.ready ? "available" : await wasmState(compute.host, loading);
      // Whether the method and the language are offered, the WebAssembly side knows.
      if (state === "available") (await this.create(rest)).destroy();
      return state;
    } catch (error) {
      if (error instanceof NotSupportedError && error.code !== "unknown-option") return "unavailable";
      throw error;
    }
  }

  /**
   * The summary of `text`, which is plain text.
   *
   * Rejects with a DataError (`invalid-argument`) for what is no string, an
   * AbortError (`aborted`, `destroyed`), an InvalidStateError after
   * `destroy()`, or an OperationError (`wasm-trap`, `worker-died`).
   */
  async summarize(text: string, options?: SummarizeOptions): Promise<string> {
    return (await this.#parts("Summarizer.summarize", text, options)).join("");
  }

  /**
   * The summary of `text` as a stream of parts; put together they are the
   * summary. The stream errors with what `summarize` rejects with.
   */
  summarizeStreaming(text: string, options?: SummarizeOptions): ReadableStream<string> {
    let parts: Promise<string[]> | undefined;
    let next = 0;
    let canceled = false;
    return new ReadableStream<string>(
      {
        pull: async (controller) => {
          parts ??= this.#parts("Summarizer.summarizeStreaming", text, options, () => canceled);
          const all = await parts;
          if (next > 0) await nextTurn();
          const part = all[next++];
          if (part === undefined) {
            controller.close();
          } else {
            // A summary that is being streamed ends with its summarizer or signal.
            this.#lifetime.scope(options?.signal).throwIfAborted();
            controller.enqueue(part);
          }
        },
        cancel: () => {
          canceled = true;
        },
      },
      { highWaterMark: 0 },
    );
  }

  async #parts(
    place: string,
    text: string,
    options: SummarizeOptions | undefined,
    isCanceled = () => false,
  ): Promise<string[]> {
    const { signal } = checkOptions(place, options, ["signal"]);
    checkString(`${place}: text`, text);
    checkSignal(place, signal);
    const scope = this.#lifetime.scope(signal);
    return await this.#lifetime.use(scope, async (held) =>
      isCanceled() ? [] : await held.parts(text, scope),
    );
  }

  /**
   * Frees the memory. Calls in flight reject with an AbortError (`destroyed`),
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
