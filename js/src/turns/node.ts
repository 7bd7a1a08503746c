/** Turns of the event loop in Node, Deno and Bun: once around it, for messages, timers and files. */
import { setImmediate } from "node:timers";

/** Lets the process do other work. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** What `work` of another call gives. */
export function waitFor<T>(work: Promise<T>): Promise<T> {
  return work;
}
