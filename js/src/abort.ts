/** Giving up: the signals that a call listens to, and what it ends with: a signal's own reason. */
import type { AbortError } from "./errors.js";

/**
 * A signal of this package's own. It stands in for an AbortController in what
 * outlives a request: edge workers bind each AbortController to the request
 * that made it.
 */
export class Stop {
  readonly #tells = new Set<() => void>();
  #reason: AbortError | undefined;

  /** Why, once it has stopped. */
  get reason(): AbortError | undefined {
    return this.#reason;
  }

  /** Ends what listens; a second call does nothing. */
  stop(reason: AbortError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const tell of this.#tells) tell();
    this.#tells.clear();
  }

  /** Calls `tell` when it stops, unless the returned function is called before. */
  onStop(tell: () => void): () => void {
    this.#tells.add(tell);
    return () => void this.#tells.delete(tell);
  }
}

/** Who waits on each signal: however many calls share one, it has one listener. */
const waiting = new WeakMap<AbortSignal, { tells: Set<() => void>; stop: () => void }>();

/** Calls `tell` when `signal` aborts, unless the returned function is called before. */
function onAbort(signal: AbortSignal, tell: () => void): () => void {
  let shared = waiting.get(signal);
  if (shared === undefined) {
    const tells = new Set<() => void>();
    const listener = () => tells.forEach((each) => each());
    signal.addEventListener("abort", listener, { once: true });
    shared = { tells, stop: () => signal.removeEventListener("abort", listener) };
    waiting.set(signal, shared);
  }
  const { tells, stop } = shared;
  tells.add(tell);
  return () => {
    if (!tells.delete(tell) || tells.size > 0) return;
    stop();
    waiting.delete(signal);
  };
}

/** What can end one call. The first of them to do so ends it. */
export class AbortScope {
  readonly #signals: AbortSignal[] = [];
  readonly #stops: Stop[] = [];

  constructor(...ends: (AbortSignal | Stop | undefined)[]) {
    for (const end of ends) {
      if (end instanceof Stop) this.#stops.push(end);
      else if (end !== undefined) this.#signals.push(end);
    }
  }

  /** Throws the reason once the call has been ended. */
  throwIfAborted(): void {
    for (const { reason } of this.#stops) {
      if (reason !== undefined) throw reason;
    }
    for (const signal of this.#signals) {
      if (signal.aborted) throw signal.reason;
    }
  }

  /** What `work` gives, or the reason as soon as the call is ended. */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {}); // when an abort wins, the late failure is nobody's
    this.throwIfAborted();
    let leave = () => {};
    const aborted = new Promise<never>((_, reject) => {
      leave = this.onEnd(reject);
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      leave();
    }
  }

  /** Calls `tell` when the call is ended, unless the returned function is called before. */
  onEnd(tell: (reason: unknown) => void): () => void {
    const leaving = [
      ...this.#stops.map((stop) => stop.onStop(() => tell(stop.reason))),
      ...this.#signals.map((signal) => onAbort(signal, () => tell(signal.reason))),
    ];
    return () => leaving.forEach((leave) => leave());
  }
}
