/** The worker of the page: answers requests, one object of functions each. */
import { judging } from "./judging.js";
import { reading } from "./reading.js";
import { writing } from "./writing.js";

const CALLS = { ...judging, ...reading, ...writing };

const running = new Map(); // id of a request → its AbortController

addEventListener("message", async ({ data: { id, call, args, abort } }) => {
  if (abort) {
    running.get(id)?.abort();
    return;
  }
  const mine = new AbortController();
  running.set(id, mine);
  try {
    const tell = (part) => postMessage({ id, part });
    postMessage({ id, result: (await CALLS[call](args, { signal: mine.signal, tell })) ?? null });
  } catch (error) {
    const { name = "Error", message = String(error), code } = error ?? {};
    postMessage({ id, error: { name, message, code } });
  } finally {
    running.delete(id);
  }
});
