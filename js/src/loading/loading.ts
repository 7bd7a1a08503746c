/** How one call of `create` gets its files: the options, checked. */
import { DataError } from "../errors.js";
import type { Host, WasmSource } from "../host.js";
import { checkBackend, checkFunction, checkSignal, describe } from "../options.js";
import { type CacheOption, chooseCache, type FileCache } from "./cache.js";
import type { Fetch } from "./download.js";
import { type CreateMonitor, Progress } from "./progress.js";

/** The options that `create` has in every class. */
export interface LoadOptions {
  /** Where the computation runs. Default: `"auto"`. */
  backend?: "auto" | "wasm";
  /** Gives up loading: the promise rejects with an AbortError within milliseconds. */
  signal?: AbortSignal;
  /**
   * Called once, before loading, with an event target: its events
   * `downloadprogress` have `loaded` from 0 to 1.
   */
  monitor?: (monitor: CreateMonitor) => void;
  /**
   * Where downloads are kept: `true` (default) the Cache API in browsers and a
   * folder in Node, a string its name or folder, `false` nowhere, or a store of
   * your own, such as a `Map`. Entries are checked each time they are read.
   */
  cache?: CacheOption;
  /** Fetches instead of `globalThis.fetch`, to add headers for example. */
  fetch?: Fetch;
  /** The WebAssembly file, where the packaged one cannot be found. Only the first use counts. */
  wasm?: WasmSource | Promise<WasmSource>;
}

/** The keys of LoadOptions. */
export const LOAD_KEYS = ["backend", "signal", "monitor", "cache", "fetch", "wasm"] as const;

/** LoadOptions, checked. */
export interface Loading {
  readonly signal: AbortSignal | undefined;
  readonly cache: FileCache | undefined;
  readonly fetch: Fetch;
  readonly progress: Progress;
  readonly wasm: WasmSource | Promise<WasmSource> | undefined;
}

/** Checks `options`; calls the monitor. */
export function checkLoading(place: string, host: Host, options: LoadOptions): Loading {
  checkBackend(place, options.backend);
  if (options.wasm === null) {
    throw new DataError(`${place}: wasm: got ${describe(options.wasm)}`, {
      code: "invalid-argument",
    });
  }
  const signal = checkSignal(place, options.signal);
  const given = checkFunction(`${place}: fetch`, options.fetch);
  const cache = chooseCache(place, host, options.cache);
  return {
    signal,
    cache,
    fetch: given ?? ((url, init) => fetch(url, init)),
    progress: new Progress(place, options.monitor),
    wasm: options.wasm,
  };
}
