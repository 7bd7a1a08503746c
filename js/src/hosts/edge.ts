/** Vercel's edge runtime: a compiled module, and files that the bundle holds. */
import { urls } from "../../models/urls.js";
import type { Host } from "../host.js";
import { fetchWhole } from "../loading/download.js";
import { packagedUrl } from "../loading/packaged.js";
import wasm from "../wasm/epitome_bg.wasm?module";

export const host: Host = {
  wasm: { simd128: () => ({ read: async () => wasm }) },
  holds: () => true,
  modelFile: (model, path) => {
    const url = packagedUrl(urls, model, path);
    return { read: () => fetchWhole(url, fetch) };
  },
  openCache: () => undefined,
};
