/**
 * The models in the package: which there are, which one a language gets by
 * default, and how callers bring their own.
 */
import { type Manifest, manifests } from "../models/manifests.js";
import { DataError, NotSupportedError } from "./errors.js";
import type { Host } from "./host.js";
import { checkOptions, checkString, describe } from "./options.js";

/** The default model of each language: the one with the best measured AUC. */
const DEFAULT_MODELS: Readonly<Record<string, string>> = {
  zh: "rouge",
  en: "rouge",
  fa: "rouge",
  de: "rouge",
};

/** What the package says of one of its models. */
export interface ModelInfo {
  /** The name that `create({ model })` takes. */
  name: string;
  version: string;
  /** What the model is for, such as `"matching"`. */
  task: string;
  description: string;
  /** The languages it reads, as BCP 47 primary subtags. */
  languages: string[];
  /** The SPDX expression of its license. */
  license: string;
  /** The size of all its files together. */
  bytes: number;
  /** Its files, each with its SHA-256 in hexadecimal. */
  files: { path: string; bytes: number; sha256: string }[];
  /** How well it did, by the name of the measurement. */
  metrics: Record<string, number>;
}

/** A model that the caller brings. */
export interface CustomModel {
  /** The manifest: the parsed object, or its JSON as text or bytes. */
  manifest: object | string | Uint8Array;
  /** The files that the manifest lists, by their path. */
  files: Record<string, ArrayBuffer | Uint8Array>;
}

/** A model, ready to be handed to the WebAssembly side. */
export interface LoadedModel {
  manifest: Uint8Array;
  files: { path: string; bytes: Uint8Array }[];
  language: string | undefined;
}

/** The packaged models. The answer is the caller's to change. */
export function listModels(): ModelInfo[] {
  return manifests.map((manifest) => ({
    name: manifest.name,
    version: manifest.version,
    task: manifest.task,
    description: manifest.description,
    languages: [...manifest.languages],
    license: manifest.license,
    bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
    files: manifest.files.map((file) => ({ ...file })),
    metrics: { ...manifest.metrics },
  }));
}

/**
 * The packaged model that `language` and `model` ask for, with the language it
 * is to read (absent: the model guesses it from each text).
 */
export function chooseModel(
  place: string,
  language: unknown,
  model: unknown,
): { manifest: Manifest; language: string | undefined } {
  if (language === undefined && model === undefined) {
    throw new DataError(
      `${place}: give a language (${defaultLanguages()}) or a model (${modelNames()})`,
      { code: "invalid-argument" },
    );
  }
  const subtag =
    language === undefined ? undefined : primarySubtag(checkString(`${place}: language`, language));
  const name = model ?? defaultModel(subtag);
  if (name === undefined) {
    throw new NotSupportedError(
      `${place}: no model reads the language ${describe(language)}; allowed: ${defaultLanguages()}`,
      { code: "unsupported-language" },
    );
  }
  const manifest = manifests.find((candidate) => candidate.name === name);
  if (manifest === undefined) {
    throw new NotSupportedError(
      `${place}: unknown model ${describe(name)}; allowed: ${modelNames()}`,
      { code: "unknown-model" },
    );
  }
  if (subtag !== undefined && !manifest.languages.includes(subtag)) {
    throw new NotSupportedError(
      `${place}: the model ${manifest.name} does not read the language ${describe(language)}; allowed: ${manifest.languages.join(", ")}`,
      { code: "unsupported-language" },
    );
  }
  return { manifest, language: subtag };
}

/** The files of the model that `language` and `model` ask for. */
export async function loadModel(
  place: string,
  host: Host,
  language: string | undefined,
  model: string | CustomModel | undefined,
): Promise<LoadedModel> {
  if (typeof model === "object" && model !== null) return customModel(place, language, model);
  const chosen = chooseModel(place, language, model);
  const files = await Promise.all(
    chosen.manifest.files.map(async ({ path }) => ({
      path,
      bytes: await host.loadModelFile(chosen.manifest.name, path),
    })),
  );
  return { manifest: encode(chosen.manifest), files, language: chosen.language };
}

function customModel(
  place: string,
  language: string | undefined,
  model: CustomModel,
): LoadedModel {
  const at = `${place}: model`;
  const { manifest, files } = checkOptions(at, model, ["manifest", "files"]);
  if (manifest === null || !["object", "string"].includes(typeof manifest)) {
    throw new DataError(
      `${at}.manifest: expected an object, JSON text or bytes, got ${describe(manifest)}`,
      { code: "invalid-argument" },
    );
  }
  if (files === null || typeof files !== "object") {
    throw new DataError(`${at}.files: expected { path: bytes }, got ${describe(files)}`, {
      code: "invalid-argument",
    });
  }
  const given = Object.entries(files).map(([path, bytes]) => {
    if (bytes instanceof Uint8Array) return { path, bytes };
    if (bytes instanceof ArrayBuffer) return { path, bytes: new Uint8Array(bytes) };
    throw new DataError(
      `${at}.files[${describe(path)}]: expected an ArrayBuffer or a Uint8Array, got ${describe(bytes)}`,
      { code: "invalid-argument" },
    );
  });
  return { manifest: encode(manifest), files: given, language };
}

function encode(manifest: object | string | Uint8Array): Uint8Array {
  if (manifest instanceof Uint8Array) return manifest;
  const json = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  return new TextEncoder().encode(json);
}

/** "zh-Hans-CN" → "zh". */
function primarySubtag(tag: string): string {
  return (tag.split(/[-_]/u)[0] ?? "").toLowerCase();
}

function modelNames(): string {
  return manifests.map((manifest) => manifest.name).join(", ");
}

function defaultLanguages(): string {
  return Object.keys(DEFAULT_MODELS).join(", ");
}

function defaultModel(subtag: string | undefined): string | undefined {
  return subtag !== undefined && Object.hasOwn(DEFAULT_MODELS, subtag)
    ? DEFAULT_MODELS[subtag]
    : undefined;
}
