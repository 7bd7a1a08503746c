/**
 * The main thread's side of one worker: matches replies to requests, passes on
 * what is given up, and rejects what is pending when the worker dies.
 */
import type { AbortScope } from "../abort.js";
import { EpitomeError, OperationError } from "../errors.js";
import { spawn, watch } from "../threads/current.js";
import { type Message, type Part, type Reply, type Request, unpackError } from "./protocol.js";
import type { Thread } from "./spawn.js";

/** A request that has no reply yet. */
interface Pending {
  resolve(value: unknown): void;
  reject(error: EpitomeError): void;
  tell(part: string): void;
}

/** How a request is followed. */
export interface Following {
  /** When it ends, the worker is told that the request is given up. */
  scope?: AbortScope;
  /** Given the parts of the answer that come before the reply. */
  tell?: (part: string) => void;
}

export class Client {
  readonly #thread: Thread;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #dead = false;

  private constructor(make: (() => unknown) | undefined) {
    this.#thread = spawn(
      {
        message: (data) => {
          if (isHeard(data)) this.#hear(data);
          else this.#die("posted what is no reply");
        },
        died: (reason, cause) => this.#die(reason, cause),
      },
      make,
    );
    this.#thread.keepAlive(false);
  }

  /** A worker to be started, which a caller's own `make` may fail to make. */
  static make(make: (() => unknown) | undefined): Client {
    try {
      return new Client(make);
    } catch (cause) {
      if (cause instanceof EpitomeError) throw cause;
      const message = `the worker could not be made: ${cause instanceof Error ? cause.message : String(cause)}`;
      throw new OperationError(message, { code: "worker-died", cause });
    }
  }

  /** Has the worker run `wasm`; ends it where that fails. */
  async start(wasm: WebAssembly.Module): Promise<void> {
    const lock = `epitome-worker-${Date.now()}-${Math.random()}`;
    let holds: unknown;
    try {
      holds = await this.request({ op: "start", wasm, lock });
    } catch (error) {
      this.terminate();
      throw error;
    }
    // The page would be granted a lock that nobody holds, and take the worker for ended.
    if (holds === true) watch(lock, () => this.#die("ended"));
  }

  /** Whether the worker has ended. */
  get dead(): boolean {
    return this.#dead;
  }

  /** The reply to `request`; an OperationError `worker-died` if the worker ends before. */
  async request(
    request: Request,
    { scope, tell = () => {} }: Following = {},
  ): Promise<unknown> {
    if (this.#dead) throw died("had ended", undefined);
    const id = ++this.#last;
    const reply = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, tell });
    });
    const leave = scope?.onEnd(() => this.#post({ op: "cancel", id }));
    try {
      this.#thread.keepAlive(true);
      this.#post({ ...request, id });
    } catch (cause) {
      this.#pending.get(id)?.reject(
        new OperationError(`the request could not be posted to the worker: ${String(cause)}`, {
          code: "internal",
          cause,
        }),
      );
      this.#forget(id);
    }
    try {
      return await reply;
    } finally {
      leave?.();
    }
  }

  #post(message: Message): void {
    if (!this.#dead) this.#thread.post(message);
  }

  /** Expects no reply to `id`; an idle worker keeps no process alive. */
  #forget(id: number): void {
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#thread.keepAlive(false);
  }

  #hear(reply: Reply | Part): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    if ("part" in reply) {
      pending.tell(reply.part);
      return;
    }
    this.#forget(reply.id);
    if (!("error" in reply)) {
      pending.resolve(reply.value);
      return;
    }
    const error = unpackError(reply.error);
    pending.reject(error);
    // A trap ends the instance, and with it the use of the worker.
    if (error.code === "wasm-trap") this.#die("stopped with its WebAssembly instance", error);
  }

  #die(reason: string, cause?: unknown): void {
    if (this.#dead) return;
    this.#dead = true;
    for (const { reject } of this.#pending.values()) reject(died(reason, cause));
    this.#pending.clear();
    this.#thread.terminate();
  }

  /** Ends the worker, and all its memory with it. */
  terminate(): void {
    this.#die("was ended");
  }
}

/** Whether `data` has the form of a reply or a part. */
function isHeard(data: unknown): data is Reply | Part {
  if (data === null || typeof data !== "object") return false;
  const { id, part, error } = data as { id?: unknown; part?: unknown; error?: unknown };
  if (typeof id !== "number") return false;
  if ("part" in data) return typeof part === "string";
  return !("error" in data) || (error !== null && typeof error === "object");
}

function died(reason: string, cause: unknown): OperationError {
  return new OperationError(
    `the worker ${reason} before it answered; the next call starts another one`,
    { code: "worker-died", cause },
  );
}
