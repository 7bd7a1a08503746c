/** The page's side of the worker that keeps a table. */
const waiting = new Map();
let worker;
let last = 0;

function hear({ data: { id, part, result, error } }) {
  const asked = waiting.get(id);
  if (asked === undefined) return;
  if (part !== undefined) {
    asked.onPart?.(part);
    return;
  }
  waiting.delete(id);
  if (error === undefined) asked.resolve(result);
  else asked.reject(Object.assign(new Error(error.message), { name: error.name }));
}

/** Asks the worker, which starts with the first call. */
export function askTable(call, args, onPart) {
  if (worker === undefined) {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", hear);
    worker.addEventListener("error", ({ message }) => {
      for (const { reject } of waiting.values())
        reject(new Error(message || "the worker has ended"));
      waiting.clear();
    });
  }
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, onPart });
    worker.postMessage({ id, call, args });
  });
}
