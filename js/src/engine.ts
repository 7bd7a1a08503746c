/**
 * The one WebAssembly instance behind an entry of this package: started by the
 * first call that needs it, shared by all objects, and never used again after
 * a trap, because a trap leaves its memory half-written.
 */
import { fetchFile } from "./fetched.js";
import { DataError, type EpitomeError, OperationError, toEpitomeError } from "./errors.js";
import type { Host, WasmSource } from "./host.js";
import { describe } from "./options.js";
import * as glue from "./wasm/epitome.js";

/** What the WebAssembly side exports, once it runs. */
export type Wasm = Omit<typeof glue, "default">;

/** How often a waiting call looks whether the instance has died, in milliseconds. */
const WATCH_INTERVAL = 250;

export class Engine {
  readonly host: Host;
  #started: Promise<void> | undefined;
  #death: string | undefined;

  constructor(host: Host) {
    this.host = host;
  }

  /**
   * Starts the instance unless it runs already. `source` replaces the file of
   * the package; only the first start reads it.
   */
  async start(source?: WasmSource | Promise<WasmSource>): Promise<void> {
    this.#checkAlive();
    this.#started ??= this.#instantiate(source);
    try {
      await this.#started;
    } catch (error) {
      this.#started = undefined; // the next call may have a better connection
      throw error;
    }
  }

  async #instantiate(source?: WasmSource | Promise<WasmSource>): Promise<void> {
    let wasm = await (source ?? this.host.loadWasm());
    if (wasm instanceof URL && wasm.protocol !== "file:") wasm = await fetchFile(wasm);
    if (!isWasmSource(wasm)) {
      throw new DataError(
        `option wasm: expected a URL, a Response, bytes or a WebAssembly.Module, got ${describe(wasm)}`,
        { code: "invalid-argument" },
      );
    }
    try {
      await glue.default({ module_or_path: wasm });
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
      return task(glue);
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
      return await Promise.race([task(glue), died]);
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
      return glue.lastPanic();
    } catch {
      return undefined;
    }
  }
}

function isWasmSource(value: unknown): value is WasmSource {
  return (
    value instanceof URL ||
    (typeof Response === "function" && value instanceof Response) ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof WebAssembly.Module
  );
}
