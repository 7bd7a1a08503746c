/** Node, Deno and Bun: files are read from the installed package. */
import { readFile } from "node:fs/promises";
import { urls } from "../models/urls.js";
import { NetworkError } from "./errors.js";
import { packagedUrl } from "./fetched.js";
import type { Host } from "./host.js";

async function read(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readFile(url);
  } catch (cause) {
    throw new NetworkError(`could not read ${url.href}`, { code: "read-failed", cause });
  }
}

export const nodeHost: Host = {
  loadWasm: () => read(new URL("./wasm/epitome_bg.wasm", import.meta.url)),
  loadModelFile: async (model, path) => read(packagedUrl(urls, model, path)),
};
