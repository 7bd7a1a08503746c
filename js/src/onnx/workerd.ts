/** Cloudflare Workers: a compiled module, and no workers. */
import type { WasmPlaces } from "../companions.js";
import module from "../wasm/epitome_bg.wasm";

export const wasm: WasmPlaces = { simd128: () => ({ read: async () => module }) };

/** There are none. */
export const worker: (() => unknown) | undefined = undefined;
