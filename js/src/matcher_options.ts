/** The options of matchers and of matches. */
import type { ModelOptions } from "./hub/model_options.js";
import type { LoadOptions } from "./loading/loading.js";
import type { CustomModel } from "./loading/model_files.js";

/** The languages of the packaged models, as BCP 47 tags; a longer tag such as `zh-Hans` also does. */
export type Language = "zh" | "en" | "fa" | "de" | (string & {});

/** The options of `Matcher.create`: a language, a model, or both. */
export type MatcherOptions = LoadOptions &
  ModelOptions &
  (
    | {
        /**
         * The language of the texts, as a BCP 47 tag: zh, en, fa or de. `"auto"` (default): guessed
         * for each text; the default model of a language is loaded when its first text comes.
         */
        language?: Language | "auto";
        /**
         * The name of a packaged model; the address of a manifest; a model of the field: the
         * address of its folder, or a path with a slash; or a model of your own. Default: the
         * default model of the language.
         */
        model?: string | URL | CustomModel;
        /**
         * In the place of `model`: `"small"`, the default model of the language, or `"large"`, one
         * that reads better and is in the package `@epitome/judge`.
         */
        size?: "small" | "large";
      }
    | {
        /** Default, and `"auto"`: guessed from each text. */
        language?: Language | "auto";
        /** As above. */
        model: string | URL | CustomModel;
        size?: never;
      }
  );

/** The options of `match` and `matchStream`. */
export interface MatchOptions {
  /** Also tell which parts of the document support which parts of the summary. Default: false. */
  explain?: boolean;
  /** Gives up the call: it rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** The options of `matchBatch`. */
export interface MatchBatchOptions extends MatchOptions {
  /**
   * Called after each chunk (at most 32 pairs, 256 on a GPU, 4 of a larger model with an
   * encoder) with the number of pairs done and of all pairs. What it throws rejects the call.
   */
  onProgress?: (progress: { done: number; total: number }) => void;
}
