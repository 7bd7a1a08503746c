/** Loading by fetch: browsers, edge workers, and addresses that callers pass. */
import { NetworkError } from "./errors.js";

/** The response for `url`, or a NetworkError that names it. */
export async function fetchFile(url: URL): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new NetworkError(`could not fetch ${url.href}`, { code: "fetch-failed", cause });
  }
  if (!response.ok) {
    throw new NetworkError(`could not fetch ${url.href}: HTTP status ${response.status}`, {
      code: "http-status",
    });
  }
  return response;
}

/** The bytes at `url`, or a NetworkError that names it. */
export async function fetchBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetchFile(url);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new NetworkError(`the download of ${url.href} broke off`, { code: "fetch-failed", cause });
  }
}

/** The address of a packaged model file among `urls`. */
export function packagedUrl(urls: Record<string, () => URL>, model: string, path: string): URL {
  const url = urls[`${model}/${path}`];
  if (url === undefined) {
    throw new NetworkError(`the package has no file ${path} of the model ${model}`, {
      code: "missing-file",
    });
  }
  return url();
}
