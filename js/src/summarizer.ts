/// <reference lib="esnext.disposable" preserve="true" />
/** Writes summaries. */
import { AbortScope, type Stop } from "./abort.js";
import { checkSearch, type SummaryCandidate } from "./beam_search.js";
import type { Compute, HeldSummarizer } from "./compute.js";
import { NotSupportedError, QuotaExceededError } from "./errors.js";
import { Lifetime } from "./lifetime.js";
import { checkLoading, LOAD_KEYS, type LoadOptions } from "./loading/loading.js";
import { aboutModel, type LoadedModel, loadModel, modelState } from "./loading/model_files.js";
import { wasmState } from "./loading/wasm_file.js";
import { listModels } from "./models.js";
import { checkMade, checkOptions, checkSignal, checkString } from "./options.js";
import { type ChosenMethod, chooseMethod, needsModel } from "./summary_method.js";
import { SUMMARY_KEYS, type SummaryModelInfo, type SummaryOptions } from "./summary_options.js";
import { streamParts, tellParts } from "./summary_stream.js";
import { checkThreads, type ThreadOptions } from "./thread_options.js";

/** The options of `Summarizer.create`. */
export type SummarizerOptions = SummaryOptions & LoadOptions;

/** The options of `summarize` and `summarizeStreaming`. */
export interface SummarizeOptions {
  /** Gives up the call; a model that writes stops within one step. */
  signal?: AbortSignal;
  /**
   * What the summary is for: a question, or whom it is written to. With the method `auto` sentences
   * that share words with it, or with `sharedContext`, are taken first, before headlines that a model
   * writes. Other methods ignore it.
   */
  context?: string;
}

/** The longest text that is summarized, in UTF-16 code units: what a phone has memory for. */
const INPUT_QUOTA = 10_000_000;

/** The options of `candidates`. */
export interface CandidateOptions extends SummarizeOptions {
  /**
   * How many beginnings the search keeps, and how many candidates it may find:
   * 1 to 32. More are slower and seldom better. Default: 8.
   */
  beams?: number;
  /**
   * The α of log p / ((5 + n) / 6)^α, by which the search prefers headlines of n
   * tokens and probability p: 0, by probability alone, which favours short ones,
   * to 5. Default: 0.8.
   */
  lengthPenalty?: number;
}

/** Writes summaries of one kind. */
export class Summarizer {
  /** @internal Where the work is done; each entry of the package sets it. */
  static readonly compute: Compute;
  /** @internal The options that an entry has besides those of all entries. */
  static readonly extraKeys: readonly (keyof ThreadOptions)[] = [];

  readonly #lifetime: Lifetime<HeldSummarizer>;
  readonly #about: SummarizerAbout;

  /** Made by `Summarizer.create`. */
  protected constructor(held: HeldSummarizer, about: SummarizerAbout) {
    checkMade("Summarizer", held);
    this.#lifetime = new Lifetime("Summarizer", held);
    this.#about = about;
  }

  /** The kind of its summaries. */
  get type(): string {
    return this.#about.type;
  }

  /** How much of it. */
  get length(): string {
    return this.#about.length;
  }

  /** `"markdown"` or `"plain-text"`. */
  get format(): string {
    return this.#about.format;
  }

  /** The language of the texts, as a BCP 47 primary subtag; undefined where it is guessed from each text. */
  get language(): string | undefined {
    return this.#about.language;
  }

  /** How sentences are taken, or `"abstractive"`. */
  get method(): string {
    return this.#about.method;
  }

  /** The name of the model that writes; undefined where sentences are taken. */
  get model(): string | undefined {
    return this.#about.model;
  }

  /** The version of that model, as in semver. */
  get version(): string | undefined {
    return this.#about.version;
  }

  /** What was given to `create`; empty if nothing was. */
  get sharedContext(): string {
    return this.#about.sharedContext;
  }

  /** The longest text that is summarized, as `measureInputUsage` measures it. */
  get inputQuota(): number {
    return INPUT_QUOTA;
  }

  /** What writes, for logs. */
  toJSON(): SummarizerAbout {
    return { ...this.#about };
  }

  /**
   * Makes a summarizer ready; loads the model, where one writes.
   *
   * Rejects with a NotSupportedError (`unsupported`, `unsupported-language`,
   * `unknown-option`, `missing-package`) for a value that is not offered, with a NetworkError or a
   * DataError as `Matcher.create` does, or with the reason of its signal.
   */
  static async create(options?: SummarizerOptions): Promise<Summarizer> {
    const place = "Summarizer.create";
    const { compute, extraKeys } = this;
    const keys = [...SUMMARY_KEYS, ...LOAD_KEYS, ...extraKeys] as const;
    const checked = checkOptions<SummarizerOptions & ThreadOptions>(place, options, keys);
    const chosen = await chooseMethod(place, compute.host, checked); // before any download
    const threads = checkThreads(place, checked);
    compute.check();
    const scope = new AbortScope(checkSignal(place, checked.signal));
    scope.throwIfAborted();
    const loading = checkLoading(place, compute.host, checked);
    loading.progress.begin();
    const loaded = chosen.model && loadModel(place, compute.host, chosen.model, loading);
    const [model] = await scope.race(Promise.all([loaded, compute.start(loading)]));
    const opening: Promise<HeldSummarizer> =
      model === undefined
        ? compute.openExtractor(chosen.options, threads, loading)
        : compute.openWriter(model, chosen.options, threads, loading);
    const held = await scope.race(opening).catch((error: unknown) => {
      opening.then((late) => late.free(), () => {});
      throw error;
    });
    loading.progress.end();
    return new this(held, aboutSummarizer(checked, chosen, model));
  }

  /** The models in the package that write. Loads nothing. */
  static models(): SummaryModelInfo[] {
    return listModels("summarization") as SummaryModelInfo[]; // their names all begin so
  }

  /**
   * What `create` with the same options would have to do: `"available"`
   * (everything is at hand), `"downloadable"`, `"downloading"` (another call is
   * at it) or `"unavailable"` (it would reject with a NotSupportedError).
   * Downloads nothing.
   */
  static async availability(
    options?: SummarizerOptions,
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    const place = "Summarizer.availability";
    const { compute, extraKeys } = this;
    try {
      const keys = [...SUMMARY_KEYS, ...LOAD_KEYS, ...extraKeys] as const;
      const { monitor: _, ...rest } = checkOptions<SummarizerOptions & ThreadOptions>(
        place,
        options,
        keys,
      );
      const { model } = await chooseMethod(place, compute.host, rest);
      const loading = checkLoading(place, compute.host, rest);
      compute.check();
      if (model !== undefined) {
        return await modelState(place, compute.host, model, loading, compute.ready);
      }
      const state = compute.ready ? "available" : await wasmState(compute.host, loading);
      // Whether the method and the language are offered, the WebAssembly side knows.
      if (state === "available") (await this.create(rest)).destroy();
      return state;
    } catch (error) {
      if (error instanceof NotSupportedError && error.code !== "unknown-option") return "unavailable";
      throw error;
    }
  }

  /**
   * The summary of `text`, which is plain text.
   *
   * Rejects with a DataError (`invalid-argument`) for what is no string, a
   * QuotaExceededError (`input-too-long`), the reason of the signal, an AbortError
   * (`destroyed`), an InvalidStateError after
   * `destroy()`, or an OperationError (`inference-failed`, `wasm-trap`,
   * `worker-died`).
   */
  async summarize(text: string, options?: SummarizeOptions): Promise<string> {
    const scope = this.#begin("Summarizer.summarize", text, options);
    const parts: string[] = [];
    await this.#lifetime.use(scope, (held) =>
      tellParts(held, text, this.#context(options), scope, (part) => parts.push(part)),
    );
    return parts.join("");
  }

  /**
   * The summary of `text` as a stream of parts; put together they are the
   * summary. A model that writes gives a part as soon as no other candidate
   * can win that begins otherwise, which is mostly at the end. Cancelling the
   * stream, or its signal, ends the work within one step of the model. The
   * stream errors with what `summarize` rejects with.
   */
  summarizeStreaming(text: string, options?: SummarizeOptions): ReadableStream<string> {
    return streamParts((left) => {
      const scope = this.#begin("Summarizer.summarizeStreaming", text, options, left);
      const work = (tell: (part: string) => void) =>
        this.#lifetime.use(scope, (held) =>
          tellParts(held, text, this.#context(options), scope, tell),
        );
      return { scope, work };
    });
  }

  /**
   * What a model could have written about `text`, the best first, which is what
   * `summarize` gives for the same search; at most as many as `beams`. The best is
   * the one with which the others have most words in common, weighed by their
   * probability (Kumar and Byrne 2004), longer ones being favoured a little; it
   * need not be the most probable.
   *
   * Rejects as `summarize` does, with a DataError (`invalid-argument`) for a
   * search out of its bounds, and with a NotSupportedError (`unsupported`)
   * where sentences are taken and no model writes.
   */
  async candidates(text: string, options?: CandidateOptions): Promise<SummaryCandidate[]> {
    const place = "Summarizer.candidates";
    const { beams, lengthPenalty, ...rest } = checkOptions(place, options, [
      "beams",
      "lengthPenalty",
      "signal",
      "context",
    ]);
    const search = checkSearch(place, beams, lengthPenalty);
    const scope = this.#begin(place, text, rest);
    const { held } = this.#lifetime;
    if (held.kind !== "abstractive") throw needsModel(place);
    const asked = { ...search, context: this.#context(rest) };
    return await this.#lifetime.use(scope, () => held.write(text, asked, scope, () => {}));
  }

  /**
   * How much of `inputQuota` a text uses: its length in UTF-16 code units.
   * Rejects as `summarize` does.
   */
  async measureInputUsage(text: string, options?: SummarizeOptions): Promise<number> {
    const place = "Summarizer.measureInputUsage";
    const { signal, context } = checkOptions(place, options, ["signal", "context"]);
    checkString(`${place}: text`, text);
    if (context !== undefined) checkString(`${place}: context`, context);
    this.#lifetime.scope(checkSignal(place, signal)).throwIfAborted();
    return text.length;
  }

  /** What a summary is for, by `create` and by the call. */
  #context(options: SummarizeOptions | undefined): string {
    return [this.sharedContext, options?.context ?? ""].filter((about) => about !== "").join("\n");
  }

  /** What ends a call over `text`, once its arguments are checked. */
  #begin(
    place: string,
    text: string,
    options: SummarizeOptions | undefined,
    ...ends: Stop[]
  ): AbortScope {
    const { signal, context } = checkOptions(place, options, ["signal", "context"]);
    checkString(`${place}: text`, text);
    if (context !== undefined) checkString(`${place}: context`, context);
    if (text.length > INPUT_QUOTA) {
      throw new QuotaExceededError(
        `${place}: the text has ${text.length} UTF-16 code units; allowed: ${INPUT_QUOTA} (inputQuota)`,
        { code: "input-too-long", requested: text.length, quota: INPUT_QUOTA },
      );
    }
    return this.#lifetime.scope(checkSignal(place, signal), ...ends);
  }

  /**
   * Frees the memory. Calls in flight reject with an AbortError (`destroyed`),
   * later ones with an InvalidStateError. A second call does nothing.
   */
  destroy(): void {
    this.#lifetime.destroy();
  }

  /** The same as `destroy()`, for `using`; present where the host has `Symbol.dispose`. */
  declare [Symbol.dispose]: () => void;

  static {
    if (Symbol.dispose !== undefined) this.prototype[Symbol.dispose] = this.prototype.destroy;
  }
}

/** What a summarizer says of itself. */
export interface SummarizerAbout {
  /** The kind of its summaries. */
  readonly type: string;
  /** How much of it. */
  readonly length: string;
  /** `"markdown"` or `"plain-text"`. */
  readonly format: string;
  /** The language of the texts; undefined where it is guessed. */
  readonly language: string | undefined;
  /** How sentences are taken, or `"abstractive"`. */
  readonly method: string;
  /** The name of the model that writes. */
  readonly model: string | undefined;
  /** Its version. */
  readonly version: string | undefined;
  /** What was given to `create`. */
  readonly sharedContext: string;
}

function aboutSummarizer(
  options: SummarizerOptions,
  { options: chosen }: ChosenMethod,
  model: LoadedModel | undefined,
): SummarizerAbout {
  const { type = "key-points", length = "short", method = "auto", sharedContext = "" } = options;
  const written = model === undefined ? undefined : aboutModel(model);
  return {
    type,
    length,
    format: chosen["format"] ?? "markdown",
    language: chosen["language"],
    method: written === undefined || chosen["method"] === "auto" ? method : "abstractive",
    model: written?.name,
    version: written?.version,
    sharedContext,
  };
}
