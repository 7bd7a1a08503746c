/** Vercel's edge runtime: a compiled module, and files that the bundle holds. */
import type { Host } from "../host.js";
import wasm from "../wasm/epitome_bg.wasm?module";

export const host: Host = {
  wasm: { simd128: () => ({ read: async () => wasm }) },
  compiles: false,
  bundled: true,
  openCache: () => undefined,
};
