/** worker_threads of Node, Deno and Bun. */
import { Worker } from "node:worker_threads";
import type { Spawn } from "../workers/spawn.js";

/** There always are. */
export function checkThreads(): void {}

export const spawn: Spawn = (listener, make) => {
  const worker = (make?.() ?? new Worker(new URL("./thread.node.js", import.meta.url))) as Worker;
  worker.on("message", (data) => listener.message(data));
  worker.on("messageerror", (error) => listener.died("posted what cannot be read", error));
  worker.on("error", (error) => listener.died(`failed: ${error.message}`, error));
  worker.on("exit", (code) => listener.died(`ended with exit code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    keepAlive: (on) => (on ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
};

/** The event `exit` tells of a thread's end. */
export function watch(): void {}
