/** Whether the names and numbers of a summary are those of its document (Nan et al. 2021). */
import { startedEngine } from "./current.js";
import { DataError } from "./errors.js";
import { checkOptions, checkString, describe } from "./options.js";
import { checkGuessed } from "./supported_languages.js";

/** Entities that the caller has found, each as it stands in its text. */
export interface GivenEntities {
  /** Those of the summary. */
  summary?: readonly string[];
  /** Those of the document. */
  document?: readonly string[];
  /** Those of the reference. */
  reference?: readonly string[];
}

/** The options of `entityFactuality`. */
export interface EntityOptions {
  /** The language of the texts, as a BCP 47 tag: zh, en, fa or de. Default, and `"auto"`: guessed from the document. */
  language?: string;
  /** A summary written by people, for the measures of the target. */
  reference?: string;
  /**
   * Entities that the caller has found. Those of a text without a list are
   * found by rules, which see numbers well and names in part: capitalised
   * names in English and German, words in Latin letters in Chinese and
   * Persian, and what stands in quotation marks.
   */
  entities?: GivenEntities;
}

/** An entity of a summary and where it was found. */
export interface CheckedEntity {
  /** The entity as it stands in the summary. */
  text: string;
  /** What it is; `null` if the caller gave it. */
  kind: "number" | "name" | "quoted" | null;
  /** Where it first stands in the summary, in UTF-16 units; `null` if the caller gave it. */
  summarySpan: { start: number; end: number } | null;
  /** Whether the document holds it. */
  inDocument: boolean;
  /** Whether the reference holds it; `null` without a reference. */
  inReference: boolean | null;
}

/** How far the entities of a summary are those of its document and reference. */
export interface EntityFactuality {
  /** Share of the summary's entities that the document holds; `null` if the summary has none. */
  precisionSource: number | null;
  /** Share of the summary's entities that the reference holds; `null` without one, or without entities. */
  precisionTarget: number | null;
  /** Share of the reference's entities that the summary holds; `null` without one, or without entities. */
  recallTarget: number | null;
  /** The harmonic mean of both; `null` without a reference, or if neither side has entities. */
  f1Target: number | null;
  /** The distinct entities of the summary, in their order; parts (`3 , 000`) of different numbers are distinct. */
  entities: CheckedEntity[];
}

const SIDES = ["summary", "document", "reference"] as const;

/** Compares the entities of `summary` with those of `document` and of a reference. */
export async function entityFactuality(
  document: string,
  summary: string,
  options?: EntityOptions,
): Promise<EntityFactuality> {
  const place = "entityFactuality";
  checkString(`${place}: document`, document);
  checkString(`${place}: summary`, summary);
  const { language: tag, ...checked } = checkOptions(place, options, ["language", "reference", "entities"]);
  const language = checkGuessed(`${place}: language`, tag);
  if (checked.reference !== undefined) checkString(`${place}: reference`, checked.reference);
  const given = checkOptions(`${place}: entities`, checked.entities, SIDES);
  for (const side of SIDES) {
    if (given[side] !== undefined) checkStrings(`${place}: entities.${side}`, given[side]);
  }
  const engine = await startedEngine(place);
  return engine.run((wasm) =>
    wasm.entityFactuality(document, summary, { ...checked, language, entities: given }),
  ) as EntityFactuality;
}

function checkStrings(place: string, value: unknown): void {
  if (!Array.isArray(value)) {
    throw new DataError(`${place}: expected an array of strings, got ${describe(value)}`, {
      code: "invalid-argument",
    });
  }
  value.forEach((item, index) => checkString(`${place}[${index}]`, item));
}
