/**
 * Node, Deno and Bun: the files of the package are read from where it is
 * installed; other downloads are kept in a folder.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Host } from "../host.js";
import { FolderCache } from "../loading/cache_folder.js";
import { readFile } from "./read_file.js";

/** Imports the package `name` as this package finds it, or as the program's folder does. */
async function importPackage(name: string): Promise<boolean> {
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), "index.js")).href]) {
    let place: string;
    try {
      place = createRequire(from).resolve(name);
    } catch {
      continue;
    }
    await import(pathToFileURL(place).href);
    return true;
  }
  return false;
}

export const host: Host = {
  wasm: {
    simd128: () => ({ read: () => readFile(new URL("./wasm/epitome_bg.wasm", import.meta.url)) }),
    relaxed: () => ({
      read: () => readFile(new URL("./wasm/epitome_relaxed_bg.wasm", import.meta.url)),
    }),
  },
  compiles: true,
  readFile,
  pathUrl: (path) => pathToFileURL(path),
  openCache: (place) => new FolderCache(place),
  importPackage,
};
