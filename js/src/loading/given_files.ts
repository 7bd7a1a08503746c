/** The files of a model that the caller gives one by one. */
import { DataError } from "../errors.js";
import type { Host } from "../host.js";
import { describe } from "../options.js";
import { bytesOf, isBytes } from "./bytes.js";
import { type ListedFile, type StoredFile, storedAs } from "./listed_files.js";
import { type PlannedFile, type PlannedPart, placed, specOf } from "./planned_files.js";

/** The files that the caller gives by their path, whole or in all their parts. */
export function givenFiles(
  at: string,
  { name, files }: { name: string; files: readonly ListedFile[] },
  given: Record<string, unknown>,
  host: Host,
): PlannedFile[] {
  const plan = (stored: StoredFile | undefined, path: string): PlannedPart => {
    const file = given[path];
    if (isBytes(file)) return { bytes: bytesOf(file) };
    if (!(file instanceof URL)) {
      throw new DataError(
        `${at}.files[${describe(path)}]: expected an ArrayBuffer, a Uint8Array or a URL, got ${describe(file)}`,
        { code: "invalid-argument" },
      );
    }
    if (stored === undefined) {
      throw new DataError(`${at}.files: the manifest does not list ${describe(path)}`, {
        code: "unlisted-file",
      });
    }
    return placed(specOf(name, stored), [file], host);
  };
  const paths = new Set(Object.keys(given));
  const planned: PlannedFile[] = [];
  for (const file of files) {
    const stored = paths.has(file.path) ? [file] : storedAs(file);
    if (!stored.some(({ path }) => paths.has(path))) continue; // the WebAssembly side says what is missing
    const missing = stored.find(({ path }) => !paths.has(path));
    if (missing !== undefined) {
      throw new DataError(
        `${at}.files: ${describe(missing.path)}, a part of ${describe(file.path)}, was not given`,
        { code: "missing-file" },
      );
    }
    planned.push({ path: file.path, parts: stored.map((part) => plan(part, part.path)) });
  }
  const known = new Set(files.flatMap((file) => [file, ...storedAs(file)].map(({ path }) => path)));
  const others = [...paths].filter((path) => !known.has(path));
  return [...planned, ...others.map((path) => ({ path, parts: [plan(undefined, path)] }))];
}
