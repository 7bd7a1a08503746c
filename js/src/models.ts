/** The models in the package: which there are, and which one a language gets by default. */
import { type Manifest, manifests } from "../models/manifests.js";
import { DataError, NotSupportedError } from "./errors.js";
import { checkString, describe } from "./options.js";

/** The default model of each language (docs/results/quality.md has its figures). */
const DEFAULT_MODELS: Readonly<Record<string, string>> = {
  zh: "fit-zh",
  en: "fit-en",
  fa: "fit-fa",
  de: "fit-de",
};

/** What a model is for: judging pairs, or finding where the sections of a layout start. */
export type Task = "matching" | "segmentation";

/** What the package says of one of its models. */
export interface ModelInfo {
  /** The name that `create({ model })` takes. */
  name: string;
  /** The version of the model, as in semver. */
  version: string;
  /** What the model is for. */
  task: Task;
  /** What it judges by, and what it does not see. */
  description: string;
  /** The languages it reads, as BCP 47 primary subtags. */
  languages: string[];
  /** The SPDX expression of its license. */
  license: string;
  /** The size of all its files together, in bytes; 0 for a model that is only parameters. */
  bytes: number;
  /** Its files, each with its size in bytes and its SHA-256 in hexadecimal. */
  files: { path: string; bytes: number; sha256: string }[];
  /** How well it did, by the name of the measurement. */
  metrics: Record<string, number>;
}

/** The packaged models for `task`. The answer is the caller's to change. */
export function listModels(task: Task): ModelInfo[] {
  return manifests.filter((manifest) => manifest.task === task).map((manifest) => ({
    name: manifest.name,
    version: manifest.version,
    task,
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
