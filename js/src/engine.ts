/**
 * A WebAssembly instance behind an entry of this package: started by the
 * first call that needs it, shared by all objects, and never used again after
 * a trap, because a trap leaves its memory half-written.
 */
import { DataError, type EpitomeError, OperationError, toEpitomeError } from "./errors.js";
import type { WasmSource } from "./host.js";
import { Once } from "./once.js";
import type { Glue } from "./wasm/glue.js";

/** What the WebAssembly side exports, once it runs. */
export type Wasm = Omit<Glue, "default">;

/** How often a waiting call looks whether the instance has died, in milliseconds. */
const WATCH_INTERVAL = 250;

export class Engine {
  readonly #glue: Glue;
  readonly #started = new Once<void>();
  #death: string | undefined;

  /** An instance of the build whose bindings are `glue`, for each build has its own. */
  constructor(glue: Glue) {
    this.#glue = glue;
  }

  /** Whether the instance runs, so that `start` has nothing to do. */
  get ready(): boolean {
    return this.#started.made && this.#death === undefined;
  }

  /** Starts the instance, from the WebAssembly file that `load` gives, unless it runs already. */
  async start(load: () => Promise<WasmSource>): Promise<void> {
    this.#checkAlive();
    await this.#started.get(() => this.#instantiate(load));
    this.#checkAlive();
  }

  async #instantiate(load: () => Promise<WasmSource>): Promise<void> {
    const wasm = await load();
    try {
      await this.#glue.default({ module_or_path: wasm });
    } catch (cause) {
      throw new DataError("the WebAssembly file could not be compiled and started", {
        code: "invalid-wasm",
        cause,
      });
    }
  }

  /** Runs a synchronous `task` in the started instance. */
  run<T>(task: (wasm: Wasm) => T): T {
    this.#checkAlive();
    try {
      return task(this.#glue);
    } catch (thrown) {
      throw this.#convert(thrown);
    }
  }

  /** Runs an asynchronous `task` in the started instance. */
  async runAsync<T>(task: (wasm: Wasm) => Promise<T>): Promise<T> {
    this.#checkAlive();
    let watch: ReturnType<typeof setInterval> | undefined;
    try {
      // A trap between two polls of a future leaves its promise pending.
      const died = new Promise<never>((_, reject) => {
        watch = setInterval(() => {
          const panic = this.#lastPanic();
          if (panic !== undefined) reject(this.#die(panic, undefined));
        }, WATCH_INTERVAL);
      });
      return await Promise.race([task(this.#glue), died]);
    } catch (thrown) {
      throw this.#convert(thrown);
    } finally {
      clearInterval(watch);
    }
  }

  #checkAlive(): void {
    if (this.#death !== undefined) {
      throw new OperationError(
        `the WebAssembly instance stopped earlier (${this.#death}); start a new process or reload the page`,
        { code: "wasm-trap" },
      );
    }
  }

  #convert(thrown: unknown): EpitomeError {
    const known = thrown instanceof Error && "code" in thrown;
    const trapped =
      !known && (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError);
    if (!trapped) return toEpitomeError(thrown);
    return this.#die(this.#lastPanic() ?? thrown.message, thrown);
  }

  #die(reason: string, cause: unknown): OperationError {
    this.#death ??= reason;
    return new OperationError(`the WebAssembly instance stopped: ${reason}`, {
      code: "wasm-trap",
      cause,
    });
  }

  #lastPanic(): string | undefined {
    try {
      return this.#glue.lastPanic();
    } catch {
      return undefined;
    }
  }
}
