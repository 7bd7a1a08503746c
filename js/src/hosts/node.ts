/**
 * Node, Deno and Bun: the files of the package are read from where it is
 * installed; other downloads are kept in a folder.
 */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { urls } from "../../models/urls.js";
import { NetworkError } from "../errors.js";
import type { Host } from "../host.js";
import { FolderCache } from "../loading/cache_folder.js";
import { packagedUrl } from "../loading/packaged.js";

async function read(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readFile(url);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw new NetworkError(
      missing ? `there is no file ${url.href}` : `could not read ${url.href}`,
      { code: missing ? "not-found" : "read-failed", cause },
    );
  }
}

export const host: Host = {
  wasm: {
    simd128: () => ({ read: () => read(new URL("./wasm/epitome_bg.wasm", import.meta.url)) }),
    relaxed: () => ({ read: () => read(new URL("./wasm/epitome_relaxed_bg.wasm", import.meta.url)) }),
  },
  holds: () => true,
  modelFile: (model, path) => {
    const url = packagedUrl(urls, model, path);
    return { read: () => read(url) };
  },
  readFile: read,
  pathUrl: (path) => pathToFileURL(path),
  openCache: (place) => new FolderCache(place),
};
