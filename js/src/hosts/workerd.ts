/** Cloudflare Workers: compiling is forbidden and files are modules of the worker. */
import type { Host } from "../host.js";
import wasm from "../wasm/epitome_bg.wasm";

export const host: Host = {
  wasm: { simd128: () => ({ read: async () => wasm }) },
  compiles: false,
  openCache: () => undefined,
};
