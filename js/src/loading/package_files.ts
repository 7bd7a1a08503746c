/** The files of packages, and what to do where they are missing. */
import { NetworkError } from "../errors.js";
import type { Host, PackagedFile } from "../host.js";
import { bytesOfDataUrl } from "./data_url.js";
import type { Loading } from "./loading.js";

/** A file of a package, as `host` gets it. */
export function packagedFile(url: URL, host: Host): PackagedFile<Uint8Array<ArrayBuffer>> {
  if (url.protocol === "data:") return { read: async () => bytesOfDataUrl(url) };
  const { readFile } = host;
  if (url.protocol !== "file:" || readFile === undefined) return { url };
  return { read: () => readFile(url) };
}

/** What to do where the files of the package are not where its modules look for them. */
const REMEDY =
  "the files of the package epitome are not beside its modules: keep the package out of the bundle " +
  "(mark it external), or serve a copy of its folder and give its address as the option base";

/** What `load` gives; a file of the package that is missing is an error that says what to do. */
export async function withRemedy<T>(loading: Loading, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Bundlers that leave `new URL` as it is make addresses of nothing, or none at all.
    const missing = error instanceof NetworkError && error.code === "not-found";
    const placeless = error instanceof TypeError && /URL/u.test(error.message);
    if (loading.base !== undefined || !(missing || placeless)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new NetworkError(`${message}; ${REMEDY}`, { code: "not-found", cause: error });
  }
}
