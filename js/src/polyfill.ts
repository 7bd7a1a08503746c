/**
 * The entry `epitome/polyfill`: `globalThis.Summarizer`, as the Writing Assistance APIs have it, where
 * the browser has none. It exports the class, whether or not the browser has its own.
 */
import { Summarizer } from "./polyfill/summarizer.js";

// Bundlers rename classes that name themselves.
Object.defineProperty(Summarizer, "name", { value: "Summarizer", configurable: true });

if (!("Summarizer" in globalThis)) {
  Object.defineProperty(globalThis, "Summarizer", {
    value: Summarizer,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

export { Summarizer };
export type { CreateCoreOptions, CreateOptions, SummarizeOptions } from "./polyfill/options.js";
