/**
 * A manifest at an address. Nothing vouches for its content, so it is asked
 * for each time; the kept copy, with its own SHA-256 before it, serves when
 * there is no network.
 */
import { DataError, NetworkError } from "../errors.js";
import type { Host } from "../host.js";
import { dropFromCache, readCache } from "./cache.js";
import { sha256 } from "./digest.js";
import { fetchWhole } from "./download.js";
import type { Loading } from "./loading.js";

/** The hexadecimal digits of a SHA-256. */
const DIGEST_LENGTH = 64;

/** The bytes of the manifest at `url`. */
export async function loadManifest(
  url: URL,
  host: Host,
  loading: Loading,
): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol === "file:" && host.readFile !== undefined) return await host.readFile(url);
  const key = `manifest-${url.href}`;
  try {
    const bytes = await fetchWhole(url, loading.fetch, loading.signal);
    await keep(key, bytes, loading);
    return bytes;
  } catch (error) {
    const offline = error instanceof NetworkError && error.code !== "not-found";
    if (!offline || loading.signal?.aborted) throw error;
    const kept = await readKept(key, url, loading, error);
    if (kept === undefined) throw error;
    return kept;
  }
}

async function keep(key: string, bytes: Uint8Array<ArrayBuffer>, loading: Loading): Promise<void> {
  if (loading.cache === undefined) return;
  const digest = new TextEncoder().encode(await sha256(bytes));
  const entry = new Uint8Array(digest.length + bytes.length);
  entry.set(digest);
  entry.set(bytes, digest.length);
  try {
    await loading.cache.set(key, entry);
  } catch (error) {
    loading.progress.cacheFailed(error);
  }
}

async function readKept(
  key: string,
  url: URL,
  loading: Loading,
  cause: unknown,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (loading.cache === undefined) return undefined;
  const entry = await readCache(loading.cache, key);
  if (entry === undefined) return undefined;
  const bytes = entry.slice(DIGEST_LENGTH);
  const digest = new TextDecoder().decode(entry.subarray(0, DIGEST_LENGTH));
  if ((await sha256(bytes)) === digest) return bytes;
  await dropFromCache(loading.cache, key);
  throw new DataError(
    `the cached copy of ${url.href} was corrupt and has been removed, and a fresh one could not be had: ${(cause as Error).message}`,
    { code: "cache-corrupt", cause },
  );
}
