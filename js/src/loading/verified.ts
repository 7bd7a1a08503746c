/**
 * A file of known SHA-256: from the cache if it is there and whole, else
 * downloaded, checked and kept. Whatever fails its check is never given out.
 */
import { AbortScope } from "../abort.js";
import { DataError, NetworkError } from "../errors.js";
import { Queue } from "../queue.js";
import { dropFromCache, readCache, writeCache } from "./cache.js";
import { sha256 } from "./digest.js";
import { fetchExactly } from "./download.js";
import type { Loading } from "./loading.js";

/** What the manifest says of a file. */
export interface FileSpec {
  /** How messages name it, such as `model.onnx of lstm-ii-zh`. */
  label: string;
  /** Its size in bytes. */
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** How often a download that breaks off is started, the first time included. */
const ATTEMPTS = 2;

/** The loads under way, by SHA-256: a second one waits and finds the cache filled. */
const underWay = new Map<string, { queue: Queue; count: number }>();

/** Whether a file is being loaded now. */
export function isLoading(spec: FileSpec): boolean {
  return underWay.has(spec.sha256);
}

/** The key of a file in caches. */
export function cacheKey(spec: FileSpec): string {
  return `sha256-${spec.sha256}`;
}

/** The file at the first of `urls` that has one. */
export async function loadVerified(
  spec: FileSpec,
  urls: readonly URL[],
  loading: Loading,
): Promise<Uint8Array<ArrayBuffer>> {
  let turn = underWay.get(spec.sha256);
  if (turn === undefined) underWay.set(spec.sha256, (turn = { queue: new Queue(), count: 0 }));
  turn.count += 1;
  try {
    // A load that is given up leaves its turn, also where it hangs.
    const scope = new AbortScope(loading.signal);
    return await turn.queue.run(() => scope.race(load(spec, urls, loading)));
  } finally {
    turn.count -= 1;
    if (turn.count === 0) underWay.delete(spec.sha256);
  }
}

async function load(
  spec: FileSpec,
  urls: readonly URL[],
  loading: Loading,
): Promise<Uint8Array<ArrayBuffer>> {
  loading.signal?.throwIfAborted();
  const { cache, progress } = loading;
  const key = cacheKey(spec);
  let corrupt = false;
  if (cache !== undefined) {
    const kept = await readCache(cache, key);
    if (kept !== undefined) {
      if (await isWhole(kept, spec)) {
        progress.add(spec.bytes);
        return kept;
      }
      corrupt = true;
      await dropFromCache(cache, key);
    }
  }
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await downloadFirst(spec, urls, loading);
    await check(bytes, spec);
  } catch (cause) {
    if (!corrupt || loading.signal?.aborted) throw cause;
    throw new DataError(
      `the cached copy of ${spec.label} was corrupt and has been removed, and a fresh one could not be had: ${(cause as Error).message}`,
      { code: "cache-corrupt", cause },
    );
  }
  if (cache !== undefined) await writeCache(cache, key, bytes, (error) => progress.cacheFailed(error));
  return bytes;
}

async function isWhole(bytes: Uint8Array<ArrayBuffer>, spec: FileSpec): Promise<boolean> {
  return bytes.length === spec.bytes && (await sha256(bytes)) === spec.sha256.toLowerCase();
}

async function check(bytes: Uint8Array<ArrayBuffer>, spec: FileSpec): Promise<void> {
  if (await isWhole(bytes, spec)) return;
  throw new DataError(
    `the download of ${spec.label} is corrupt: its SHA-256 is not the ${spec.sha256} that the manifest says`,
    { code: "hash-mismatch" },
  );
}

async function downloadFirst(
  spec: FileSpec,
  urls: readonly URL[],
  loading: Loading,
): Promise<Uint8Array<ArrayBuffer>> {
  let missing: unknown;
  for (const url of urls) {
    try {
      return await download(spec, url, loading);
    } catch (error) {
      if (!(error instanceof NetworkError) || error.code !== "not-found") throw error;
      missing ??= error;
    }
  }
  throw missing;
}

async function download(
  spec: FileSpec,
  url: URL,
  loading: Loading,
): Promise<Uint8Array<ArrayBuffer>> {
  const { progress, signal } = loading;
  for (let attempt = 1; ; attempt += 1) {
    let counted = 0;
    try {
      return await fetchExactly(url, spec.bytes, loading.fetch, signal, (count) => {
        progress.add(count - counted);
        counted = count;
      });
    } catch (error) {
      progress.add(-counted);
      const broken = error instanceof NetworkError && error.code === "download-incomplete";
      if (!broken || attempt === ATTEMPTS || signal?.aborted) throw error;
    }
  }
}
