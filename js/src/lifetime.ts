/**
 * The life of an object that holds a model or memory: its calls run in order,
 * as many at a time as what it holds can work on, end early when it is
 * destroyed, and the memory is freed only when no call uses it any more.
 */
import { AbortScope, Stop } from "./abort.js";
import type { Held } from "./compute.js";
import { AbortError, InvalidStateError } from "./errors.js";
import { Queue } from "./queue.js";

export class Lifetime<T extends Held> {
  readonly #name: string;
  readonly #held: T;
  readonly #queue: Queue;
  readonly #end = new Stop();
  #running = 0;

  constructor(name: string, held: T) {
    this.#name = name;
    this.#held = held;
    this.#queue = new Queue(held.width);
  }

  /** How many calls are worked on at the same time. */
  get width(): number {
    return this.#held.width;
  }

  /** What is held; a call that is given its turn gets it too. */
  get held(): T {
    return this.#held;
  }

  /** Throws an InvalidStateError after `destroy()`. */
  check(): void {
    if (this.#end.reason !== undefined) {
      throw new InvalidStateError(
        `this ${this.#name} was destroyed; create another one with ${this.#name}.create()`,
        { code: "destroyed" },
      );
    }
  }

  /** What ends a call: `destroy()`, and each of `ends`. */
  scope(...ends: (AbortSignal | Stop | undefined)[]): AbortScope {
    this.check();
    return new AbortScope(this.#end, ...ends);
  }

  /** Runs `task` in its turn, unless `scope` ends before. */
  async use<R>(scope: AbortScope, task: (held: T) => Promise<R>): Promise<R> {
    scope.throwIfAborted();
    return await scope.race(
      this.#queue.run(async () => {
        scope.throwIfAborted();
        this.#running += 1;
        try {
          return await task(this.#held);
        } finally {
          this.#running -= 1;
          if (this.#end.reason !== undefined && this.#held.drains) this.#freeWhenIdle();
        }
      }),
    );
  }

  /** Ends every call in flight; frees the memory when the last has stopped. */
  destroy(): void {
    if (this.#end.reason !== undefined) return;
    this.#end.stop(
      new AbortError(`the ${this.#name} was destroyed before the call ended`, { code: "destroyed" }),
    );
    if (this.#held.drains) this.#freeWhenIdle();
    else this.#held.free();
  }

  #freeWhenIdle(): void {
    if (this.#running > 0) return;
    try {
      this.#held.free();
    } catch {
      // The instance has stopped and its memory is gone with it.
    }
  }
}
