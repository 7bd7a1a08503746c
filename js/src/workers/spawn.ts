/** A thread of the host, as the client of a worker sees it. */
export interface Thread {
  post(message: unknown): void;
  /** Whether the process should stay alive for this thread. */
  keepAlive(on: boolean): void;
  terminate(): void;
}

/** What a thread tells. */
export interface Listener {
  message(data: unknown): void;
  /** The thread has ended, or is of no use any more; `reason` completes "the worker …". */
  died(reason: string, cause?: unknown): void;
}

/** Starts a thread; `make` makes the host's worker in the place of the packaged script. */
export type Spawn = (listener: Listener, make: (() => unknown) | undefined) => Thread;
