/**
 * The page's side of the worker that judges and writes: starts it, asks it, and hears how far its
 * loads have come. A request that is aborted ends in the worker between two of its steps.
 */

/** Tells `load` events whose `detail` is `{ what, loaded }`, `loaded` from 0 to 1. */
export const loads = new EventTarget();

const waiting = new Map(); // id of a request → { resolve, reject, onPart }
let worker;
let last = 0;

/** Starts the worker; the first request does so too. */
export function startEngine() {
  if (worker !== undefined) return worker;
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", hear);
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    fail(new Error(event.message || "the worker could not be started"));
  });
  return worker;
}

function hear({ data: { id, part, result, error, load } }) {
  if (load !== undefined) {
    loads.dispatchEvent(new CustomEvent("load", { detail: load }));
    return;
  }
  const asked = waiting.get(id);
  if (asked === undefined) return;
  if (part !== undefined) {
    asked.onPart?.(part);
    return;
  }
  waiting.delete(id);
  if (error === undefined) asked.resolve(result);
  else
    asked.reject(Object.assign(new Error(error.message), { name: error.name, code: error.code }));
}

/** Rejects what is pending; the next request starts another worker. */
function fail(error) {
  worker?.terminate();
  worker = undefined;
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

/** Asks the worker for `call`; rejects with the reason of `signal`. */
export function ask(call, args, { signal, onPart, transfer = [] } = {}) {
  if (signal?.aborted) return Promise.reject(signal.reason);
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, onPart });
    startEngine().postMessage({ id, call, args }, transfer);
    signal?.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      worker?.postMessage({ id, abort: true });
      reject(signal.reason);
    });
  });
}
