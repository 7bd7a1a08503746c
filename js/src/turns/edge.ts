/** Turns of the event loop in edge workers, all of which have timers. */

/** Lets the worker serve other requests. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** How often a request that waits shows that it is alive, in milliseconds. */
const ALIVE = 50;

/**
 * What `work` of another request gives. Workers end a request that waits for nothing of its own: they
 * take it for hung. A timer is something of its own.
 */
export async function waitFor<T>(work: Promise<T>): Promise<T> {
  const alive = setInterval(() => {}, ALIVE);
  try {
    return await work;
  } finally {
    clearInterval(alive);
  }
}
