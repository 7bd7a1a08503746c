import { waitFor } from "./turns/current.js";

/** Runs asynchronous tasks in the order they came, at most `width` at a time. */
export class Queue {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width = 1) {
    this.#width = width;
  }

  /** What `task` gives, once it has had its turn. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#width) this.#running += 1;
    else await waitFor(new Promise<void>((resolve) => this.#waiting.push(resolve)));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next(); // takes over the place of this task
    }
  }
}
