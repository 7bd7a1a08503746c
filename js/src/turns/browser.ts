/**
 * Turns of the event loop in pages and Web Workers: a message to oneself, since
 * timers that follow each other are held back for 4 ms each.
 */

/** Lets the page do other work: a macrotask, so that events, timers and rendering get their turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** What `work` of another call gives. */
export function waitFor<T>(work: Promise<T>): Promise<T> {
  return work;
}
