/**
 * The WebAssembly file for engines with relaxed SIMD, which bundlers copy where this is imported:
 * with models it is faster, without them it would be weight.
 */
import { registry } from "../companions.js";

/** Offers the file to engines that can run it. */
export function offerRelaxed(): void {
  registry().relaxed ??= () => ({
    url: new URL("./wasm/epitome_relaxed_bg.wasm", import.meta.url),
  });
}
