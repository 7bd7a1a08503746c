/**
 * The worker of the page: answers requests; what is not needed for a verdict loads when asked for.
 */
import { judging } from "./judging.js";

const later = (load, names) =>
  Object.fromEntries(names.map((name) => [name, async (...args) => (await load())[name](...args)]));

const CALLS = {
  ...judging,
  ...later(async () => (await import("./reading.js")).reading, ["page", "sections"]),
  ...later(async () => (await import("./writing.js")).writing, ["summarise", "writers"]),
};

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
