/// <reference lib="esnext.disposable" preserve="true" />
/** Writes summaries. */
import { AbortScope } from "./abort.js";
import type { Engine } from "./engine.js";
import { NotSupportedError } from "./errors.js";
import type { WasmSource } from "./host.js";
import { Lifetime } from "./lifetime.js";
import { checkBackend, checkOptions, checkSignal, checkString } from "./options.js";
import { nextTurn } from "./queue.js";
import type { WasmSummarizer } from "./wasm/epitome.js";

/** What the summary should be like. */
export interface SummaryOptions {
  /** Default: `"key-points"`. */
  type?: "headline" | "tldr" | "teaser" | "key-points";
  /** Default: `"short"`. */
  length?: "short" | "medium" | "long";
  /** Default: `"markdown"`. */
  format?: "plain-text" | "markdown";
  /** The language of the texts, as a BCP 47 tag. Default: guessed from each text. */
  language?: string;
  /** Default: `"auto"`, the best that there is for the language. */
  method?: "extractive" | "lead" | "textrank" | "abstractive" | "auto";
}

/** The options of `Summarizer.create`. */
export interface SummarizerOptions extends SummaryOptions {
  /** Where the computation runs. Default: `"auto"`. */
  backend?: "auto" | "wasm";
  /** The WebAssembly file, where the packaged one cannot be found. Only the first use counts. */
  wasm?: WasmSource | Promise<WasmSource>;
  /** Gives up loading. */
  signal?: AbortSignal;
}

/** The options of `summarize` and `summarizeStreaming`. */
export interface SummarizeOptions {
  /** Gives up the call. */
  signal?: AbortSignal;
}

const SUMMARY_KEYS = ["type", "length", "format", "language", "method"] as const;

/** Writes summaries of one kind. */
export class Summarizer {
  /** @internal The engine of the host; each entry of the package sets it. */
  static readonly engine: Engine;

  readonly #lifetime: Lifetime<WasmSummarizer>;
  readonly #engine: Engine;

  /** Made by `Summarizer.create`. */
  protected constructor(engine: Engine, held: WasmSummarizer) {
    this.#engine = engine;
    this.#lifetime = new Lifetime("Summarizer", held);
  }

  /** Makes a summarizer ready. */
  static async create(options?: SummarizerOptions): Promise<Summarizer> {
    const place = "Summarizer.create";
    const checked = checkOptions(place, options, [...SUMMARY_KEYS, "backend", "wasm", "signal"]);
    checkBackend(place, checked.backend);
    const summary: Record<string, string> = {};
    for (const key of SUMMARY_KEYS) {
      const value = checked[key];
      if (value !== undefined) summary[key] = checkString(`${place}: ${key}`, value);
    }
    const scope = new AbortScope(checkSignal(place, checked.signal));
    scope.throwIfAborted();
    const engine = this.engine;
    await scope.race(engine.start(checked.wasm));
    return new this(
      engine,
      engine.run((glue) => glue.WasmSummarizer.create(summary)),
    );
  }

  /** Whether `create` with the same options succeeds. */
  static async availability(
    options?: SummaryOptions & Pick<SummarizerOptions, "backend">,
  ): Promise<"available" | "unavailable"> {
    const place = "Summarizer.availability";
    checkOptions(place, options, [...SUMMARY_KEYS, "backend"]);
    try {
      const summarizer = await this.create(options);
      summarizer.destroy();
      return "available";
    } catch (error) {
      if (error instanceof NotSupportedError) return "unavailable";
      throw error;
    }
  }

  /** The summary of `text`. */
  async summarize(text: string, options?: SummarizeOptions): Promise<string> {
    return (await this.#parts("Summarizer.summarize", text, options)).join("");
  }

  /** The summary of `text` as a stream of parts; put together they are the summary. */
  summarizeStreaming(text: string, options?: SummarizeOptions): ReadableStream<string> {
    let parts: Promise<string[]> | undefined;
    let next = 0;
    const canceled = new AbortController();
    return new ReadableStream<string>(
      {
        pull: async (controller) => {
          parts ??= this.#parts("Summarizer.summarizeStreaming", text, options, canceled.signal);
          const all = await parts;
          if (next > 0) await nextTurn();
          const part = all[next++];
          if (part === undefined) {
            controller.close();
          } else {
            // A summary that is being streamed ends with its summarizer or signal.
            this.#lifetime.check();
            new AbortScope(options?.signal).throwIfAborted();
            controller.enqueue(part);
          }
        },
        cancel: () => canceled.abort(),
      },
      { highWaterMark: 0 },
    );
  }

  async #parts(
    place: string,
    text: string,
    options: SummarizeOptions | undefined,
    canceled?: AbortSignal,
  ): Promise<string[]> {
    const { signal } = checkOptions(place, options, ["signal"]);
    checkString(`${place}: text`, text);
    checkSignal(place, signal);
    return await this.#lifetime.use(signal, async (held) => {
      if (canceled?.aborted) return [];
      return this.#engine.run(() => held.parts(text));
    });
  }

  /** Frees the memory. Calls in flight reject with an AbortError, later ones with an InvalidStateError. */
  destroy(): void {
    this.#lifetime.destroy();
  }

  /** The same as `destroy()`, for `using`; present where the host has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    if (Symbol.dispose !== undefined) this.prototype[Symbol.dispose] = this.prototype.destroy;
  }
}
