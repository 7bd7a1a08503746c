/** The script of a worker thread of Node, Deno or Bun. */
import { parentPort } from "node:worker_threads";
import { serve } from "./workers/thread.js";

const answer = serve((reply) => parentPort?.postMessage(reply));
parentPort?.on("message", (request) => void answer(request));
