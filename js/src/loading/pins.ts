/**
 * Pins: files from addresses that nothing vouches for, kept in the cache under their address, each with
 * its own SHA-256 before it, so that a copy that was changed is told from one that was not.
 */
import { dropFromCache, readCache, writeCache } from "./cache.js";
import { sha256 } from "./digest.js";
import type { Loading } from "./loading.js";

/** The hexadecimal digits of a SHA-256. */
const DIGEST_LENGTH = 64;

/** The pinned bytes under `key`; undefined if there are none, "corrupt" if they were changed and are dropped. */
export async function readPin(
  key: string,
  { cache }: Loading,
): Promise<Uint8Array<ArrayBuffer> | "corrupt" | undefined> {
  if (cache === undefined) return undefined;
  const entry = await readCache(cache, key);
  if (entry === undefined) return undefined;
  const bytes = entry.slice(DIGEST_LENGTH);
  const digest = new TextDecoder().decode(entry.subarray(0, DIGEST_LENGTH));
  if ((await sha256(bytes)) === digest) return bytes;
  await dropFromCache(cache, key);
  return "corrupt";
}

/** Pins `bytes` under `key`. A cache that fails is told, and the load goes on. */
export async function pin(key: string, bytes: Uint8Array<ArrayBuffer>, { cache, progress }: Loading): Promise<void> {
  if (cache === undefined) return;
  const digest = new TextEncoder().encode(await sha256(bytes));
  const entry = new Uint8Array(digest.length + bytes.length);
  entry.set(digest);
  entry.set(bytes, digest.length);
  await writeCache(cache, key, entry, (error) => progress.cacheFailed(error));
}
