/**
 * Counts what models do while they write in the installed package: searches
 * begun and freed, steps of the decoder. In this thread the classes of
 * WebAssembly are watched themselves; in workers, a script does that first.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** Has the classes of `glue` count into `counts`: begun, steps, freed. */
export function watchWriting({ WasmWriter, WasmWriting }, counts) {
  const count = (prototype, method, place) => {
    const real = prototype[method];
    prototype[method] = function (...args) {
      Atomics.add(counts, place, 1);
      return real.apply(this, args);
    };
  };
  count(WasmWriter.prototype, "begin", 0);
  count(WasmWriting.prototype, "step", 1);
  count(WasmWriting.prototype, "free", 2);
}

/**
 * Watches the package in `project`. Gives the counts so far, how many workers
 * were made, and the options with which the classes of each entry are watched.
 */
export async function watchPackage(project) {
  const dist = join(project, "node_modules", "epitome", "dist");
  const url = (path) => JSON.stringify(pathToFileURL(join(dist, path)).href);
  const counts = new Int32Array(new SharedArrayBuffer(12));
  watchWriting(await import(JSON.parse(url("wasm/epitome.js"))), counts);
  const script = join(project, "watched.mjs");
  await writeFile(script, `
    import { workerData } from "node:worker_threads";
    import * as glue from ${url("wasm/epitome.js")};
    import { watchWriting } from ${JSON.stringify(import.meta.url)};
    watchWriting(glue, new Int32Array(workerData));
    await import(${url("thread.node.js")});
  `);
  const found = {
    /** How many searches are not freed; those of a worker that was ended stay so. */
    get open() {
      return Atomics.load(counts, 0) - Atomics.load(counts, 2);
    },
    get steps() {
      return Atomics.load(counts, 1);
    },
    threads: 0,
    options: {
      epitome: {},
      "epitome/worker": {
        worker: () => {
          found.threads += 1;
          return new Worker(script, { workerData: counts.buffer });
        },
      },
    },
  };
  return found;
}
