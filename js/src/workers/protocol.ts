/**
 * What the main thread and a worker say to each other. Each request has an id
 * and gets one reply with the same id. A worker serves one object: it is
 * started, given its model or options, and then called.
 */
import { EpitomeError, toEpitomeError } from "../errors.js";
import type { LoadedModel } from "../loading/model_files.js";
import type { MatchResult } from "../matcher.js";
import type { BackendName } from "../options.js";
import type { TextPair } from "../pairs.js";

/** A request, without its id. */
export type Request =
  /** Starts WebAssembly. Where there are Web Locks, the worker holds `lock` as long as it lives. */
  | { op: "start"; wasm: WebAssembly.Module; lock: string }
  /** The reply is the matcher's `batch`. */
  | { op: "open-matcher"; model: LoadedModel; backend: BackendName }
  | { op: "open-lines"; model: LoadedModel }
  | { op: "open-summarizer"; options: Record<string, string> }
  /** The reply is a `Matched`. */
  | { op: "match"; pairs: TextPair[]; explain: boolean }
  | { op: "classify"; format: string; source: unknown }
  | { op: "parts"; text: string };

/** What a matcher found, and how many pairs it is best given from now on. */
export interface Matched {
  results: MatchResult[];
  batch: number;
}

/** A request as it is posted. */
export type Numbered = Request & { id: number };

/** The reply to the request with the same id. */
export type Reply = { id: number; value: unknown } | { id: number; error: ErrorMessage };

/** An error, in a form that can be posted. */
export interface ErrorMessage {
  name: string;
  code: string;
  message: string;
  cause?: { name: string; message: string };
}

/** Puts an error into a message. */
export function packError(thrown: unknown): ErrorMessage {
  const { name, code, message, cause } = toEpitomeError(thrown);
  if (!(cause instanceof Error)) return { name, code, message };
  return { name, code, message, cause: { name: cause.name, message: cause.message } };
}

/** The error that a message holds. */
export function unpackError({ name, code, message, cause }: ErrorMessage): EpitomeError {
  const error = Object.assign(new Error(message), { name, code });
  if (cause !== undefined) {
    error.cause = Object.assign(new Error(cause.message), { name: cause.name });
  }
  return toEpitomeError(error);
}
