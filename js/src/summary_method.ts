/**
 * Who makes a summary: a method that takes sentences of the text, or a model
 * that writes a headline, packaged or the caller's own.
 */
import { DataError, NotSupportedError } from "./errors.js";
import type { Host } from "./host.js";
import { checkModel, liesElsewhere, refuseModelOptions } from "./hub/model_options.js";
import type { CustomModel, WantedModel } from "./loading/model_files.js";
import { bringModel, chooseModel, defaultLanguages, defaultModel, modelNames, placeOf } from "./models.js";
import { describe } from "./options.js";
import { checkSummary, type SummaryOptions, type SummaryTexts } from "./summary_options.js";

const TASK = "summarization";

/**
 * The models whose headlines compete under `"auto"`: one is shown only if the text holds it word
 * for word, as a title or as a sentence cut down by the rules. That of Persian, which learned from
 * three thousand titles, says too often what the text does not.
 */
const COMPETING: readonly string[] = ["headline-zh", "headline-en"];

/** The methods that take sentences. */
export const EXTRACTIVE: readonly string[] = ["extractive", "subset", "textrank", "lead"];

/** Who makes a summary, with the options that the WebAssembly side gets. */
export interface ChosenMethod {
  readonly options: Record<string, string>;
  /** The model that writes; undefined where sentences are taken. */
  readonly model: WantedModel | undefined;
}

/** Who makes the summary that `options` ask for. Loads no file of a model. */
export async function chooseMethod(
  place: string,
  host: Host,
  options: SummaryOptions,
): Promise<ChosenMethod> {
  const given = checkSummary(place, options);
  const { method = "auto", language } = given;
  if (options.model !== undefined) return ownModel(place, given, options);
  refuseModelOptions(place, options);
  if (EXTRACTIVE.includes(method)) return extractive(given);
  if (method === "auto") {
    const name = language === undefined ? undefined : defaultModel(TASK, language);
    const writes = given.type === "headline" && name !== undefined && COMPETING.includes(name);
    const held = writes && (await bringModel(host, name));
    return held ? competing(place, given, name) : extractive(given);
  }
  if (method === "abstractive") {
    checkType(place, given);
    const name = modelOfLanguage(place, language);
    await bringModel(host, name);
    return packagedModel(place, given, name);
  }
  await bringModel(host, method);
  const elsewhere = placeOf(method) !== undefined && !modelNames(undefined).includes(method);
  if (!modelNames(TASK).includes(method) && !elsewhere) {
    throw unsupported(
      `${place}: method: ${describe(method)} is not supported; allowed: ${methodNames().join(", ")}`,
    );
  }
  checkType(place, given);
  return packagedModel(place, given, method);
}

/** The message for what only a model can do, asked of `what`. */
export function needsModel(what: string): NotSupportedError {
  return unsupported(
    `${what} needs a model that writes: create the summarizer with type "headline" and method "abstractive", of a language that has one (${defaultLanguages(TASK).join(", ")}; its models are in the package @epitome/headlines)`,
  );
}

function extractive(given: SummaryTexts): ChosenMethod {
  return { options: given, model: undefined };
}

function written(given: SummaryTexts, model: WantedModel["model"]): ChosenMethod {
  const { type: _type, method: _method, ...options } = given;
  return { options, model: { task: TASK, language: given.language, model } };
}

/**
 * A model that the caller brings. Which types it writes, the WebAssembly side says: a model of the
 * field writes every type.
 */
function ownModel(place: string, given: SummaryTexts, options: SummaryOptions): ChosenMethod {
  const model: unknown = options.model;
  if (model === null || !liesElsewhere(model)) {
    throw new DataError(
      `${place}: model: expected a URL, a path with a slash, { files } or { manifest, files }, got ${describe(model)}; a packaged model is named by method: ${headlineModels().join(", ")}`,
      { code: "invalid-argument" },
    );
  }
  const { method = "auto" } = given;
  if (method !== "auto" && method !== "abstractive") {
    throw unsupported(
      `${place}: method: ${describe(method)} is not supported with the option model; allowed: auto, abstractive`,
    );
  }
  const repository = checkModel(place, options);
  const { options: texts, model: wanted } = written(given, model as URL | CustomModel | string);
  return {
    options: { type: given.type ?? "key-points", ...texts },
    model: wanted && { ...wanted, repository },
  };
}

/** A model at hand, which must read the language. */
function packagedModel(place: string, given: SummaryTexts, name: string): ChosenMethod {
  chooseModel(place, TASK, given.language, name);
  return written(given, name);
}

/** A model at hand whose headlines compete with those that the text holds. */
function competing(place: string, given: SummaryTexts, name: string): ChosenMethod {
  const { options, model } = packagedModel(place, given, name);
  return { options: { ...options, method: "auto" }, model };
}

function modelOfLanguage(place: string, language: string | undefined): string {
  const languages = defaultLanguages(TASK).join(", ");
  if (language === undefined) {
    throw unsupported(
      `${place}: method "abstractive" needs the option language, which says what model writes; allowed: ${languages}`,
    );
  }
  const name = defaultModel(TASK, language);
  if (name !== undefined) return name;
  throw new NotSupportedError(
    `${place}: no model writes the language ${describe(language)}; allowed: ${languages}`,
    { code: "unsupported-language" },
  );
}

/** Models write headlines only. */
function checkType(place: string, { type = "key-points" }: SummaryTexts): void {
  if (type === "headline") return;
  throw unsupported(
    `${place}: type: a model cannot write ${describe(type)}; allowed with method "abstractive" or a model: headline`,
  );
}

/** The models at hand that write; without one those of the languages, which another package has. */
function headlineModels(): string[] {
  const names = modelNames(TASK);
  return names.length > 0 ? names : defaultLanguages(TASK).map((language) => defaultModel(TASK, language) ?? "");
}

function methodNames(): string[] {
  return [...EXTRACTIVE, "abstractive", "auto", ...modelNames(TASK)];
}

function unsupported(message: string): NotSupportedError {
  return new NotSupportedError(message, { code: "unsupported" });
}
