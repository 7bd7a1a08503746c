/** The summarizer that a command line asks for, and the headlines that it is to find. */
import { USUAL_BEAMS } from "../beam_search.js";
import { DataError, NotSupportedError } from "../errors.js";
import { type CandidateOptions, Summarizer, type SummarizerOptions } from "../index.js";
import { EXTRACTIVE } from "../summary_method.js";
import { parseNumber, UsageError } from "./io.js";
import { modelOf } from "./pairs_in_rows.js";

/** The options that say what summaries are like. */
export const SUMMARIZER_OPTIONS = {
  type: { type: "string", short: "t" },
  length: { type: "string" },
  format: { type: "string" },
  language: { type: "string", short: "l" },
  method: { type: "string" },
  model: { type: "string", short: "m" },
  workers: { type: "string", short: "w", default: "1" },
  candidates: { type: "string" },
  beams: { type: "string" },
  "length-penalty": { type: "string" },
} as const;

/** Those options, parsed. */
export type SummarizerValues = { workers: string } & Partial<
  Record<Exclude<keyof typeof SUMMARIZER_OPTIONS, "workers">, string | undefined>
>;

/** The search that is asked for. */
export interface Wanted {
  /** How many candidates; undefined: the summary alone. */
  readonly count: number | undefined;
  readonly search: CandidateOptions;
}

/** What `--candidates`, `--beams` and `--length-penalty` ask for; undefined: nothing. */
export function wantedOf(values: SummarizerValues): Wanted | undefined {
  const { candidates, beams, "length-penalty": penalty } = values;
  if (candidates === undefined && beams === undefined && penalty === undefined) return undefined;
  const count =
    candidates === undefined ? undefined : parseNumber("--candidates", candidates, 1, 32, true);
  const search: CandidateOptions = {};
  if (beams !== undefined) search.beams = parseNumber("--beams", beams, 1, 32, true);
  else if (count !== undefined && count > USUAL_BEAMS) search.beams = count;
  if (penalty !== undefined) {
    search.lengthPenalty = parseNumber("--length-penalty", penalty, 0, 5, false);
  }
  if (count !== undefined && count > (search.beams ?? count)) {
    throw new UsageError(`--candidates: --beams ${search.beams} finds at most so many, not ${count}`);
  }
  const { method = "" } = values;
  if (EXTRACTIVE.includes(method)) {
    throw new UsageError(
      `--candidates, --beams and --length-penalty are for headlines that a model writes; --method ${method} takes sentences of the text`,
    );
  }
  return { count, search };
}

/** The options of the summarizer that are given; a search needs a model that writes. */
export function kindOf(
  values: SummarizerValues,
  wanted: Wanted | undefined,
): Record<string, string> {
  const { type, length, format, language, model } = values;
  const auto = values.method === undefined || values.method === "auto";
  const method = auto && wanted !== undefined ? "abstractive" : values.method;
  const guessed = language === "auto" ? undefined : language;
  const given = { type, length, format, language: guessed, method, model };
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** The summarizer of that kind; more than one worker summarize in threads. */
export async function createSummarizer(
  kind: Record<string, string>,
  workers: number,
): Promise<Summarizer> {
  const { model, ...rest } = kind;
  const own = model === undefined ? {} : { model: modelOf(model) };
  const options = { ...rest, ...own } as SummarizerOptions; // checked by create
  try {
    if (workers === 1) return await Summarizer.create(options);
    const threaded = await import("../worker.js");
    return await threaded.Summarizer.create({ ...options, workers });
  } catch (error) {
    if (error instanceof NotSupportedError || error instanceof DataError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}
