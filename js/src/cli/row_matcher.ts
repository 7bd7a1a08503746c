/** The matchers that a command line asks for: one, or one for each language that rows name. */
import { DataError, NotSupportedError } from "../errors.js";
import { Matcher, type MatcherOptions, type MatchResult } from "../index.js";
import { messageOf, parseNumber, UsageError } from "./io.js";
import { type MatcherValues, modelOf, type RowPair } from "./pairs_in_rows.js";
import type { Wrong } from "./rows.js";

/** How many rows are gathered, to be judged language by language. */
const GATHERED = 32;

export class RowMatcher {
  readonly #options: MatcherOptions;
  readonly #workers: number;
  readonly #one: Matcher | undefined;
  readonly #byLanguage = new Map<string, Matcher | Wrong>();

  private constructor(options: MatcherOptions, workers: number, one: Matcher | undefined) {
    this.#options = options;
    this.#workers = workers;
    this.#one = one;
  }

  /** What judges the rows that `values` ask for. */
  static async create(values: MatcherValues): Promise<RowMatcher> {
    const { language, model, size } = values;
    const field = values["language-field"];
    const workers = parseNumber("--workers", values.workers, 1, 64, true);
    if (field !== undefined && language !== undefined) {
      throw new UsageError("--language and --language-field: give one of them");
    }
    if (size !== undefined && size !== "small" && size !== "large") {
      throw new UsageError(`--size: expected small or large, got "${size}"`);
    }
    if (size !== undefined && model !== undefined) {
      throw new UsageError("--size and --model: give one of them");
    }
    const options = {
      ...(language === undefined ? {} : { language }),
      ...(size === undefined ? {} : { size }),
      ...(model === undefined ? {} : { model: modelOf(model) }),
    } as MatcherOptions;
    try {
      const one = field === undefined ? await createMatcher(options, workers) : undefined;
      return new RowMatcher(options, workers, one);
    } catch (error) {
      throw wrongModel(error);
    }
  }

  /** A result for each pair, in their order. */
  async *matchStream(
    pairs: AsyncIterable<RowPair>,
    options: { explain: boolean },
  ): AsyncGenerator<MatchResult | Wrong, void, void> {
    if (this.#one !== undefined) {
      yield* this.#one.matchStream(pairs, options);
      return;
    }
    let gathered: RowPair[] = [];
    for await (const pair of pairs) {
      gathered.push(pair);
      if (gathered.length < GATHERED) continue;
      yield* await this.#matchGathered(gathered, options);
      gathered = [];
    }
    if (gathered.length > 0) yield* await this.#matchGathered(gathered, options);
  }

  async #matchGathered(
    pairs: readonly RowPair[],
    options: { explain: boolean },
  ): Promise<(MatchResult | Wrong)[]> {
    const results = new Array<MatchResult | Wrong>(pairs.length);
    const languages = new Set(pairs.map(({ language = "" }) => language));
    for (const language of languages) {
      const indices = [...pairs.keys()].filter((index) => (pairs[index]?.language ?? "") === language);
      const matcher = await this.#matcherOf(language);
      const found =
        "wrong" in matcher
          ? indices.map(() => matcher)
          : await matcher.matchBatch(indices.map((index) => pairs[index] as RowPair), options);
      indices.forEach((index, at) => (results[index] = found[at] as MatchResult | Wrong));
    }
    return results;
  }

  async #matcherOf(language: string): Promise<Matcher | Wrong> {
    let matcher = this.#byLanguage.get(language);
    if (matcher === undefined) {
      const options = { ...this.#options, language } as MatcherOptions;
      matcher = await createMatcher(options, this.#workers).catch(wrongLanguage);
      this.#byLanguage.set(language, matcher);
    }
    return matcher;
  }

  destroy(): void {
    this.#one?.destroy();
    for (const matcher of this.#byLanguage.values()) {
      if (!("wrong" in matcher)) matcher.destroy();
    }
  }
}

/** What the command line is told of a model that cannot be had; any other error as it is. */
function wrongModel(error: unknown): unknown {
  const wrong = error instanceof NotSupportedError || error instanceof DataError;
  return wrong ? new UsageError(error.message, { cause: error }) : error;
}

/** A matcher; more than one worker judge in threads. */
async function createMatcher(options: MatcherOptions, workers: number): Promise<Matcher> {
  if (workers === 1) return await Matcher.create(options);
  const threaded = await import("../worker.js");
  return await threaded.Matcher.create({ ...options, workers });
}

/** What is wrong with the rows of a language that no model reads; any other error ends the run. */
function wrongLanguage(error: unknown): Wrong {
  if (error instanceof NotSupportedError && error.code === "unsupported-language") {
    return { wrong: messageOf(error) };
  }
  throw wrongModel(error);
}
