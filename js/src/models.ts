/** The models in the package: which there are, and which one a language gets by default. */
import { type Manifest, manifests } from "../models/manifests.js";
import { DataError, NotSupportedError } from "./errors.js";
import { checkString, describe } from "./options.js";

/**
 * What a model is for: judging pairs, finding where the sections of a layout
 * start, or writing summaries.
 */
export type Task = "matching" | "segmentation" | "summarization";

/** The default model of each language (docs/results/quality.md has its figures). */
const DEFAULT_MODELS: Readonly<Record<Task, Readonly<Record<string, string>>>> = {
  matching: { zh: "fit-zh", en: "fit-en", fa: "fit-fa", de: "fit-de" },
  segmentation: { de: "speech-lines-de" },
  summarization: { zh: "headline-zh", en: "headline-en", fa: "headline-fa" },
};

/** A file of a model. */
export interface ModelFile {
  /** Its path beside the model's `manifest.json`. */
  path: string;
  /** Its size in bytes. */
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  /**
   * What it is stored as, in order, by paths like its own or `../FOLDER/FILE`;
   * absent if it is stored as it is. Models share parts, which are loaded once.
   */
  parts?: { path: string; bytes: number; sha256: string }[];
}

/** What the package says of one of its models. */
export interface ModelInfo {
  /** The name that `create({ model })` takes. */
  name: string;
  /** The version of the model, as in semver. */
  version: string;
  /** What the model is for. */
  task: Task;
  /** What it does and by what, and what it does not see. */
  description: string;
  /** The languages it reads, as BCP 47 primary subtags. */
  languages: string[];
  /** The SPDX expression of its license. */
  license: string;
  /** The size of all its files together, in bytes; 0 for a model that is only parameters. */
  bytes: number;
  /** Its files, each with its size in bytes and its SHA-256 in hexadecimal. */
  files: ModelFile[];
  /** How well it did, by the name of the measurement. */
  metrics: Record<string, number>;
}

/** The packaged models for `task`. The answer is the caller's to change. */
export function listModels(task: Task): ModelInfo[] {
  return packaged(task).map((manifest) => ({
    name: manifest.name,
    version: manifest.version,
    task,
    description: manifest.description,
    languages: [...manifest.languages],
    license: manifest.license,
    bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
    files: structuredClone(manifest.files),
    metrics: { ...manifest.metrics },
  }));
}

/**
 * The packaged model for `task` that `language` and `model` ask for, with the
 * language it is to read (absent: the model guesses it from each text). Without
 * a task, `model` may name one for any.
 */
export function chooseModel(
  place: string,
  task: Task | undefined,
  language: unknown,
  model: unknown,
): { manifest: Manifest; language: string | undefined } {
  const names = modelNames(task).join(", ");
  const languages = task === undefined ? [] : defaultLanguages(task);
  if (language === undefined && model === undefined) {
    const choice = languages.length === 0 ? "" : `a language (${languages.join(", ")}) or `;
    throw new DataError(`${place}: give ${choice}a model (${names})`, { code: "invalid-argument" });
  }
  const tag = language === undefined ? undefined : checkString(`${place}: language`, language);
  const name = model ?? (task && tag !== undefined ? defaultModel(task, tag) : undefined);
  if (name === undefined) {
    throw new NotSupportedError(
      `${place}: no model reads the language ${describe(language)}; allowed: ${languages.join(", ")}`,
      { code: "unsupported-language" },
    );
  }
  const manifest = manifests.find((candidate) => candidate.name === name);
  if (manifest === undefined) {
    throw new NotSupportedError(
      `${place}: unknown model ${describe(name)}; allowed: ${names}, or the address of a manifest.json as a URL, not as a string`,
      { code: "unknown-model" },
    );
  }
  if (task !== undefined && manifest.task !== task) {
    throw new NotSupportedError(
      `${place}: the model ${manifest.name} is for ${manifest.task}, not for ${task}; allowed: ${names}`,
      { code: "unsupported" },
    );
  }
  const subtag = tag === undefined ? undefined : primarySubtag(tag);
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

/** The manifests of the packaged models for `task`; without a task, of all. */
function packaged(task: Task | undefined): Manifest[] {
  return manifests.filter((manifest) => task === undefined || manifest.task === task);
}

/** The names of the packaged models for `task`; without a task, of all. */
export function modelNames(task: Task | undefined): string[] {
  return packaged(task).map(({ name }) => name);
}

/** The languages that have a packaged default model for `task`. */
export function defaultLanguages(task: Task): string[] {
  return Object.keys(DEFAULT_MODELS[task]).filter((tag) => defaultModel(task, tag) !== undefined);
}

/** The name of the packaged default model of a language for `task`. */
export function defaultModel(task: Task, language: string): string | undefined {
  const defaults = DEFAULT_MODELS[task];
  const subtag = primarySubtag(language);
  const name = Object.hasOwn(defaults, subtag) ? defaults[subtag] : undefined;
  return modelNames(task).find((each) => each === name);
}
