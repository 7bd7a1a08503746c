/** The script of a Web Worker. */
import type { Numbered } from "./workers/protocol.js";
import { serve } from "./workers/thread.js";

const answer = serve((reply) => globalThis.postMessage(reply));
globalThis.addEventListener("message", (event: MessageEvent<Numbered>) => void answer(event.data));
