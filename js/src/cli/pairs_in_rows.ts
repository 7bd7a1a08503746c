/** The pairs in rows, and the matcher that a command line asks for. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DataError, NotSupportedError } from "../errors.js";
import { Matcher, type MatcherOptions, type TextPair } from "../index.js";
import { checkPair } from "../pairs.js";
import { parseNumber, UsageError } from "./io.js";

/** The options of the commands that judge. */
export const MATCHER_OPTIONS = {
  model: { type: "string" },
  language: { type: "string" },
  workers: { type: "string", default: "1" },
  "document-field": { type: "string", default: "document" },
  "summary-field": { type: "string", default: "summary" },
} as const;

/** Those options, parsed. */
export interface MatcherValues {
  model?: string | undefined;
  language?: string | undefined;
  workers: string;
  "document-field": string;
  "summary-field": string;
}

/** The matcher for `values`; more than one worker judge in threads. */
export async function createMatcher(command: string, values: MatcherValues): Promise<Matcher> {
  const { language, model } = values;
  const workers = parseNumber("--workers", values.workers, 1, 64, true);
  if (language === undefined && model === undefined) {
    throw new UsageError(`${command} needs --language or --model (see: epitome models)`);
  }
  const options = {
    ...(language === undefined ? {} : { language }),
    ...(model === undefined ? {} : { model: modelOf(model) }),
  } as MatcherOptions;
  try {
    if (workers === 1) return await Matcher.create(options);
    const threaded = await import("../worker.js");
    return await threaded.Matcher.create({ ...options, workers });
  } catch (error) {
    if (error instanceof NotSupportedError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** A packaged model's name as it is; the address or the path of a manifest, or the path of its folder, as the URL of the manifest. */
export function modelOf(model: string): string | URL {
  if (/^(https?|file):/u.test(model)) return new URL(model);
  if (model.endsWith(".json")) return pathToFileURL(model);
  return /[/\\]/u.test(model) ? pathToFileURL(join(model, "manifest.json")) : model;
}

/** The pair in `fields`, or what is wrong with it. */
export function readPair(
  fields: Record<string, unknown>,
  values: MatcherValues,
): TextPair | { wrong: string } {
  const names = { document: values["document-field"], summary: values["summary-field"] };
  for (const [role, name] of Object.entries(names)) {
    if (!Object.hasOwn(fields, name)) {
      const option = `--${role}-field`;
      return { wrong: `there is no field "${name}" (${option} names another)` };
    }
    if (typeof fields[name] !== "string") return { wrong: `the field "${name}" is not a string` };
  }
  const pair = {
    document: fields[names.document] as string,
    summary: fields[names.summary] as string,
  };
  try {
    return checkPair("", pair);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    const role = error.message.startsWith(".document") ? "document" : "summary";
    return { wrong: `the field "${names[role]}" holds no letter or digit` };
  }
}

/** What a run that goes on must have in common with the one before. */
export function settingsOf(command: string, values: MatcherValues): object {
  const { language, model } = values;
  return {
    command,
    language,
    model,
    document: values["document-field"],
    summary: values["summary-field"],
  };
}
