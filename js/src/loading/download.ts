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

/** All the bytes at `url`, whatever their number. */
export async function fetchWhole(
  url: URL,
  fetch: Fetch,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetchResponse(url, fetch, signal);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new NetworkError(`the download of ${url.href} broke off`, {
      code: "download-incomplete",
      cause,
    });
  }
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
  const bytes = new Uint8Array(size);
  let count = 0;
  let broken: unknown;
  try {
    for await (const chunk of chunksOf(response)) {
      if (count + chunk.length > size) {
        throw new DataError(`${url.href} is longer than the ${size} bytes that the manifest says`, {
          code: "size-mismatch",
        });
      }
      bytes.set(chunk, count);
      count += chunk.length;
      onBytes(count);
    }
  } catch (error) {
    if (error instanceof DataError) throw error;
    broken = error;
  }
  if (broken !== undefined || count < size) {
    throw new NetworkError(
      `the download of ${url.href} broke off after ${count} of ${size} bytes`,
      { code: "download-incomplete", cause: broken },
    );
  }
  return bytes;
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
