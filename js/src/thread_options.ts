/** The options that say in which threads an object's work is done. */
import type { Threads } from "./compute.js";
import { DataError } from "./errors.js";
import { checkFunction, describe } from "./options.js";

/** What the classes of `epitome/worker` take besides. */
export interface ThreadOptions {
  /** How many workers the object may use, 1 to 64; each starts when it is first needed. Default: 1. */
  workers?: number;
  /**
   * Makes a worker from a copy of the package's `dist/thread.browser.js`
   * (`dist/thread.node.js`), for bundlers that leave `new URL` as it is.
   */
  worker?: () => unknown;
}

/** The keys of ThreadOptions. */
export const THREAD_KEYS = ["workers", "worker"] as const;

/** The most workers that one object may have. */
const MAX_WORKERS = 64;

/** ThreadOptions, checked. */
export function checkThreads(place: string, options: ThreadOptions): Threads {
  const { workers = 1 } = options;
  const worker = checkFunction(`${place}: worker`, options.worker);
  if (Number.isInteger(workers) && workers >= 1 && workers <= MAX_WORKERS) return { workers, worker };
  throw new DataError(
    `${place}: workers: expected a whole number from 1 to ${MAX_WORKERS}, got ${describe(workers)}`,
    { code: "invalid-argument" },
  );
}
