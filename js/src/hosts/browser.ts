/**
 * Browsers, and bundles for them: files are fetched from beside the modules
 * and kept in the Cache API, where the page may use it (a secure context).
 */
import { urls } from "../../models/urls.js";
import type { Host } from "../host.js";
import { CacheStorageCache } from "../loading/cache_storage.js";
import { packagedUrl } from "../loading/packaged.js";

export const host: Host = {
  wasm: {
    simd128: () => ({ url: new URL("./wasm/epitome_bg.wasm", import.meta.url) }),
    relaxed: () => ({ url: new URL("./wasm/epitome_relaxed_bg.wasm", import.meta.url) }),
  },
  holds: () => true,
  modelFile: (model, path) => ({ url: packagedUrl(urls, model, path) }),
  openCache: (place) => (typeof caches === "object" ? new CacheStorageCache(place) : undefined),
};
