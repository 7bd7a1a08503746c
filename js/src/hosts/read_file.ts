/** Files of Node, Deno and Bun. */
import { readFile as read } from "node:fs/promises";
import { NetworkError } from "../errors.js";

/** The bytes at a `file:` address. */
export async function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await read(url);
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    throw new NetworkError(
      missing ? `there is no file ${url.href}` : `could not read ${url.href}`,
      { code: missing ? "not-found" : "read-failed", cause },
    );
  }
}
