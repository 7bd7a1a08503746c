/**
 * A model's manifest and files, from the package or from the caller. The
 * WebAssembly side compares the digest of every file with the manifest.
 */
import { DataError } from "../errors.js";
import type { Host } from "../host.js";
import { chooseModel, type Task } from "../models.js";
import { checkOptions, describe } from "../options.js";
import { fetchWhole } from "./download.js";
import { bytesOf, givenFiles } from "./given_files.js";
import { listFiles } from "./listed_files.js";
import type { Loading } from "./loading.js";
import { loadManifest } from "./manifest_file.js";
import { packagedFile, withRemedy } from "./package_files.js";
import { broughtModel } from "./packaged.js";
import {
  type LoadedFile,
  loadFile,
  type PlannedFile,
  type PlannedPart,
  placed,
  planFiles,
} from "./planned_files.js";
import type { FileSpec } from "./verified.js";
import { fileState, wasmState } from "./wasm_file.js";

/**
 * A model that the caller brings: a manifest that is at hand with its files,
 * or the address of a manifest.
 */
export type CustomModel =
  | {
      /** The manifest: the parsed object, or its JSON as text or bytes. */
      manifest: object | string | Uint8Array;
      /** The files that the manifest lists, or their parts, by their path: bytes, or where to fetch them. */
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

/** A model, ready to be handed to the WebAssembly side. */
export interface LoadedModel {
  readonly manifest: Uint8Array<ArrayBuffer>;
  readonly files: LoadedFile[];
  readonly language: string | undefined;
}

/** What an object says of the model that it holds. */
export interface ModelAbout {
  readonly name: string;
  readonly version: string;
  readonly language: string | undefined;
}

/** What `model` is, by its manifest, which the WebAssembly side has checked. */
export function aboutModel({ manifest, language }: LoadedModel): ModelAbout {
  const { name, version } = JSON.parse(new TextDecoder().decode(manifest)) as ModelAbout;
  return { name, version, language };
}

/** What has to be done to have a model's files. */
interface Plan {
  readonly manifest: Uint8Array<ArrayBuffer>;
  readonly language: string | undefined;
  readonly files: readonly PlannedFile[];
}

/** The files of the model that is wanted. */
export async function loadModel(
  place: string,
  host: Host,
  wanted: WantedModel,
  loading: Loading,
): Promise<LoadedModel> {
  const planning = () => planModel(place, host, wanted, loading);
  const plan = await (typeof wanted.model === "object" ? planning() : withRemedy(loading, planning));
  for (const part of plan.files.flatMap(({ parts }) => parts)) {
    if ("spec" in part) loading.progress.expect(part.spec.bytes);
  }
  const load = () => Promise.all(plan.files.map((file) => loadFile(file, loading)));
  const files = await (typeof wanted.model === "object" ? load() : withRemedy(loading, load));
  return { manifest: plan.manifest, files, language: plan.language };
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
    ...plan.files
      .flatMap(({ parts }) => parts)
      .map((part) => ("spec" in part ? fileState(part.spec, loading) : "available")),
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
  return { ...(await broughtPlan(chosen.manifest.name, host, loading)), language: chosen.language };
}

/** A model of this package, or of another one that is imported. */
async function broughtPlan(
  name: string,
  host: Host,
  loading: Loading,
): Promise<{ manifest: Uint8Array<ArrayBuffer>; files: PlannedFile[] }> {
  const brought = await broughtModel(name);
  if (brought === undefined) {
    throw new DataError(`the model ${name} is listed and not held`, { code: "missing-file" });
  }
  const files = planFiles(name, brought.manifest.files, (part, spec): PlannedPart => {
    const file =
      loading.base === undefined
        ? brought.files[part.path]
        : new URL(`models/${name}/${part.path}.bin`, loading.base);
    if (file instanceof URL) return packagedPart(file, spec, host, loading);
    if (file !== undefined) return { bytes: bytesOf(file) };
    throw new DataError(`${spec.label} is listed and not held`, { code: "missing-file" });
  });
  return { manifest: encode(brought.manifest), files };
}

/** A file of a package, which is checked where it is downloaded. */
function packagedPart(url: URL, spec: FileSpec, host: Host, loading: Loading): PlannedPart {
  if (host.bundled) return { read: () => fetchWhole(url, loading.fetch, loading.signal) };
  const file = packagedFile(url, host);
  return file.url === undefined ? { read: file.read } : { spec, urls: [file.url] };
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
  const list = listFiles(at, bytes);
  const from = files === undefined && manifest instanceof URL ? manifest : files;
  if (from instanceof URL) {
    const resolved = (path: string) => resolve(at, path, from);
    const planned = planFiles(list.name, list.files, ({ path }, spec) =>
      placed(spec, [resolved(path), resolved(`${path}.bin`)], host),
    );
    return { manifest: bytes, language, files: planned };
  }
  if (from === null || typeof from !== "object") {
    throw invalid(`${at}.files: expected { path: bytes or URL }, got ${describe(from)}`);
  }
  return { manifest: bytes, language, files: givenFiles(at, list, from, host) };
}

/** The address of a file beside a manifest, or in a folder. */
function resolve(at: string, path: string, from: URL): URL {
  try {
    return new URL(path, from);
  } catch {
    throw invalid(`${at}: nothing lies beside an address that begins with ${describe(from.protocol)}; give the option files`);
  }
}

function encode(manifest: object | string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (ArrayBuffer.isView(manifest)) return bytesOf(manifest).slice();
  const json = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  return new TextEncoder().encode(json);
}

function invalid(message: string): DataError {
  return new DataError(message, { code: "invalid-argument" });
}
