/**
 * Browsers, and bundles for them: files are fetched from beside the modules
 * and kept in the Cache API, where the page may use it (a secure context).
 */
import type { Host } from "../host.js";
import { CacheStorageCache } from "../loading/cache_storage.js";

/** Whether the page may use the Cache API; where site storage is denied, naming it throws. */
function mayCache(): boolean {
  try {
    return typeof caches === "object";
  } catch {
    return false;
  }
}

export const host: Host = {
  wasm: { simd128: () => ({ url: new URL("./wasm/epitome_bg.wasm", import.meta.url) }) },
  compiles: true,
  openCache: (place) => (mayCache() ? new CacheStorageCache(place) : undefined),
};
