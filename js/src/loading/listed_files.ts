/**
 * The files that a manifest lists, and the parts that they are stored in. The
 * WebAssembly side checks what loading does not need.
 */
import { DataError } from "../errors.js";
import { describe } from "../options.js";

/** Something stored: a file, or a part of one. */
export interface StoredFile {
  /** Where it is, relative to the manifest. */
  readonly path: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** A file of a model. */
export interface ListedFile extends StoredFile {
  /** What it is stored as, in order; absent if it is stored as it is. Models share parts. */
  readonly parts?: readonly StoredFile[];
}

/** The greatest size of a file: what WebAssembly can address. */
const MAX_BYTES = 0xffff_ffff;

/** What a file is stored as: its parts, or itself. */
export function storedAs(file: ListedFile): readonly StoredFile[] {
  return file.parts === undefined || file.parts.length === 0 ? [file] : file.parts;
}

/** The name and the files of the manifest that the caller gave at `at`. */
export function listFiles(at: string, manifest: Uint8Array): { name: string; files: ListedFile[] } {
  let parsed: { name?: unknown; files?: unknown };
  try {
    parsed = JSON.parse(new TextDecoder().decode(manifest));
  } catch (cause) {
    throw new DataError(`${at}.manifest: not JSON: ${(cause as Error).message}`, {
      code: "invalid-manifest",
      cause,
    });
  }
  const files = parsed?.files;
  if (!Array.isArray(files) || !files.every(isListed)) {
    throw new DataError(
      `${at}.manifest: files: expected an array of { path, bytes (0 to ${MAX_BYTES}), sha256 (64 hexadecimal digits) }, each with or without parts, an array of the same`,
      { code: "invalid-manifest" },
    );
  }
  checkPaths(at, files);
  return { name: String(parsed.name), files };
}

function isListed(file: unknown): file is ListedFile {
  if (!isStored(file)) return false;
  const { parts } = file as { parts?: unknown };
  return parts === undefined || (Array.isArray(parts) && parts.every(isStored));
}

/** Throws for a path that leads elsewhere than into the model's folder or, of a part, one beside it. */
function checkPaths(at: string, files: readonly ListedFile[]): void {
  for (const file of files) {
    for (const { path } of [file, ...(file.parts ?? [])]) {
      const below = path === file.path ? path : path.replace(/^\.\.\/(?=[^/]+\/)/u, "");
      const names = below.split("/");
      if (names.every((name) => !["", ".", ".."].includes(name)) && !/[\\:%?#]/u.test(below)) continue;
      throw new DataError(
        `${at}.manifest: files: the path ${describe(path)} must be relative, with forward slashes and without any of \\:%?#, in the model's folder or, of a part, one beside it ("../FOLDER/FILE")`,
        { code: "invalid-manifest" },
      );
    }
  }
}

function isStored(file: unknown): file is StoredFile {
  const { path, bytes, sha256 } = (file ?? {}) as Record<string, unknown>;
  return (
    typeof path === "string" &&
    Number.isInteger(bytes) &&
    (bytes as number) >= 0 &&
    (bytes as number) <= MAX_BYTES &&
    typeof sha256 === "string" &&
    /^[\da-f]{64}$/iu.test(sha256)
  );
}
