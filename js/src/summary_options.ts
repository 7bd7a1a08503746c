/** What a summary should be like: the options, and what each may be. */
import { NotSupportedError } from "./errors.js";
import type { CustomModel } from "./loading/model_files.js";
import type { Language } from "./matcher.js";
import type { ModelInfo } from "./models.js";
import { checkString } from "./options.js";

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
  /** How key points are set: as a Markdown list or as plain lines. Default: `"markdown"`. */
  format?: "plain-text" | "markdown";
  /** The language of the texts, as a BCP 47 tag. Default: guessed from each text. */
  language?: Language;
}

/** The kind of a summary, and how it is made. */
export type SummaryMethod =
  | {
      /** The kind of summary. Default: `"key-points"`. */
      type?: "headline" | "tldr" | "teaser" | "key-points";
      /**
       * `"extractive"` takes the sentences most like the rest of the text,
       * `"subset"` those that say the most together in as many words,
       * `"textrank"` the most central, `"lead"` the first. `"auto"` has a
       * headline written by the model of the `language` that is given, if that
       * is Chinese or English and this build holds it, and is `"extractive"`
       * otherwise. Default: `"auto"`.
       */
      method?: "extractive" | "subset" | "textrank" | "lead" | "auto";
      /** Only for headlines. */
      model?: never;
    }
  | {
      /** Models write headlines. */
      type: "headline";
      /** Written by the packaged model of the language. */
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
      /** Models write headlines. */
      type: "headline";
      /** A model writes. */
      method?: "abstractive" | "auto";
      /**
       * The address of a manifest, or a model of your own; on edge hosts, what
       * `epitome/models/headline-en` exports.
       */
      model: URL | CustomModel;
    };

/** What the summary should be like. */
export type SummaryOptions = SummaryForm & SummaryMethod;

/** The keys of SummaryOptions that the WebAssembly side knows. */
const TEXT_KEYS = ["type", "length", "format", "language", "method"] as const;

/** The keys of SummaryOptions. */
export const SUMMARY_KEYS = [...TEXT_KEYS, "model"] as const;

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
    summary[key] = value;
  }
  return summary;
}
