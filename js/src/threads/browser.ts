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
  const worker = (make?.() ?? packagedWorker()) as Worker;
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

/** A worker that runs the packaged script. */
function packagedWorker(): Worker {
  const script = scriptAddress();
  try {
    return new Worker(new URL("./thread.browser.js", import.meta.url), { type: "module" });
  } catch (cause) {
    throw new NotSupportedError(
      `no worker can be made of ${script}: ${(cause as Error).message}; pages start workers from their own origin only: serve dist/thread.browser.js and its chunks from there and give the option worker, such as () => new Worker("/epitome/dist/thread.browser.js", { type: "module" })`,
      { code: "unsupported", cause },
    );
  }
}

/** Where the packaged script is, for messages; a bundle may have no address. */
function scriptAddress(): string {
  return `thread.browser.js beside ${import.meta.url ?? "a script without an address"}`;
}

/**
 * Calls `ended` once the thread that holds `lock` is gone: a Web Worker that
 * ends by itself fires no event. Where the page has no Web Locks, nothing tells.
 */
export function watch(lock: string, ended: () => void): void {
  void globalThis.navigator?.locks?.request(lock, ended).catch(() => {});
}
