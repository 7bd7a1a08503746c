/**
 * A manifest at an address. Nothing vouches for its content, so it is asked
 * for each time; the pinned copy serves when there is no network.
 */
import { DataError, NetworkError } from "../errors.js";
import type { Host } from "../host.js";
import { fetchWhole } from "./download.js";
import type { Loading } from "./loading.js";
import { pin, readPin } from "./pins.js";

/** The most bytes of a manifest; those of packages have a few thousand. */
const MOST_BYTES = 1 << 24;

/** The bytes of the manifest at `url`. */
export async function loadManifest(
  url: URL,
  host: Host,
  loading: Loading,
): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol === "file:" && host.readFile !== undefined) return await host.readFile(url);
  const key = `manifest-${url.href}`;
  try {
    const bytes = await fetchWhole(url, loading.fetch, loading.signal, MOST_BYTES);
    await pin(key, bytes, loading);
    return bytes;
  } catch (error) {
    const offline = error instanceof NetworkError && error.code !== "not-found";
    if (!offline || loading.signal?.aborted) throw error;
    const kept = await readPin(key, loading);
    if (kept === undefined) throw error;
    if (kept !== "corrupt") return kept;
    throw new DataError(
      `the cached copy of ${url.href} was corrupt and has been removed, and a fresh one could not be had: ${error.message}`,
      { code: "cache-corrupt", cause: error },
    );
  }
}
