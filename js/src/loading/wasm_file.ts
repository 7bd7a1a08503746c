/**
 * The WebAssembly file: the packaged one, checked where it is downloaded, or
 * the one that the caller gives.
 */
import { DataError } from "../errors.js";
import type { Host, PackagedFile, WasmSource } from "../host.js";
import { hasRelaxedSimd } from "../hosts/relaxed_simd.js";
import { describe } from "../options.js";
import { wasmFiles } from "../wasm/digest.js";
import { readCache } from "./cache.js";
import { fetchWhole } from "./download.js";
import type { Loading } from "./loading.js";
import { cacheKey, type FileSpec, isLoading, loadVerified } from "./verified.js";

const LABEL = "the WebAssembly file";
const SPECS: Record<keyof typeof wasmFiles, FileSpec> = {
  simd128: { label: LABEL, ...wasmFiles.simd128 },
  relaxed: { label: LABEL, ...wasmFiles.relaxed },
};

/** The packaged file that fits the engine, and what it must be. */
function packaged({ wasm }: Host): { file: PackagedFile<WasmSource>; spec: FileSpec } {
  return wasm.relaxed !== undefined && hasRelaxedSimd()
    ? { file: wasm.relaxed(), spec: SPECS.relaxed }
    : { file: wasm.simd128(), spec: SPECS.simd128 };
}

/** How many bytes loading the file adds to a load. */
export function wasmBytes(host: Host, loading: Loading): number {
  // Where the caller gives a file, the packaged one may have no address.
  if (loading.wasm !== undefined) return 0;
  const { file, spec } = packaged(host);
  return file.url === undefined ? 0 : spec.bytes;
}

/** The file, in a form that compiles. */
export async function loadWasm(host: Host, loading: Loading): Promise<WasmSource> {
  if (loading.wasm === undefined) {
    const { file, spec } = packaged(host);
    return file.url === undefined ? await file.read() : await loadVerified(spec, [file.url], loading);
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
  return await fileState(packaged(host).spec, loading);
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
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof WebAssembly.Module
  );
}
