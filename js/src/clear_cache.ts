/** Emptying the cache of downloads, which otherwise grows with each version of a model. */
import { host } from "./hosts/current.js";
import { DataError } from "./errors.js";
import { describe } from "./options.js";

/**
 * Forgets every download that is kept, in the cache of the host or in that of `name`: the name of
 * a cache in browsers, a folder in Node, Deno and Bun. What is in use stays in use.
 *
 * @throws DataError (`invalid-argument`) if `name` is no string.
 */
export async function clearCache(name?: string): Promise<void> {
  if (name !== undefined && (typeof name !== "string" || name === "")) {
    throw new DataError(`clearCache: expected the name of a cache, got ${describe(name)}`, {
      code: "invalid-argument",
    });
  }
  await host.openCache(name)?.clear();
}
