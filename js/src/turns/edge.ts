/** Turns of the event loop in edge workers, all of which have timers. */

/** Lets the worker serve other requests. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
