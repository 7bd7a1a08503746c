/**
 * The WebAssembly file: the packaged one, checked where it is downloaded, or
 * the one that the caller gives.
 */
import { type OnnxReader, registry, type WasmPlaces } from "../companions.js";
import { DataError } from "../errors.js";
import type { Host, PackagedFile, WasmSource } from "../host.js";
import { hasRelaxedSimd } from "../hosts/relaxed_simd.js";
import { describe } from "../options.js";
import { type WasmDigests, wasmFiles } from "../wasm/digest.js";
import { readCache } from "./cache.js";
import { fetchWhole } from "./download.js";
import type { Loading } from "./loading.js";
import { packagedFile, withRemedy } from "./package_files.js";
import { cacheKey, type FileSpec, isLoading, loadVerified } from "./verified.js";

const LABEL = "the WebAssembly file";

/** The files of a build: where they are, what they must be, and their folder below the option `base`. */
interface Build {
  readonly wasm: WasmPlaces;
  readonly digests: WasmDigests;
  readonly folder: string;
}

const FILES = { simd128: "epitome_bg.wasm", relaxed: "epitome_relaxed_bg.wasm" } as const;

/** The build of `host` that reads plans, or that of `onnx`. */
function buildOf(host: Host, onnx: OnnxReader | undefined): Build {
  if (onnx !== undefined) return { ...onnx, folder: "dist/wasm-onnx/" };
  return { wasm: host.wasm, digests: wasmFiles, folder: "dist/wasm/" };
}

/** The packaged file that fits the engine, and what it must be. */
function packaged(
  host: Host,
  loading: Loading,
  onnx: OnnxReader | undefined,
): { file: PackagedFile<WasmSource>; spec: FileSpec } {
  const { wasm, digests, folder } = buildOf(host, onnx);
  const relaxed = wasm.relaxed ?? (onnx === undefined ? registry().relaxed : undefined);
  const based = loading.base !== undefined && host.compiles;
  const fast = (based || relaxed !== undefined) && hasRelaxedSimd();
  const variant = fast ? "relaxed" : "simd128";
  const spec = { label: LABEL, ...digests[variant] };
  if (based) {
    const url = new URL(`${folder}${FILES[variant]}`, loading.base);
    return { file: packagedFile(url, host), spec };
  }
  return { file: fast && relaxed !== undefined ? relaxed() : wasm.simd128(), spec };
}

/** How many bytes loading the file adds to a load. */
export function wasmBytes(host: Host, loading: Loading, onnx?: OnnxReader): number {
  // Where the caller gives a file, the packaged one may have no address.
  if (loading.wasm !== undefined && onnx === undefined) return 0;
  const { file, spec } = packaged(host, loading, onnx);
  return file.url === undefined ? 0 : spec.bytes;
}

/** The file, in a form that compiles; with `onnx`, the one that reads ONNX. */
export async function loadWasm(host: Host, loading: Loading, onnx?: OnnxReader): Promise<WasmSource> {
  if (loading.wasm === undefined || onnx !== undefined) {
    return await withRemedy(loading, async () => {
      const { file, spec } = packaged(host, loading, onnx);
      return file.url === undefined
        ? await file.read()
        : await loadVerified(spec, [file.url], loading);
    });
  }
  const given = await loading.wasm;
  if (given instanceof URL) {
    if (given.protocol === "file:" && host.readFile !== undefined) return await host.readFile(given);
    return await fetchWhole(given, loading.fetch, loading.signal);
  }
  if (isWasmSource(given)) return given;
  throw new DataError(
    `option wasm: expected a URL, a Response, bytes or a WebAssembly.Module, got ${describe(given)}`,
    { code: "invalid-argument" },
  );
}

/** Whether the packaged file needs a download. */
export async function wasmState(
  host: Host,
  loading: Loading,
): Promise<"available" | "downloadable" | "downloading"> {
  if (wasmBytes(host, loading) === 0) return "available";
  return await fileState(packaged(host, loading, undefined).spec, loading);
}

/** Whether a file that is downloaded is at hand. */
export async function fileState(
  spec: FileSpec,
  loading: Loading,
): Promise<"available" | "downloadable" | "downloading"> {
  if (isLoading(spec)) return "downloading";
  if (loading.cache === undefined) return "downloadable";
  const kept = await readCache(loading.cache, cacheKey(spec));
  return kept?.length === spec.bytes ? "available" : "downloadable";
}

function isWasmSource(value: unknown): value is WasmSource {
  return (
    (typeof Response === "function" && value instanceof Response) ||
    Object.prototype.toString.call(value) === "[object ArrayBuffer]" ||
    ArrayBuffer.isView(value) ||
    value instanceof WebAssembly.Module
  );
}
