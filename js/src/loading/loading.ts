/** How one call of `create` gets its files: the options, checked. */
import { DataError } from "../errors.js";
import type { Host, WasmSource } from "../host.js";
import { type BackendName, checkBackend, checkFunction, checkSignal, describe } from "../options.js";
import { type CacheOption, chooseCache, type FileCache } from "./cache.js";
import type { Fetch } from "./download.js";
import { type CreateMonitor, Progress } from "./progress.js";

/** The options that `create` has in every class. */
export interface LoadOptions {
  /**
   * Where models run. `"auto"` (default): on the GPU where that is faster, which
   * is measured; `"webgpu"`, of matchers only: on the GPU, or a NotSupportedError
   * (`unsupported`) where the host has none.
   */
  backend?: BackendName;
  /** Gives up loading: the promise rejects with the reason of the signal within milliseconds. */
  signal?: AbortSignal;
  /**
   * Called once, before loading, with an event target: its events
   * `downloadprogress` have `loaded` from 0 to 1, and `cacheerror` tells that a
   * download could not be kept.
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
  /**
   * The address of a copy of the package's folder, from where the WebAssembly file
   * (`dist/wasm`) and the files of models (`models`) are then fetched. The folders `models`
   * and `dist/wasm-onnx` of companion packages may be copied into it.
   */
  base?: URL | string;
}

/** The keys of LoadOptions. */
export const LOAD_KEYS = ["backend", "signal", "monitor", "cache", "fetch", "wasm", "base"] as const;

/** LoadOptions, checked. */
export interface Loading {
  readonly backend: BackendName;
  readonly signal: AbortSignal | undefined;
  readonly cache: FileCache | undefined;
  readonly fetch: Fetch;
  readonly progress: Progress;
  readonly wasm: WasmSource | Promise<WasmSource> | undefined;
  /** The address of a folder: it ends with a slash. */
  readonly base: URL | undefined;
}

/** Checks `options`, of what runs on one of `backends`; calls the monitor. */
export function checkLoading(
  place: string,
  host: Host,
  options: LoadOptions,
  backends: readonly BackendName[] = ["auto", "wasm"],
): Loading {
  const backend = checkBackend(place, options.backend, backends);
  if (options.wasm === null) {
    throw new DataError(`${place}: wasm: expected a WebAssembly.Module, bytes, a Response or a URL, got null`, {
      code: "invalid-argument",
    });
  }
  const signal = checkSignal(place, options.signal);
  const given = checkFunction(`${place}: fetch`, options.fetch);
  const cache = chooseCache(place, host, options.cache);
  return {
    backend,
    signal,
    cache,
    fetch: given ?? ((url, init) => fetch(url, init)),
    progress: new Progress(place, options.monitor),
    wasm: options.wasm,
    base: checkBase(place, options.base),
  };
}

/** The address of the folder `base`, which a page gives relative to its own. */
function checkBase(place: string, base: unknown): URL | undefined {
  if (base === undefined) return undefined;
  try {
    const page = (globalThis as { location?: { href: string } }).location?.href;
    const url = new URL(String(base), page);
    if (!url.pathname.endsWith("/")) url.pathname += "/";
    return url;
  } catch (cause) {
    throw new DataError(`${place}: base: expected the address of a folder, got ${describe(base)}`, {
      code: "invalid-argument",
      cause,
    });
  }
}
