/**
 * The dictionaries of the Summarizer API, converted as Web IDL converts them: defaults put in, a value
 * that no enumeration has a TypeError, an ill-formed language tag a RangeError, unknown members ignored.
 */
import type { CreateMonitor } from "../loading/progress.js";

/** The options of `create` and `availability`. */
export interface CreateCoreOptions {
  /** Default: `"key-points"`. */
  type?: "tldr" | "teaser" | "key-points" | "headline";
  /** Default: `"markdown"`. */
  format?: "plain-text" | "markdown";
  /** Default: `"short"`. */
  length?: "short" | "medium" | "long";
  /** The languages of the texts, as BCP 47 tags. */
  expectedInputLanguages?: readonly string[];
  /** The languages of the contexts, as BCP 47 tags. */
  expectedContextLanguages?: readonly string[];
  /** The language of the summaries, as a BCP 47 tag. */
  outputLanguage?: string;
}

/** The options of `create`. */
export interface CreateOptions extends CreateCoreOptions {
  /** Gives up creating; later, destroys what was created. */
  signal?: AbortSignal;
  /** Given an event target with the event `downloadprogress`. */
  monitor?: (monitor: CreateMonitor) => void;
  /** What all summaries are for: sentences that share words with it are taken first. */
  sharedContext?: string;
}

/** The options of `summarize`, `summarizeStreaming` and `measureInputUsage`. */
export interface SummarizeOptions {
  /** Gives up the call. */
  signal?: AbortSignal;
  /** What the summary is for: sentences that share words with it are taken first. */
  context?: string;
}

/** The core options, converted. */
export interface CoreOptions {
  readonly type: string;
  readonly format: string;
  readonly length: string;
  readonly expectedInputLanguages: readonly string[] | null;
  readonly expectedContextLanguages: readonly string[] | null;
  readonly outputLanguage: string | null;
}

const ENUMS = {
  type: ["key-points", "tldr", "teaser", "headline"],
  format: ["markdown", "plain-text"],
  length: ["short", "medium", "long"],
} as const;

/** `options` as a dictionary; a TypeError for what is none. */
export function dictionary(options: unknown): Record<string, unknown> {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" && typeof options !== "function") {
    throw new TypeError("The provided value is not of type 'SummarizerCreateOptions'.");
  }
  return options as Record<string, unknown>;
}

/** The core options among `options`. */
export function coreOptions(options: Record<string, unknown>): CoreOptions {
  const value = (name: keyof typeof ENUMS): string => {
    const [first] = ENUMS[name];
    const given = options[name] === undefined ? first : String(options[name]);
    if ((ENUMS[name] as readonly string[]).includes(given)) return given;
    throw new TypeError(
      `The provided value '${given}' of ${name} is not valid; allowed: ${ENUMS[name].join(", ")}.`,
    );
  };
  const output = options["outputLanguage"];
  return {
    type: value("type"),
    format: value("format"),
    length: value("length"),
    expectedInputLanguages: tags("expectedInputLanguages", options["expectedInputLanguages"]),
    expectedContextLanguages: tags("expectedContextLanguages", options["expectedContextLanguages"]),
    outputLanguage: output === undefined ? null : canonical(String(output)),
  };
}

/** A frozen array of canonical tags; `null` where none are given. */
function tags(name: string, value: unknown): readonly string[] | null {
  if (value === undefined) return null;
  if (value === null || typeof value !== "object" || !(Symbol.iterator in value)) {
    throw new TypeError(`The provided value of ${name} is not a sequence.`);
  }
  const list = Array.from(value as Iterable<unknown>, (tag) => canonical(String(tag)));
  return list.length === 0 ? null : Object.freeze([...new Set(list)]);
}

/** A tag in its canonical form; a RangeError for one that is ill-formed. */
function canonical(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}

/** The text that a method is given first, converted as a DOMString. */
export function textOf(method: string, given: ArrayLike<unknown>): string {
  if (given.length === 0) throw new TypeError(`${method}: 1 argument required, but only 0 present.`);
  return `${given[0] as string}`; // which throws of a symbol, as String() does not
}

/** The context among `options`, converted as a DOMString; empty where there is none. */
export function contextOf(options: Record<string, unknown>): string {
  const { context } = options;
  return context === undefined ? "" : `${context as string}`;
}

/** The signal among `options`; a TypeError for what is none. */
export function signalOf(options: Record<string, unknown>): AbortSignal | undefined {
  const { signal } = options;
  if (signal === undefined) return undefined;
  if (signal instanceof AbortSignal) return signal;
  throw new TypeError("member signal is not of type 'AbortSignal'.");
}
