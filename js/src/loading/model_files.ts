/**
 * A model's manifest and files, from the package or from the caller. The
 * WebAssembly side compares the digest of every file with the manifest.
 */
import { DataError } from "../errors.js";
import type { Host } from "../host.js";
import { chooseModel, type Task } from "../models.js";
import { checkOptions, describe } from "../options.js";
import { loadRepository, type RepositoryOptions } from "../hub/repository.js";
import { type Digests, folderSource, givenSource, type Source } from "../hub/source.js";
import { fetchWhole } from "./download.js";
import { bytesOf } from "./bytes.js";
import { givenFiles } from "./given_files.js";
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
 * the address of a manifest, or the files of a repository of the field by
 * their path (`config.json`, `tokenizer.json`, `onnx/model.onnx` …).
 */
export type CustomModel =
  | {
      manifest?: undefined;
      /** The files of the repository: bytes, or where to fetch them. */
      files: Record<string, ArrayBuffer | Uint8Array | URL>;
    }
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
  /** What the caller says of a model of the field. */
  readonly repository?: RepositoryOptions & { readonly digests: Digests };
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
  const source = await repositorySource(place, host, wanted, loading);
  if (source !== undefined) {
    return await loadRepository(`${place}: model`, source, wanted.repository ?? AS_IT_LIES, wanted.language, loading);
  }
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
  const given = typeof model === "object" && !(model instanceof URL);
  const elsewhere = !given && addressOf(host, model) !== undefined;
  // The manifest itself is asked for each time.
  if (elsewhere || (given && model.manifest instanceof URL)) return "downloadable";
  if (given && model.manifest === undefined) return "available";
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

/** A repository of the field without a word from the caller. */
const AS_IT_LIES = { dtype: "auto", head: undefined, labels: undefined, digests: {} } as const;

/** The repository that is wanted; undefined where a packaged model is, or one with a manifest. */
async function repositorySource(
  place: string,
  host: Host,
  { model, repository }: WantedModel,
  loading: Loading,
): Promise<Source | undefined> {
  const digests = repository?.digests ?? {};
  if (typeof model === "object" && model !== null && !(model instanceof URL)) {
    if (model.manifest !== undefined || model.files === undefined) return undefined;
    if (model.files === null || typeof model.files !== "object" || model.files instanceof URL) return undefined;
    return givenSource(`${place}: model`, model.files, digests, host, loading);
  }
  const address = addressOf(host, model);
  if (address === undefined || address.pathname.endsWith(".json")) return undefined;
  if (!/^(https?|file):$/u.test(address.protocol)) return undefined; // nothing lies below it
  const source = folderSource(address, digests, host, loading);
  return (await source.read("manifest.json")) === undefined ? source : undefined;
}

/** Where a model lies: a URL as it is, a string with a slash as an address or a path; else undefined. */
function addressOf(host: Host, model: unknown): URL | undefined {
  if (model instanceof URL) return model;
  if (typeof model !== "string" || !/[/\\]/u.test(model)) return undefined;
  if (/^[a-z][a-z\d+.-]+:\/\//iu.test(model)) return new URL(model);
  if (host.pathUrl !== undefined) return host.pathUrl(model);
  const page = (globalThis as { location?: { href: string } }).location;
  return page === undefined ? undefined : new URL(model, page.href);
}

/** The manifest at an address, or in the folder there. */
function manifestAt(address: URL): URL {
  if (address.pathname.endsWith(".json") || !/^(https?|file):$/u.test(address.protocol)) return address;
  const folder = new URL(address);
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  return new URL("manifest.json", folder);
}

async function planModel(
  place: string,
  host: Host,
  { task, language, model }: WantedModel,
  loading: Loading,
): Promise<Plan> {
  const address = addressOf(host, model);
  if (address !== undefined) {
    return await customPlan(place, host, language, { manifest: manifestAt(address) }, loading);
  }
  if (typeof model === "object" && model !== null && !(model instanceof URL)) {
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
  if (manifest === undefined || manifest === null || !["object", "string"].includes(typeof manifest)) {
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
