/** Browsers: files are fetched from beside the module. */
import type { WasmPlaces } from "../companions.js";

export const wasm: WasmPlaces = {
  simd128: () => ({ url: new URL("./wasm/epitome_bg.wasm", import.meta.url) }),
  relaxed: () => ({ url: new URL("./wasm/epitome_relaxed_bg.wasm", import.meta.url) }),
};

/** A worker that reads ONNX. */
export const worker: (() => unknown) | undefined = () =>
  new Worker(new URL("./thread.browser.js", import.meta.url), { type: "module" });
