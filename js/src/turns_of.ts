/** Turns of the event loop within work of WebAssembly. */
import type { AbortScope } from "./abort.js";
import { nextTurn } from "./turns/current.js";

/** How long WebAssembly keeps the thread, in milliseconds. */
const TURN = 24;

/** What WebAssembly calls between parts of its work: other work gets its turn, and signals are heard. */
export function turnsOf(scope: AbortScope): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    scope.throwIfAborted();
    if (performance.now() - began < TURN) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
      scope.throwIfAborted();
    });
  };
}
