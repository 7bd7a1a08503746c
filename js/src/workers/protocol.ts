/**
 * What the main thread and a worker say to each other. Each request has an id
 * and gets one reply with the same id; parts of an answer may come before it.
 * A worker serves one object: it is started, given its model or options, and
 * then called. A request that is given up still gets its reply, earlier where
 * the work has steps.
 */
import type { BeamSearch } from "../beam_search.js";
import { EpitomeError, toEpitomeError } from "../errors.js";
import type { LoadedModel } from "../loading/model_files.js";
import type { MatchResult } from "../match_result.js";
import type { BackendName } from "../options.js";
import type { TextPair } from "../pairs.js";

/** A request, without its id. */
export type Request =
  /**
   * Starts WebAssembly. Where the worker may use Web Locks, it holds `lock` as long as it lives;
   * the reply is whether it does.
   */
  | { op: "start"; wasm: WebAssembly.Module; lock: string }
  /** The reply is the matcher's `batch`. */
  | { op: "open-matcher"; model: LoadedModel; backend: BackendName }
  | { op: "open-lines"; model: LoadedModel }
  | { op: "open-extractor"; options: Record<string, string> }
  | { op: "open-writer"; model: LoadedModel; options: Record<string, string> }
  /** The reply is a `Matched`. */
  | { op: "match"; pairs: TextPair[]; explain: boolean }
  | { op: "classify"; format: string; source: unknown }
  | { op: "parts"; text: string; context: string }
  /** Before the reply, the candidates, come parts of the best one. */
  | { op: "write"; text: string; search: BeamSearch };

/** What a matcher found, and how many pairs it is best given from now on. */
export interface Matched {
  results: MatchResult[];
  batch: number;
}

/** A request as it is posted. */
export type Numbered = Request & { id: number };

/** Gives up the request with the same id. */
export interface Cancel {
  op: "cancel";
  id: number;
}

/** What is posted to a worker. */
export type Message = Numbered | Cancel;

/** The reply to the request with the same id. */
export type Reply = { id: number; value: unknown } | { id: number; error: ErrorMessage };

/** A part of the answer to the request with the same id, whose reply is still to come. */
export interface Part {
  id: number;
  part: string;
}

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
