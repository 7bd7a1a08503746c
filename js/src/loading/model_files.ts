/**
 * A model's manifest and files, from the package or from the caller. The
 * WebAssembly side compares the digest of every file with the manifest.
 */
import { DataError } from "../errors.js";
import type { Host } from "../host.js";
import { chooseModel, type Task } from "../models.js";
import { checkOptions, describe } from "../options.js";
import { sha256 } from "./digest.js";
import type { Loading } from "./loading.js";
import { loadManifest } from "./manifest_file.js";
import { type FileSpec, loadVerified } from "./verified.js";
import { fileState, wasmState } from "./wasm_file.js";

/**
 * A model that the caller brings: a manifest that is at hand with its files,
 * or the address of a manifest.
 */
export type CustomModel =
  | {
      /** The manifest: the parsed object, or its JSON as text or bytes. */
      manifest: object | string | Uint8Array;
      /** The files that the manifest lists, by their path: bytes, or where to fetch them. */
      files: Record<string, ArrayBuffer | Uint8Array | URL>;
    }
  | {
      /** Where the manifest is. */
      manifest: URL;
      /**
       * The files by their path, or the folder they are in (with a final "/").
       * Default: the folder of the manifest, where a file may also carry the
       * suffix `.bin`, as in this package.
       */
      files?: Record<string, ArrayBuffer | Uint8Array | URL> | URL;
    };

/** Which model a call asks for. */
export interface WantedModel {
  /** What it is for; undefined where that does not matter. */
  readonly task: Task | undefined;
  /** The language that it is to read, as a BCP 47 tag. */
  readonly language: string | undefined;
  /** The name of a packaged model, where another one lies, or one at hand; undefined for the default. */
  readonly model: string | URL | CustomModel | undefined;
}

/** A file, and the SHA-256 of its bytes in hexadecimal, which is still to be compared. */
export interface LoadedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** A model, ready to be handed to the WebAssembly side. */
export interface LoadedModel {
  readonly manifest: Uint8Array<ArrayBuffer>;
  readonly files: LoadedFile[];
  readonly language: string | undefined;
}

/** What has to be done to have a model's files. */
interface Plan {
  readonly manifest: Uint8Array<ArrayBuffer>;
  readonly language: string | undefined;
  readonly files: readonly PlannedFile[];
}

/** A file: at hand, read by the host, or downloaded. */
type PlannedFile = { readonly path: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly read: () => Promise<Uint8Array> }
  | { readonly spec: FileSpec; readonly urls: readonly URL[] }
);

/** The files of the model that is wanted. */
export async function loadModel(
  place: string,
  host: Host,
  wanted: WantedModel,
  loading: Loading,
): Promise<LoadedModel> {
  const plan = await planModel(place, host, wanted, loading);
  for (const file of plan.files) {
    if ("spec" in file) loading.progress.expect(file.spec.bytes);
  }
  const files = await Promise.all(plan.files.map((file) => loadFile(file, loading)));
  return { manifest: plan.manifest, files, language: plan.language };
}

async function loadFile(file: PlannedFile, loading: Loading): Promise<LoadedFile> {
  const { path } = file;
  if ("spec" in file) {
    const bytes = await loadVerified(file.spec, file.urls, loading);
    return { path, bytes, sha256: file.spec.sha256.toLowerCase() };
  }
  // A copy, so that what is hashed is what is used.
  const bytes = "bytes" in file ? file.bytes.slice() : await file.read();
  return { path, bytes, sha256: await sha256(bytes as Uint8Array<ArrayBuffer>) };
}

/** Whether `create` would have to download anything. */
export async function modelState(
  place: string,
  host: Host,
  wanted: WantedModel,
  loading: Loading,
  wasmRuns: boolean,
): Promise<"available" | "downloadable" | "downloading"> {
  const { model } = wanted;
  const elsewhere = model instanceof URL || (typeof model === "object" && model.manifest instanceof URL);
  if (elsewhere) return "downloadable"; // the manifest itself is asked for each time
  const plan = await planModel(place, host, wanted, loading);
  const states = await Promise.all([
    wasmRuns ? "available" : wasmState(host, loading),
    ...plan.files.map((file) => ("spec" in file ? fileState(file.spec, loading) : "available")),
  ]);
  if (states.includes("downloading")) return "downloading";
  return states.includes("downloadable") ? "downloadable" : "available";
}

async function planModel(
  place: string,
  host: Host,
  { task, language, model }: WantedModel,
  loading: Loading,
): Promise<Plan> {
  if (model instanceof URL) return await customPlan(place, host, language, { manifest: model }, loading);
  if (typeof model === "object" && model !== null) {
    return await customPlan(place, host, language, model, loading);
  }
  const chosen = chooseModel(place, task, language, model);
  const { name } = chosen.manifest;
  const files = chosen.manifest.files.map(({ path, bytes, sha256 }): PlannedFile => {
    const file = host.modelFile(name, path);
    if (file.url === undefined) return { path, read: file.read };
    return { path, spec: { label: `${path} of ${name}`, bytes, sha256 }, urls: [file.url] };
  });
  return { manifest: encode(chosen.manifest), files, language: chosen.language };
}

async function customPlan(
  place: string,
  host: Host,
  language: string | undefined,
  model: CustomModel,
  loading: Loading,
): Promise<Plan> {
  const at = `${place}: model`;
  const { manifest, files } = checkOptions(at, model, ["manifest", "files"]);
  if (manifest === null || !["object", "string"].includes(typeof manifest)) {
    throw invalid(`${at}.manifest: expected an object, JSON text, bytes or a URL, got ${describe(manifest)}`);
  }
  const bytes = manifest instanceof URL ? await loadManifest(manifest, host, loading) : encode(manifest);
  if (files === undefined && manifest instanceof URL) {
    return { manifest: bytes, language, files: listed(at, bytes, manifest, host) };
  }
  if (files instanceof URL) return { manifest: bytes, language, files: listed(at, bytes, files, host) };
  if (files === null || typeof files !== "object") {
    throw invalid(`${at}.files: expected { path: bytes or URL }, got ${describe(files)}`);
  }
  const specs = new Map(listed(at, bytes, undefined, host).map((file) => [file.path, file]));
  const planned = Object.entries(files).map(([path, file]): PlannedFile => {
    if (file instanceof Uint8Array) return { path, bytes: file };
    if (file instanceof ArrayBuffer) return { path, bytes: new Uint8Array(file) };
    if (!(file instanceof URL)) {
      throw invalid(
        `${at}.files[${describe(path)}]: expected an ArrayBuffer, a Uint8Array or a URL, got ${describe(file)}`,
      );
    }
    const known = specs.get(path);
    if (known === undefined || !("spec" in known)) {
      throw new DataError(`${at}.files: the manifest does not list ${describe(path)}`, {
        code: "unlisted-file",
      });
    }
    return placed(path, known.spec, [file], host);
  });
  return { manifest: bytes, language, files: planned };
}

/** The files that a manifest lists, in the folder of `base`. */
function listed(
  at: string,
  manifest: Uint8Array,
  base: URL | undefined,
  host: Host,
): PlannedFile[] {
  const { name, files } = parse(at, manifest);
  return files.map(({ path, bytes, sha256 }) => {
    const spec = { label: `${path} of ${name}`, bytes, sha256 };
    if (base === undefined) return { path, spec, urls: [] };
    return placed(path, spec, [new URL(path, base), new URL(`${path}.bin`, base)], host);
  });
}

function placed(path: string, spec: FileSpec, urls: URL[], host: Host): PlannedFile {
  const { readFile } = host;
  if (readFile === undefined || urls.some((url) => url.protocol !== "file:")) {
    return { path, spec, urls };
  }
  return {
    path,
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

/** The greatest size of a file: what WebAssembly can address. */
const MAX_BYTES = 0xffff_ffff;

/** The fields of a manifest that loading needs; the rest is for the WebAssembly side. */
function parse(
  at: string,
  manifest: Uint8Array,
): { name: string; files: { path: string; bytes: number; sha256: string }[] } {
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
  const isFile = (file: unknown) => {
    const { path, bytes, sha256 } = (file ?? {}) as Record<string, unknown>;
    return (
      typeof path === "string" &&
      Number.isInteger(bytes) &&
      (bytes as number) >= 0 &&
      (bytes as number) <= MAX_BYTES &&
      typeof sha256 === "string" &&
      /^[\da-f]{64}$/iu.test(sha256)
    );
  };
  if (!Array.isArray(files) || !files.every(isFile)) {
    throw new DataError(
      `${at}.manifest: files: expected an array of { path, bytes (0 to ${MAX_BYTES}), sha256 (64 hexadecimal digits) }`,
      { code: "invalid-manifest" },
    );
  }
  return { name: String(parsed.name), files };
}

function encode(manifest: object | string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (manifest instanceof Uint8Array) return new Uint8Array(manifest);
  const json = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  return new TextEncoder().encode(json);
}

function invalid(message: string): DataError {
  return new DataError(message, { code: "invalid-argument" });
}
