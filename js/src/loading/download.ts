/**
 * Loading by fetch. What goes wrong has one code each: `fetch-failed` (no
 * answer), `not-found` (404, 410), `http-status` (another refusal),
 * `download-incomplete` (it broke off) and `size-mismatch` (too much came).
 */
import { DataError, NetworkError } from "../errors.js";

/** The function that fetches: `globalThis.fetch`, or the caller's. */
export type Fetch = (url: URL, init?: { signal?: AbortSignal }) => Promise<Response>;

/** The answers that mean: there is no such file. */
const NOT_FOUND = [404, 410];

/** The successful response for `url`. */
export async function fetchResponse(
  url: URL,
  fetch: Fetch,
  signal?: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, signal === undefined ? {} : { signal });
  } catch (cause) {
    throw new NetworkError(
      `could not fetch ${url.href}: the network or the server gave no answer`,
      { code: "fetch-failed", cause },
    );
  }
  if (typeof response?.ok !== "boolean") {
    throw new NetworkError(`could not fetch ${url.href}: what came is no Response`, { code: "fetch-failed" });
  }
  if (response.ok) return response;
  await response.body?.cancel().catch(() => {});
  if (NOT_FOUND.includes(response.status)) {
    throw new NetworkError(`there is no file at ${url.href}: HTTP status ${response.status}`, {
      code: "not-found",
    });
  }
  throw new NetworkError(`could not fetch ${url.href}: HTTP status ${response.status}`, {
    code: "http-status",
  });
}

/** The most bytes that a file without a stated size may have: what WebAssembly can address. */
const MOST_BYTES = 0xffff_ffff;

/** All the bytes at `url`, at most `most` of them. */
export async function fetchWhole(
  url: URL,
  fetch: Fetch,
  signal?: AbortSignal,
  most = MOST_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetchResponse(url, fetch, signal);
  const read = new Growing(most);
  try {
    for await (const chunk of chunksOf(response)) {
      if (!read.add(chunk)) {
        throw new DataError(`${url.href} is longer than the ${most} bytes that such a file may have`, {
          code: "size-mismatch",
        });
      }
    }
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    throw new NetworkError(`the download of ${url.href} broke off`, {
      code: "download-incomplete",
      cause,
    });
  }
  return read.bytes();
}

/** The `size` bytes at `url`; `onBytes` is told how many have come so far. */
export async function fetchExactly(
  url: URL,
  size: number,
  fetch: Fetch,
  signal: AbortSignal | undefined,
  onBytes: (count: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetchResponse(url, fetch, signal);
  const read = new Growing(size);
  let broken: unknown;
  try {
    for await (const chunk of chunksOf(response)) {
      if (!read.add(chunk)) {
        throw new DataError(`${url.href} is longer than the ${size} bytes that the manifest says`, {
          code: "size-mismatch",
        });
      }
      onBytes(read.count);
    }
  } catch (error) {
    if (error instanceof DataError) throw error;
    broken = error;
  }
  if (broken !== undefined || read.count < size) {
    throw new NetworkError(
      `the download of ${url.href} broke off after ${read.count} of ${size} bytes`,
      { code: "download-incomplete", cause: broken },
    );
  }
  return read.bytes();
}

/** What is made room for before anything has come, in bytes. */
const FIRST_BYTES = 1 << 20;

/**
 * Bytes that come in chunks. Room is made as they come, so that a manifest that promises gigabytes
 * costs none.
 */
class Growing {
  readonly #most: number;
  #room: Uint8Array<ArrayBuffer>;
  count = 0;

  constructor(most: number) {
    this.#most = most;
    this.#room = new Uint8Array(Math.min(most, FIRST_BYTES));
  }

  /** Takes a chunk; false if it is too much. */
  add(chunk: Uint8Array): boolean {
    if (!(chunk instanceof Uint8Array)) throw new TypeError("the body of the response gives no bytes");
    const after = this.count + chunk.length;
    if (after > this.#most) return false;
    if (after > this.#room.length) {
      const larger = new Uint8Array(Math.min(this.#most, Math.max(after, 2 * this.#room.length)));
      larger.set(this.#room.subarray(0, this.count));
      this.#room = larger;
    }
    this.#room.set(chunk, this.count);
    this.count = after;
    return true;
  }

  /** What has come. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.count === this.#room.length ? this.#room : this.#room.slice(0, this.count);
  }
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void, void> {
  if (response.body === null) {
    yield new Uint8Array(await response.arrayBuffer());
    return;
  }
  const reader = response.body.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    ended = true;
  } finally {
    if (!ended) await reader.cancel().catch(() => {});
  }
}
