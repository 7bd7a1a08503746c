/** Runs asynchronous tasks one after another, in the order they came. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /** What `task` gives, once every earlier task has ended, well or badly. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}

/**
 * Lets the host do other work: a macrotask, so that events, timers and
 * rendering get their turn.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
