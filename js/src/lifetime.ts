/**
 * The life of an object that holds WebAssembly memory: its calls run one after
 * another, end early when it is destroyed, and the memory is freed only when
 * no call uses it any more.
 */
import { AbortScope } from "./abort.js";
import { AbortError, InvalidStateError } from "./errors.js";
import { Queue } from "./queue.js";

/** What wasm-bindgen objects offer. */
interface Freeable {
  free(): void;
}

export class Lifetime<T extends Freeable> {
  readonly #name: string;
  readonly #held: T;
  readonly #queue = new Queue();
  readonly #end = new AbortController();

  constructor(name: string, held: T) {
    this.#name = name;
    this.#held = held;
  }

  /** Throws an InvalidStateError after `destroy()`. */
  check(): void {
    if (this.#end.signal.aborted) {
      throw new InvalidStateError(
        `this ${this.#name} was destroyed; create another one with ${this.#name}.create()`,
        { code: "destroyed" },
      );
    }
  }

  /** Runs `task` in its turn; ends it early on destroy or `signal`. */
  async use<R>(
    signal: AbortSignal | undefined,
    task: (held: T, scope: AbortScope) => Promise<R>,
  ): Promise<R> {
    this.check();
    const scope = new AbortScope(this.#end.signal, signal);
    scope.throwIfAborted();
    return await scope.race(
      this.#queue.run(async () => {
        scope.throwIfAborted();
        return await task(this.#held, scope);
      }),
    );
  }

  /** Ends every call in flight; frees the memory when the last has stopped. */
  destroy(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort(
      new AbortError(`the ${this.#name} was destroyed before the call ended`, { code: "destroyed" }),
    );
    void this.#queue.run(async () => this.#held.free()).catch(() => {});
  }
}
