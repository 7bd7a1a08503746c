/** The interface `Summarizer` of the Writing Assistance APIs, over the summarizer of this package. */
import { Summarizer as Own } from "../classes.js";
import type { SummarizerOptions } from "../summarizer.js";
import { nextTurn } from "../turns/current.js";
import { platformError } from "./dom_exception.js";
import { asInterface } from "./interface.js";
import { CreateMonitor } from "./monitor.js";
import {
  contextOf,
  coreOptions,
  type CoreOptions,
  type CreateCoreOptions,
  type CreateOptions,
  dictionary,
  signalOf,
  type SummarizeOptions,
  textOf,
} from "./options.js";

/** Who may construct: only `create`. */
const MADE = Symbol("made");

/** Writes summaries of one kind, without a server. Made by `Summarizer.create`. */
export class Summarizer {
  readonly #own: Own;
  readonly #core: CoreOptions;
  readonly #sharedContext: string;
  /** Aborted when the object is destroyed. */
  readonly #end = new AbortController();

  /** Throws a TypeError: use `create`. */
  constructor(made?: unknown, own?: unknown, core?: unknown, sharedContext?: unknown) {
    if (made !== MADE) throw new TypeError("Illegal constructor");
    this.#own = own as Own;
    this.#core = core as CoreOptions;
    this.#sharedContext = sharedContext as string;
  }

  /** Makes a summarizer. Rejects with a DOMException, or with the reason of the signal. */
  static async create(options: CreateOptions = {}): Promise<Summarizer> {
    const given = dictionary(options);
    const core = coreOptions(given);
    const signal = signalOf(given);
    const { monitor } = given;
    if (monitor !== undefined && typeof monitor !== "function") {
      throw new TypeError("member monitor is not a function.");
    }
    const sharedContext = given["sharedContext"] === undefined ? "" : String(given["sharedContext"]);
    signal?.throwIfAborted();
    const told = new CreateMonitor();
    monitor?.call(undefined, told);
    try {
      const own = await Own.create({
        ...ownOptions(core, given),
        ...(signal === undefined ? {} : { signal }),
        ...(sharedContext === "" ? {} : { sharedContext }),
        monitor: (events) => told.follow(events, signal),
      });
      await nextTurn(); // the last event has its listeners run, which may abort
      if (signal?.aborted) {
        own.destroy();
        throw signal.reason;
      }
      const made = new Summarizer(MADE, own, core, sharedContext);
      signal?.addEventListener("abort", () => made.#destroy(signal.reason), { once: true });
      return made;
    } catch (error) {
      throw platformError(error);
    }
  }

  /** What `create` would have to do. */
  static async availability(
    options: CreateCoreOptions = {},
  ): Promise<"unavailable" | "downloadable" | "downloading" | "available"> {
    const given = dictionary(options);
    try {
      return await Own.availability(ownOptions(coreOptions(given), given));
    } catch (error) {
      throw platformError(error);
    }
  }

  /** The summary of `input`. */
  async summarize(_input: string, options: SummarizeOptions = {}): Promise<string> {
    const text = textOf("summarize", arguments);
    const given = dictionary(options);
    const context = contextOf(given);
    const signal = anyOf(this.#end.signal, signalOf(given));
    signal.throwIfAborted();
    if (text.trim() === "") return "";
    try {
      return await this.#own.summarize(text, { signal, context });
    } catch (error) {
      throw signal.aborted ? signal.reason : platformError(error);
    }
  }

  /** The summary of `input`, as a stream of its parts. */
  summarizeStreaming(_input: string, options: SummarizeOptions = {}): ReadableStream<string> {
    const text = textOf("summarizeStreaming", arguments);
    const given = dictionary(options);
    const context = contextOf(given);
    const signal = anyOf(this.#end.signal, signalOf(given));
    let reader: ReadableStreamDefaultReader<string> | undefined;
    return new ReadableStream<string>(
      {
        pull: async (controller) => {
          signal.throwIfAborted();
          if (text.trim() === "") return controller.close();
          try {
            reader ??= this.#own.summarizeStreaming(text, { signal, context }).getReader();
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            throw signal.aborted ? signal.reason : platformError(error);
          }
        },
        cancel: async (reason) => await reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  /** How much of `inputQuota` a text uses. */
  async measureInputUsage(_input: string, options: SummarizeOptions = {}): Promise<number> {
    const text = textOf("measureInputUsage", arguments);
    const given = dictionary(options);
    const signal = anyOf(this.#end.signal, signalOf(given));
    signal.throwIfAborted();
    const usage = await this.#own.measureInputUsage(text);
    signal.throwIfAborted();
    return usage;
  }

  /** The most that a text may use. */
  get inputQuota(): number {
    return this.#own.inputQuota;
  }

  /** What all texts are about. */
  get sharedContext(): string {
    return this.#sharedContext;
  }

  /** The kind of its summaries. */
  get type(): string {
    return this.#core.type;
  }

  /** How they are set. */
  get format(): string {
    return this.#core.format;
  }

  /** How long they are. */
  get length(): string {
    return this.#core.length;
  }

  /** The languages of the texts; `null` where none were given. */
  get expectedInputLanguages(): readonly string[] | null {
    return this.#core.expectedInputLanguages;
  }

  /** The languages of the contexts; `null` where none were given. */
  get expectedContextLanguages(): readonly string[] | null {
    return this.#core.expectedContextLanguages;
  }

  /** The language of the summaries; `null` where none was given. */
  get outputLanguage(): string | null {
    return this.#core.outputLanguage;
  }

  /** Ends the calls in flight, and those to come, with an AbortError. */
  destroy(): void {
    this.#destroy(new DOMException("The summarizer was destroyed.", "AbortError"));
  }

  #destroy(reason: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort(reason);
    this.#own.destroy();
  }

  static {
    asInterface(this, "Summarizer");
  }
}

/** The options of this package; the format only where it was given: escapes in a headline are seen. */
function ownOptions(core: CoreOptions, given: Record<string, unknown>): SummarizerOptions {
  const { type, format, length, ...languages } = core;
  const present = Object.entries(languages).filter(([, value]) => value !== null);
  return {
    type,
    length,
    ...(given["format"] === undefined ? {} : { format }),
    ...Object.fromEntries(present),
  } as SummarizerOptions;
}

/** A signal that aborts with the first of `signals` that does. */
function anyOf(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  if (second === undefined) return first;
  if (typeof AbortSignal.any === "function") return AbortSignal.any([first, second]);
  const controller = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener("abort", () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}
