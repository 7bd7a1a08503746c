/** Node, Deno and Bun: files are read from where the package is installed. */
import { Worker } from "node:worker_threads";
import type { WasmPlaces } from "../companions.js";
import { readFile } from "../hosts/read_file.js";

export const wasm: WasmPlaces = {
  simd128: () => ({ read: () => readFile(new URL("./wasm/epitome_bg.wasm", import.meta.url)) }),
  relaxed: () => ({
    read: () => readFile(new URL("./wasm/epitome_relaxed_bg.wasm", import.meta.url)),
  }),
};

/** A worker thread that reads ONNX. */
export const worker: (() => unknown) | undefined = () =>
  new Worker(new URL("./thread.node.js", import.meta.url));
