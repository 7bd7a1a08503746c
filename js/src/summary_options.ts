/** What a summary should be like: the options, and what each may be. */
import { DataError, NotSupportedError } from "./errors.js";
import { MODEL_KEYS, type ModelOptions } from "./hub/model_options.js";
import type { CustomModel } from "./loading/model_files.js";
import type { Language } from "./matcher_options.js";
import type { ModelInfo } from "./models.js";
import { checkString, describe } from "./options.js";
import { checkGuessed, checkLanguage } from "./supported_languages.js";

/** The name of a packaged model that writes headlines, such as `"headline-en"`. */
export type HeadlineModel = `headline-${string}`;

/** What the package says of a model that writes. */
export interface SummaryModelInfo extends ModelInfo {
  /** The name that `Summarizer.create({ method })` takes. */
  name: HeadlineModel;
}

/** The form and the language of a summary. */
export interface SummaryForm {
  /** How much of it. Default: `"short"`. */
  length?: "short" | "medium" | "long";
  /**
   * Whether the summary is Markdown, key points as a list and characters with a meaning escaped, or
   * plain lines. Default: `"markdown"` of key points, `"plain-text"` of the other types.
   */
  format?: "plain-text" | "markdown";
  /** The language of the texts, as a BCP 47 tag: zh, en, fa or de. Default, and `"auto"`: guessed from each text. */
  language?: Language | "auto";
  /** The languages of the texts, as the browser's Summarizer has them: with one, `language` is that. */
  expectedInputLanguages?: readonly string[];
  /** The languages of contexts, as the browser's Summarizer has them. */
  expectedContextLanguages?: readonly string[];
  /** The language of the summaries, which must be that of the texts: nothing is translated. */
  outputLanguage?: string;
  /** What all summaries are for: see `SummarizeOptions.context`. */
  sharedContext?: string;
}

/** The kind of a summary, and how it is made. */
export type SummaryMethod =
  | {
      /** The kind of summary. Default: `"key-points"`. */
      type?: "headline" | "tldr" | "teaser" | "key-points";
      /**
       * `"auto"` takes the salient sentences that stand alone; as a headline the title of the
       * text, or a sentence cut down by rules. Where the `language` is given as Chinese or English
       * and its model is at hand (`@epitome/headlines`), headlines that it writes compete: one is
       * shown only if the text holds it word for word. `"extractive"` takes the sentences most like
       * the rest of the text, `"subset"` those that say the most together in as many words,
       * `"textrank"` the most central, `"lead"` the first. Default: `"auto"`.
       */
      method?: "extractive" | "subset" | "textrank" | "lead" | "auto";
      /** Only for headlines. */
      model?: never;
    }
  | {
      /** Models write headlines. */
      type: "headline";
      /** Written by the model of the language, which `@epitome/headlines` has. */
      method: "abstractive";
      /** The language of the texts, as a BCP 47 tag: zh, en or fa. */
      language: Language;
      /** Only in the place of a packaged one. */
      model?: never;
    }
  | {
      /** Models write headlines. */
      type: "headline";
      /** The name of a packaged model, which writes: see `Summarizer.models()`. */
      method: HeadlineModel;
      /** Only in the place of a packaged one. */
      model?: never;
    }
  | {
      /**
       * The kind of summary. Default: `"key-points"`. A model of the field writes every kind; one
       * that a manifest describes as `encoder-decoder` writes headlines.
       */
      type?: "headline" | "tldr" | "teaser" | "key-points";
      /** A model writes. */
      method?: "abstractive" | "auto";
      /**
       * A model of the field, T5, BART, Pegasus or Marian kinds: the address of its folder, a path
       * with a slash, or `{ files }`. Or the address of a manifest, or a model of your own; on edge
       * hosts, what `epitome/models/headline-en` exports.
       */
      model: string | URL | CustomModel;
    };

/** What the summary should be like. */
export type SummaryOptions = SummaryForm & SummaryMethod & ModelOptions;

/** The keys of SummaryOptions that the WebAssembly side knows. */
const TEXT_KEYS = ["type", "length", "format", "language", "method"] as const;

/** The keys that the browser's Summarizer has besides. */
const BROWSER_KEYS = [
  "sharedContext",
  "expectedInputLanguages",
  "expectedContextLanguages",
  "outputLanguage",
] as const;

/** The keys of SummaryOptions. */
export const SUMMARY_KEYS = [...TEXT_KEYS, ...BROWSER_KEYS, "model", ...MODEL_KEYS] as const;

/** The values of each option, where they are a closed list. */
const VALUES: Record<string, readonly string[]> = {
  type: ["headline", "tldr", "teaser", "key-points"],
  length: ["short", "medium", "long"],
  format: ["plain-text", "markdown"],
};

/** The options of these keys that are given. */
export type SummaryTexts = Partial<Record<(typeof TEXT_KEYS)[number], string>>;

/** The options that are given, but for the model. */
export function checkSummary(place: string, options: SummaryOptions): SummaryTexts {
  const summary: SummaryTexts = {};
  for (const key of TEXT_KEYS) {
    if (options[key] === undefined) continue;
    const value = checkString(`${place}: ${key}`, options[key]);
    const allowed = VALUES[key];
    if (allowed !== undefined && !allowed.includes(value)) {
      throw new NotSupportedError(
        `${place}: ${key}: ${JSON.stringify(value)} is not supported; allowed: ${allowed.join(", ")}`,
        { code: "unsupported" },
      );
    }
    if (value !== "auto" || key !== "language") summary[key] = value;
  }
  const language = chooseLanguage(place, options);
  if (language !== undefined) summary.language = language;
  // Only lists need Markdown; an escaped headline shows its escapes where it is not rendered.
  const plain = summary.format === undefined && (summary.type ?? "key-points") !== "key-points";
  if (plain) summary.format = "plain-text";
  return summary;
}

/** The one language that `options` speak of, as a primary subtag; undefined where they name several. */
function chooseLanguage(place: string, options: SummaryOptions): string | undefined {
  const { expectedInputLanguages: inputs, expectedContextLanguages: contexts, sharedContext } = options;
  if (sharedContext !== undefined) checkString(`${place}: sharedContext`, sharedContext);
  const given = checkGuessed(`${place}: language`, options.language);
  const output = checkLanguage(`${place}: outputLanguage`, options.outputLanguage);
  const expected = checkLanguages(`${place}: expectedInputLanguages`, inputs);
  checkLanguages(`${place}: expectedContextLanguages`, contexts);
  const read = given === undefined ? expected : [given];
  if (output !== undefined && read.some((each) => each !== output)) {
    throw new NotSupportedError(
      `${place}: outputLanguage: ${JSON.stringify(output)} is not the language of the texts (${read.join(", ")}), and nothing is translated`,
      { code: "unsupported-language" },
    );
  }
  return given ?? output ?? (expected.length === 1 ? expected[0] : undefined);
}

/** The distinct primary subtags of `tags`. */
function checkLanguages(place: string, tags: readonly string[] | undefined): string[] {
  if (tags === undefined) return [];
  if (tags === null || typeof tags !== "object" || !(Symbol.iterator in tags)) {
    throw new DataError(`${place}: expected an array of language tags, got ${describe(tags)}`, {
      code: "invalid-argument",
    });
  }
  const subtags = Array.from(tags, (tag, index) => checkLanguage(`${place}[${index}]`, tag));
  return [...new Set(subtags.filter((tag) => tag !== undefined))];
}
