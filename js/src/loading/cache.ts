/**
 * Where downloads are kept between visits. Keys hold the SHA-256 of what they
 * name, so an entry never goes stale; whoever reads one checks it again.
 */
import { DataError, OperationError } from "../errors.js";
import type { Host } from "../host.js";
import { describe } from "../options.js";
import { bytesOf, isBytes } from "./bytes.js";

/**
 * A store for downloaded files; a `Map` is one. The methods may answer at once
 * or with a promise. A `get` or `set` that fails never fails a load: the file
 * is then downloaded again the next time.
 */
export interface FileCache {
  /** The bytes under `key`; undefined if there are none. */
  get(
    key: string,
  ): Uint8Array | ArrayBuffer | undefined | Promise<Uint8Array | ArrayBuffer | undefined>;
  /** Keeps `bytes` under `key`. */
  set(key: string, bytes: Uint8Array<ArrayBuffer>): unknown;
  /** Forgets what is under `key`, because it is corrupt. */
  delete(key: string): unknown;
}

/** A store of the host's own, which can be emptied. */
export interface KeptFiles extends FileCache {
  /** Forgets everything that this package keeps in it. */
  clear(): Promise<void>;
}

/**
 * The option `cache`: `true` or absent is the default of the host (the Cache
 * API in browsers, a folder in Node); `false` keeps nothing; a string is the
 * name of the cache in browsers and the folder in Node; or a store of your own.
 */
export type CacheOption = boolean | string | FileCache;

/** The store that the option `cache` asks for. */
export function chooseCache(
  place: string,
  host: Host,
  option: CacheOption | undefined,
): FileCache | undefined {
  if (option === false) return undefined;
  if (option === undefined || option === true) return host.openCache(undefined);
  if (typeof option === "string" && option !== "") return host.openCache(option);
  if (option !== null && typeof option === "object") {
    const methods = ["get", "set", "delete"] as const;
    if (methods.every((name) => typeof option[name] === "function")) return copying(option);
  }
  throw new DataError(
    `${place}: cache: expected true, false, a name, or an object with get, set and delete, got ${describe(option)}`,
    { code: "invalid-argument" },
  );
}

/** The store of a caller, who gets copies: one that changes or transfers them changes no model. */
const copying = (store: FileCache): FileCache => ({
  get: (key) => store.get(key),
  set: (key, bytes) => store.set(key, bytes.slice()),
  delete: (key) => store.delete(key),
});

/** How long a cache may take for one entry, in milliseconds: a store that hangs must hang no load. */
const PATIENCE = 10_000;

/** What `work` gives, within the time that a cache may take. */
async function inTime<T>(work: T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `the cache gave no answer within ${PATIENCE / 1000} seconds`;
    timer = setTimeout(() => reject(new OperationError(message, { code: "cache-timeout" })), PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `cache` holds under `key`; a cache that fails holds nothing. */
export async function readCache(
  cache: FileCache,
  key: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const found = await inTime(cache.get(key));
    // A copy, so that what is checked is what is used.
    return isBytes(found) ? bytesOf(found).slice() : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a corrupt entry; a cache that cannot is left as it is. */
export async function dropFromCache(cache: FileCache, key: string): Promise<void> {
  try {
    await inTime(cache.delete(key));
  } catch {
    // What is read from it next is checked again.
  }
}

/** Keeps `bytes` under `key`; what a cache that fails says goes to `failed`. */
export async function writeCache(
  cache: FileCache,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  failed: (error: unknown) => void,
): Promise<void> {
  try {
    await inTime(cache.set(key, bytes));
  } catch (error) {
    failed(error);
  }
}
