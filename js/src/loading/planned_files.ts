/** What has to be done to have the files of a model, each whole or in parts. */
import type { Host } from "../host.js";
import { bytesOfDataUrl } from "./data_url.js";
import { sha256 } from "./digest.js";
import { bytesOf } from "./bytes.js";
import { type ListedFile, type StoredFile, storedAs } from "./listed_files.js";
import type { Loading } from "./loading.js";
import { type FileSpec, loadVerified } from "./verified.js";

/** A file, and the SHA-256 of its bytes in hexadecimal, which is still to be compared. */
export interface LoadedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** A file, and what has to be done to have its parts, in order. */
export interface PlannedFile {
  readonly path: string;
  readonly parts: readonly PlannedPart[];
}

/** A part of a file, or the whole: at hand, read by the host, or downloaded. */
export type PlannedPart =
  | { readonly bytes: Uint8Array }
  | { readonly read: () => Promise<Uint8Array> }
  | { readonly spec: FileSpec; readonly urls: readonly URL[] };

/** What has to be done for each part of the files that a manifest lists. */
export function planFiles(
  model: string,
  files: readonly ListedFile[],
  plan: (part: StoredFile, spec: FileSpec) => PlannedPart,
): PlannedFile[] {
  return files.map((file) => ({
    path: file.path,
    parts: storedAs(file).map((part) => plan(part, specOf(model, part))),
  }));
}

/** What a manifest says of something that the model `model` has stored. */
export function specOf(model: string, { path, bytes, sha256 }: StoredFile): FileSpec {
  return { label: `${path} of ${model}`, bytes, sha256 };
}

/** What has to be done for what lies at the first of `urls` that has it. */
export function placed(spec: FileSpec, urls: URL[], host: Host): PlannedPart {
  const { readFile } = host;
  const [first] = urls;
  if (first?.protocol === "data:") return { read: async () => bytesOfDataUrl(first) };
  if (readFile === undefined || urls.some((url) => url.protocol !== "file:")) return { spec, urls };
  return {
    read: async () => {
      let missing: unknown;
      for (const url of urls) {
        try {
          return await readFile(url);
        } catch (error) {
          if ((error as { code?: unknown }).code !== "not-found") throw error;
          missing ??= error;
        }
      }
      throw missing;
    },
  };
}

/** The bytes of a file, which are those of its parts one after the other. */
export async function loadFile({ path, parts }: PlannedFile, loading: Loading): Promise<LoadedFile> {
  const loaded = await Promise.all(parts.map((part) => loadPart(part, loading)));
  const [only, ...others] = parts;
  const bytes = joined(loaded);
  const known = others.length === 0 && only !== undefined && "spec" in only;
  return { path, bytes, sha256: known ? only.spec.sha256.toLowerCase() : await sha256(bytes) };
}

async function loadPart(part: PlannedPart, loading: Loading): Promise<Uint8Array> {
  if ("spec" in part) return await loadVerified(part.spec, part.urls, loading);
  // A copy, so that what is hashed is what is used.
  return bytesOf("bytes" in part ? part.bytes.slice() : await part.read());
}

/** The bytes of parts, one after the other. */
function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only as Uint8Array<ArrayBuffer>;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
