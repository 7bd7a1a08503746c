/** The pairs in rows, and the models that a command line names. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TextPair } from "../index.js";
import { whyUnread } from "../pairs.js";
import { UsageError } from "./io.js";

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
  if (/^(https?|file):/iu.test(model)) return addressOf(model);
  if (model.endsWith(".json")) return pathToFileURL(model);
  return /[/\\]/u.test(model) ? pathToFileURL(join(model, "/")) : model;
}

/** The address that `text` is. */
export function addressOf(text: string): URL {
  try {
    return new URL(text);
  } catch (cause) {
    const example = "https://models.example/my-model/manifest.json";
    throw new UsageError(`${text} is no address of a model: expected one such as ${example}`, { cause });
  }
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
  for (const role of ["document", "summary"] as const) {
    const name = names[role];
    if (!Object.hasOwn(fields, name)) return missingField(fields, name, `${role}-field`);
    const text = fields[name];
    if (typeof text !== "string") return { wrong: `the field "${name}" is not a string` };
    const why = whyUnread(text, role);
    if (why !== undefined) return { wrong: `the field "${name}" ${why}` };
  }
  const pair = {
    document: fields[names.document] as string,
    summary: fields[names.summary] as string,
  };
  const field = values["language-field"];
  const language = field === undefined ? undefined : fields[field];
  if (field !== undefined && language === undefined) return missingField(fields, field, "language-field");
  if (field !== undefined && typeof language !== "string") return { wrong: `the field "${field}" is not a string` };
  return typeof language === "string" ? { ...pair, language } : pair;
}

/** How many of a row's fields are named where one is missing, and how long a name may be. */
const NAMED = { fields: 8, length: 40 };

/** What is wrong with a row that lacks the field `name`, which `option` names. */
export function missingField(fields: Record<string, unknown>, name: string, option: string): { wrong: string } {
  return { wrong: `there is no field "${name}": ${fieldsOf(fields)} (--${option} names another)` };
}

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
