/**
 * Where the files of a repository come from: an address that they lie below,
 * or the caller. What is downloaded is pinned, and the pin is what later loads
 * use, so that a file that changes behind an address does not change a program.
 */
import { DataError } from "../errors.js";
import type { Host } from "../host.js";
import { sha256 } from "../loading/digest.js";
import { fetchWhole } from "../loading/download.js";
import { bytesOf, isBytes } from "../loading/bytes.js";
import type { LoadedFile } from "../loading/planned_files.js";
import type { Loading } from "../loading/loading.js";
import { pin, readPin } from "../loading/pins.js";
import { describe } from "../options.js";

/** Files by their path, as a caller gives them. */
export type GivenFiles = Record<string, ArrayBuffer | Uint8Array | URL>;

/** A repository. */
export interface Source {
  /** What it is called in messages and in the manifest. */
  readonly name: string;
  /** Where it is, for who does not find it there; absent of files that the caller gives. */
  readonly place?: string;
  /** The file at `path`; undefined if there is none. */
  read(path: string): Promise<LoadedFile | undefined>;
  /** The pinned copy of the file at `path`, without asking anybody; absent where nothing is kept. */
  kept?(path: string): Promise<LoadedFile | undefined>;
}

/** The repository below `folder`. */
export function folderSource(folder: URL, digests: Digests, host: Host, loading: Loading): Source {
  const base = new URL(folder);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  const names = base.pathname.split("/").filter((name) => name !== "" && name !== "main" && name !== "resolve");
  return {
    name: decodeURIComponent(names.at(-1) ?? "model"),
    place:
      base.protocol === "file:"
        ? `the folder ${decodeURIComponent(base.pathname)}; a model on a hub is named by the URL of its folder`
        : base.href,
    read: async (path) => {
      const bytes = await orAbsent(readUrl(new URL(path, base), host, loading));
      return bytes && (await checked(path, bytes, digests));
    },
    kept: async (path) => {
      const bytes = await pinned(keyOf(new URL(path, base)), loading);
      return bytes && (await checked(path, bytes, digests));
    },
  };
}

/** The repository that a caller gives file by file. */
export function givenSource(at: string, files: GivenFiles, digests: Digests, host: Host, loading: Loading): Source {
  return {
    name: "model",
    read: async (path) => {
      const file: unknown = files[path];
      if (file === undefined) return undefined;
      if (file instanceof URL) return await checked(path, await readUrl(file, host, loading), digests);
      // A copy, so that what is hashed is what is used.
      if (isBytes(file)) return await checked(path, bytesOf(file).slice(), digests);
      throw new DataError(
        `${at}.files[${describe(path)}]: expected an ArrayBuffer, a Uint8Array or a URL, got ${describe(file)}`,
        { code: "invalid-argument" },
      );
    },
  };
}

/** The SHA-256 that files must have, by their path. */
export type Digests = Readonly<Record<string, string>>;

/** `digests`, which must be an object of hexadecimal digests or absent. */
export function checkDigests(place: string, digests: unknown): Digests {
  if (digests === undefined) return {};
  const entries = digests !== null && typeof digests === "object" ? Object.entries(digests) : undefined;
  if (entries?.every(([, digest]) => typeof digest === "string" && /^[\da-f]{64}$/iu.test(digest))) {
    return digests as Digests;
  }
  throw new DataError(`${place}: digests: expected { path: 64 hexadecimal digits }, got ${describe(digests)}`, {
    code: "invalid-argument",
  });
}

async function checked(path: string, bytes: Uint8Array<ArrayBuffer>, digests: Digests): Promise<LoadedFile> {
  const digest = await sha256(bytes);
  const wanted = Object.hasOwn(digests, path) ? digests[path]?.toLowerCase() : digest;
  if (wanted !== digest) {
    throw new DataError(`${path} has SHA-256 ${digest}; the option digests says ${wanted}`, {
      code: "hash-mismatch",
    });
  }
  return { path, bytes, sha256: digest };
}

async function orAbsent<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if ((error as { code?: unknown }).code === "not-found") return undefined;
    throw error;
  }
}

async function readUrl(url: URL, host: Host, loading: Loading): Promise<Uint8Array<ArrayBuffer>> {
  if (url.protocol === "file:" && host.readFile !== undefined) return await host.readFile(url);
  const key = keyOf(url);
  const kept = await pinned(key, loading);
  if (kept !== undefined) return kept;
  const bytes = await fetchWhole(url, loading.fetch, loading.signal);
  await pin(key, bytes, loading);
  return bytes;
}

/** Under what a cache keeps the file at an address. */
const keyOf = (url: URL): string => `repository-${url.href}`;

/** The pinned copy under `key`. */
async function pinned(key: string, loading: Loading): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await readPin(key, loading);
  return kept === "corrupt" ? undefined : kept;
}
