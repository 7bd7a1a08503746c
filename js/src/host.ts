/**
 * What differs from host to host: where the files of the package come from,
 * and where downloads are kept. `hosts/` has one implementation for each
 * build; `hosts/current.ts` names the one that a build holds.
 */
import type { FileCache } from "./loading/cache.js";

/**
 * Any form of the WebAssembly file: its address, a response, its bytes, or a
 * compiled module (the only form that edge hosts accept).
 */
export type WasmSource = URL | Response | BufferSource | WebAssembly.Module;

/** A file of the package: at an address to download from, or read by the host itself. */
export type PackagedFile<T> =
  | { readonly url: URL; readonly read?: never }
  | { readonly url?: never; readonly read: () => Promise<T> };

export interface Host {
  /** The WebAssembly file, in the form that the host compiles best. */
  readonly wasm: {
    /** For every engine. */
    simd128(): PackagedFile<WasmSource>;
    /** For engines with relaxed SIMD; absent where a bundle can hold only one file. */
    relaxed?(): PackagedFile<WasmSource>;
  };
  /** Whether this build holds the files of a packaged model. */
  holds(model: string): boolean;
  /** One file of a packaged model. */
  modelFile(model: string, path: string): PackagedFile<Uint8Array<ArrayBuffer>>;
  /** The bytes at a `file:` address; absent where the host has no files. */
  readFile?(url: URL): Promise<Uint8Array<ArrayBuffer>>;
  /** The address of a path of this machine; absent where the host has no files. */
  pathUrl?(path: string): URL;
  /**
   * Where downloads are kept; `place` is the name of the cache or its folder.
   * Undefined where the host keeps nothing.
   */
  openCache(place: string | undefined): FileCache | undefined;
}
