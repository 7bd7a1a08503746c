/**
 * What imported modules bring to this package: models, the reader of ONNX and the file for engines
 * with relaxed SIMD. They put themselves into one registry of the realm, so that every entry and
 * every copy of the package finds them, and a bundle holds what its program imports.
 */
import type { PackagedFile, WasmSource } from "./host.js";
import type { WasmDigests } from "./wasm/digest.js";
import type { Glue } from "./wasm/glue.js";

/** A model that a module brings: its manifest, and its files or where they are, by their path. */
export interface BroughtModel {
  readonly manifest: BroughtManifest;
  readonly files: Readonly<Record<string, URL | ArrayBuffer | Uint8Array>>;
}

/** What is asked of such a manifest here; the WebAssembly side checks it. */
export interface BroughtManifest {
  readonly name: string;
  readonly version: string;
  readonly task: string;
  readonly description: string;
  readonly languages: readonly string[];
  readonly license: string;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
  readonly metrics: Readonly<Record<string, number>>;
}

/** The WebAssembly files of a build, by what the engine can run. */
export interface WasmPlaces {
  /** For every engine. */
  simd128(): PackagedFile<WasmSource>;
  /** For engines with relaxed SIMD; absent where a bundle can hold only one file. */
  relaxed?(): PackagedFile<WasmSource>;
}

/** What `@epitome/onnx` brings: WebAssembly that reads ONNX, with its bindings. */
export interface OnnxReader {
  /** The version of the package, which must be that of `epitome`. */
  readonly version: string;
  readonly glue: Glue;
  readonly wasm: WasmPlaces;
  readonly digests: WasmDigests;
  /** Makes a worker that has these bindings; absent where there are no workers. */
  readonly worker?: () => unknown;
}

interface Registry {
  readonly models: Map<string, BroughtModel>;
  onnx?: OnnxReader;
  relaxed?: () => PackagedFile<WasmSource>;
}

const KEY = Symbol.for("epitome");

/** The registry of this realm. The modules of models, which import nothing, make it likewise. */
export function registry(): Registry {
  const realm = globalThis as { [KEY]?: Registry };
  return (realm[KEY] ??= { models: new Map() });
}
