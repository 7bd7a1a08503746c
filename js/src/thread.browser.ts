/** The script of a Web Worker. */
import type { Message } from "./workers/protocol.js";
import { serve } from "./workers/thread.js";

const answer = serve((reply) => globalThis.postMessage(reply));
globalThis.addEventListener("message", (event: MessageEvent<Message>) => void answer(event.data));
