/**
 * What differs from host to host: where the files of the package come from,
 * and where downloads are kept. `hosts/` has one implementation for each
 * build; `hosts/current.ts` names the one that a build holds.
 */
import type { WasmPlaces } from "./companions.js";
import type { KeptFiles } from "./loading/cache.js";

/**
 * Any form of the WebAssembly file: its address, a response, its bytes, or a
 * compiled module (the only form that edge hosts accept).
 */
export type WasmSource = URL | Response | ArrayBuffer | ArrayBufferView<ArrayBuffer> | WasmModule;

/** `WebAssembly.Module`, where the types of the host have it. */
export type WasmModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;

/** A file of the package: at an address to download from, or read by the host itself. */
export type PackagedFile<T> =
  | { readonly url: URL; readonly read?: never }
  | { readonly url?: never; readonly read: () => Promise<T> };

export interface Host {
  /** The WebAssembly file that reads plans, in the form that the host compiles best. */
  readonly wasm: WasmPlaces;
  /** Whether WebAssembly may be compiled from bytes. */
  readonly compiles: boolean;
  /** The bytes at a `file:` address; absent where the host has no files. */
  readFile?(url: URL): Promise<Uint8Array<ArrayBuffer>>;
  /** The address of a path of this machine; absent where the host has no files. */
  pathUrl?(path: string): URL;
  /** Whether the files of a package have addresses that must be fetched and need no check. */
  readonly bundled?: boolean;
  /**
   * Where downloads are kept; `place` is the name of the cache or its folder.
   * Undefined where the host keeps nothing.
   */
  openCache(place: string | undefined): KeptFiles | undefined;
  /** Imports an installed package by its name; absent where only a bundler can. Whether it is there. */
  importPackage?(name: string): Promise<boolean>;
}
