/** Giving up: the signals that a call listens to, and the error it ends with. */
import { AbortError } from "./errors.js";

function abortError(signal: AbortSignal): AbortError {
  const reason: unknown = signal.reason;
  if (reason instanceof AbortError) return reason;
  return new AbortError("the call was aborted through its signal", {
    code: "aborted",
    cause: reason,
  });
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

/** The signals of one call. The first of them to abort ends the call. */
export class AbortScope {
  readonly #signals: AbortSignal[];

  constructor(...signals: (AbortSignal | undefined)[]) {
    this.#signals = signals.filter((signal) => signal !== undefined);
  }

  /** Throws an AbortError once a signal has aborted. */
  throwIfAborted(): void {
    for (const signal of this.#signals) {
      if (signal.aborted) throw abortError(signal);
    }
  }

  /** What `work` gives, or an AbortError as soon as a signal aborts. */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {}); // when an abort wins, the late failure is nobody's
    this.throwIfAborted();
    const ends: (() => void)[] = [];
    const aborted = new Promise<never>((_, reject) => {
      for (const signal of this.#signals) {
        ends.push(onAbort(signal, () => reject(abortError(signal))));
      }
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      for (const end of ends) end();
    }
  }
}
