/** Downloads kept in the browser's Cache API. */
import type { KeptFiles } from "./cache.js";

/** The name of the cache, unless the caller gives another. */
const DEFAULT_NAME = "epitome";

/** The Cache API takes addresses as keys; this one is never fetched. */
const address = (key: string) => `https://epitome.invalid/${encodeURIComponent(key)}`;

export class CacheStorageCache implements KeptFiles {
  readonly #name: string;

  constructor(name: string = DEFAULT_NAME) {
    this.#name = name;
  }

  async get(key: string): Promise<ArrayBuffer | undefined> {
    const response = await (await caches.open(this.#name)).match(address(key));
    return await response?.arrayBuffer();
  }

  async set(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { "content-type": "application/octet-stream" };
    await (await caches.open(this.#name)).put(address(key), new Response(bytes, { headers }));
  }

  async delete(key: string): Promise<void> {
    await (await caches.open(this.#name)).delete(address(key));
  }

  async clear(): Promise<void> {
    await caches.delete(this.#name);
  }
}
