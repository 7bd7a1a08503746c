/** The pairs in rows, and the models that a command line names. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DataError } from "../errors.js";
import type { TextPair } from "../index.js";
import { checkPair } from "../pairs.js";

/** The options of the commands that judge. */
export const MATCHER_OPTIONS = {
  model: { type: "string", short: "m" },
  size: { type: "string" },
  language: { type: "string", short: "l" },
  "language-field": { type: "string" },
  workers: { type: "string", short: "w", default: "1" },
  "document-field": { type: "string", default: "document" },
  "summary-field": { type: "string", default: "summary" },
} as const;

/** Those options, parsed. */
export interface MatcherValues {
  model?: string | undefined;
  size?: string | undefined;
  language?: string | undefined;
  "language-field"?: string | undefined;
  workers: string;
  "document-field": string;
  "summary-field": string;
}

/** A packaged model's name as it is; the address or the path of a manifest, or the path of its folder, as the URL of the manifest. */
export function modelOf(model: string): string | URL {
  if (/^(https?|file):/u.test(model)) return new URL(model);
  if (model.endsWith(".json")) return pathToFileURL(model);
  return /[/\\]/u.test(model) ? pathToFileURL(join(model, "/")) : model;
}

/** A pair, with its language where a field has it. */
export interface RowPair extends TextPair {
  readonly language?: string;
}

/** The pair in `fields`, or what is wrong with it. */
export function readPair(
  fields: Record<string, unknown>,
  values: MatcherValues,
): RowPair | { wrong: string } {
  const names = { document: values["document-field"], summary: values["summary-field"] };
  for (const [role, name] of Object.entries(names)) {
    if (!Object.hasOwn(fields, name)) {
      const option = `--${role}-field`;
      return { wrong: `there is no field "${name}": ${fieldsOf(fields)} (${option} names another)` };
    }
    if (typeof fields[name] !== "string") return { wrong: `the field "${name}" is not a string` };
  }
  const pair = {
    document: fields[names.document] as string,
    summary: fields[names.summary] as string,
  };
  const field = values["language-field"];
  const language = field === undefined ? undefined : fields[field];
  if (field !== undefined && typeof language !== "string") {
    return { wrong: `there is no text in the field "${field}" (--language-field names another)` };
  }
  try {
    const checked = checkPair("", pair);
    return typeof language === "string" ? { ...checked, language } : checked;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    const role = error.message.startsWith(".document") ? "document" : "summary";
    return { wrong: `the field "${names[role]}" holds no letter or digit` };
  }
}

/** How many of a row's fields are named where one is missing, and how long a name may be. */
const NAMED = { fields: 8, length: 40 };

/** Which fields a row has instead. */
function fieldsOf(fields: Record<string, unknown>): string {
  const names = Object.keys(fields);
  if (names.length === 0) return "the row is empty";
  const shown = names.slice(0, NAMED.fields).map((name) => JSON.stringify(name.slice(0, NAMED.length)));
  return `the row has ${shown.join(", ")}${names.length > NAMED.fields ? ", …" : ""}`;
}

/** What a run that goes on must have in common with the one before. */
export function settingsOf(command: string, values: MatcherValues): object {
  const { language, model, size } = values;
  return {
    command,
    language,
    ...(values["language-field"] === undefined ? {} : { languages: values["language-field"] }),
    model,
    ...(size === undefined ? {} : { size }),
    document: values["document-field"],
    summary: values["summary-field"],
  };
}
