/**
 * The models at hand, of this package and of the modules that are imported: which there are, where
 * the others are, and which one a language gets by default.
 */
import { catalogue } from "../models/catalogue.js";
import { places } from "../models/places.js";
import { type BroughtManifest, registry } from "./companions.js";
import type { Host } from "./host.js";
import { DataError, NotSupportedError } from "./errors.js";
import { checkString, describe } from "./options.js";
import { primarySubtag } from "./supported_languages.js";

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

/** The larger matcher, of every language (docs/results/judge.md has its figures). */
const LARGE_MATCHER = "judge-multi";

/** The sizes of matchers. */
const SIZES: readonly unknown[] = ["small", "large"];

/** The model that a `size` asks for, where no model is named; undefined: the default of the language. */
export function modelOfSize(place: string, size: unknown, model: unknown): string | undefined {
  if (size === undefined) return undefined;
  if (!SIZES.includes(size)) {
    throw new DataError(`${place}: size: got ${describe(size)}; allowed: "small", "large"`, {
      code: "invalid-argument",
    });
  }
  if (model !== undefined) {
    throw new DataError(`${place}: size and model: give one of them`, { code: "invalid-argument" });
  }
  return size === "large" ? LARGE_MATCHER : undefined;
}

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

/** What is said of a model at hand. */
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

/** The models for `task` at hand. The answer is the caller's to change. */
export function listModels(task: Task): ModelInfo[] {
  return atHand(task).map((manifest) => ({
    name: manifest.name,
    version: manifest.version,
    task,
    description: manifest.description,
    languages: [...manifest.languages],
    license: manifest.license,
    bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
    files: structuredClone(manifest.files) as ModelFile[],
    metrics: { ...manifest.metrics },
  }));
}

/** What the package that holds the model `name` is called; undefined of a name that no package has. */
export function placeOf(name: unknown): string | undefined {
  return typeof name === "string" && Object.hasOwn(places, name) ? places[name] : undefined;
}

/** Whether the model `name` can be loaded; imports the package that holds it, where the host can. */
export async function bringModel(host: Host, name: unknown): Promise<boolean> {
  if (atHand(undefined).some((each) => each.name === name)) return true;
  const place = placeOf(name);
  if (place === undefined || !place.startsWith("@")) return false;
  const found = (await host.importPackage?.(place)) ?? false;
  return found && registry().models.has(name as string);
}

/** The error for a model that another package or another import has. */
function elsewhere(place: string, name: string): NotSupportedError | undefined {
  const holder = placeOf(name);
  if (holder === undefined) return undefined;
  const [own, specifier] = [holder === "epitome", `epitome/models/${name}`];
  return new NotSupportedError(
    own
      ? `${place}: the model ${name} is not imported: add import "${specifier}"`
      : `${place}: the model ${name} is in the package ${holder}: run npm install ${holder}, and add import "${holder}" (in Node, Deno and Bun the import is not needed)`,
    { code: "missing-package" },
  );
}

/**
 * The model at hand for `task` that `language` and `model` ask for, with the
 * language it is to read (absent: the model guesses it from each text). Without
 * a task, `model` may name one for any.
 */
export function chooseModel(
  place: string,
  task: Task | undefined,
  language: unknown,
  model: unknown,
): { manifest: BroughtManifest; language: string | undefined } {
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
  const manifest = atHand(undefined).find((candidate) => candidate.name === name);
  if (manifest === undefined) {
    const missing = typeof name === "string" ? elsewhere(place, name) : undefined;
    throw missing ?? new NotSupportedError(
      `${place}: unknown model ${describe(name)}; allowed: ${names}; or a URL, a path with a slash, { files } or { manifest, files }`,
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

/** What is said of the models for `task` at hand; without a task, of all. */
function atHand(task: Task | undefined): BroughtManifest[] {
  const brought = [...registry().models.values()].map(({ manifest }) => manifest);
  const own = catalogue.filter(({ name }) => !registry().models.has(name));
  return [...own, ...brought]
    .filter((manifest) => task === undefined || manifest.task === task)
    .sort((a, b) => orderOf(a) - orderOf(b));
}

/** Where a model stands among those of all packages; others come last. */
function orderOf({ name }: BroughtManifest): number {
  const at = Object.keys(places).indexOf(name);
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}

/** The names of the models for `task` at hand; without a task, of all. */
export function modelNames(task: Task | undefined): string[] {
  return atHand(task).map(({ name }) => name);
}

/** The languages that have a default model for `task`. */
export function defaultLanguages(task: Task): string[] {
  return Object.keys(DEFAULT_MODELS[task]);
}

/** The languages whose default model for `task` is at hand. */
export function defaultsAtHand(task: Task): string[] {
  const names = modelNames(task);
  return defaultLanguages(task).filter((language) => names.includes(DEFAULT_MODELS[task][language] ?? ""));
}

/** The name of the default model of a language for `task`, which need not be at hand. */
export function defaultModel(task: Task, language: string): string | undefined {
  const defaults = DEFAULT_MODELS[task];
  const subtag = primarySubtag(language);
  return Object.hasOwn(defaults, subtag) ? defaults[subtag] : undefined;
}
