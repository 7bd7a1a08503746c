/** Web Workers. */
import { NotSupportedError } from "../errors.js";
import type { Spawn } from "../workers/spawn.js";

/** Throws where there are no Web Workers, as on a server or in some workers. */
export function checkThreads(): void {
  if (typeof Worker === "function") return;
  throw new NotSupportedError("this host has no Web Workers; import from epitome instead", {
    code: "unsupported",
  });
}

export const spawn: Spawn = (listener, make) => {
  const worker = (make?.() ??
    new Worker(new URL("./thread.browser.js", import.meta.url), { type: "module" })) as Worker;
  worker.addEventListener("message", ({ data }) => listener.message(data));
  worker.addEventListener("messageerror", () => listener.died("posted what cannot be read"));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    const why = event.message || "its script could not be loaded";
    listener.died(`failed: ${why}`, event.error);
  });
  return {
    post: (message) => worker.postMessage(message),
    keepAlive: () => {},
    terminate: () => worker.terminate(),
  };
};

/**
 * Calls `ended` once the thread that holds `lock` is gone: a Web Worker that
 * ends by itself fires no event. Where the page has no Web Locks, nothing tells.
 */
export function watch(lock: string, ended: () => void): void {
  void globalThis.navigator?.locks?.request(lock, ended).catch(() => {});
}
