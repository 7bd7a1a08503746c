/// <reference lib="esnext.disposable" preserve="true" />
/** Which lines of a laid-out document start a section, such as a speech. */
import { AbortScope } from "./abort.js";
import type { Compute, HeldLineClassifier } from "./compute.js";
import { NotSupportedError } from "./errors.js";
import { Lifetime } from "./lifetime.js";
import { checkLoading, LOAD_KEYS, type LoadOptions } from "./loading/loading.js";
import {
  aboutModel,
  type CustomModel,
  loadModel,
  type ModelAbout,
  modelState,
} from "./loading/model_files.js";
import type { Language } from "./matcher_options.js";
import { bringModel, chooseModel, listModels, type ModelInfo } from "./models.js";
import { checkMade, checkOptions, checkSignal } from "./options.js";
import { type PageLayout, type PagePlace, sourceOf } from "./page_layout.js";
import { checkThreads, type ThreadOptions } from "./thread_options.js";

/** The packaged line classifier. */
const DEFAULT_MODEL = "speech-lines-de";

/** The options of `LineClassifier.create`. */
export interface LineClassifierOptions extends LoadOptions {
  /** The language of the documents, as a BCP 47 tag: de. */
  language?: Language;
  /**
   * The name of a packaged model, the address of a manifest, or a model of your
   * own. Default: `"speech-lines-de"`, for German parliamentary protocols.
   */
  model?: string | URL | CustomModel;
}

/** The options of `classify`. */
export interface ClassifyOptions {
  /** Gives up the call: it rejects with the reason of the signal. */
  signal?: AbortSignal;
}

/** A line with what the classifier says of it. */
export interface ClassifiedLine extends PagePlace {
  /** Its words, separated by single spaces. */
  text: string;
  /** The number of its block in the order of reading, from 0. */
  block: number;
  /** The type of its block, from 0; a type means the same in every document. */
  kind: number;
  /** The number of its column on the page, from 0. */
  column: number;
  /** The probability that it starts a section. */
  probability: number;
  /** Whether that is enough for the model. */
  starts: boolean;
}

/** A part of a document: the lines from one start to the next. */
export interface DocumentSection {
  /** The text of its first line; empty for what comes before the first start. */
  heading: string;
  /** All its text without running heads, page numbers and hyphens at line ends. */
  text: string;
  /** The number of the page it starts on. */
  page: number;
  /** The index of its first line. */
  firstLine: number;
  /** The number of its lines. */
  lines: number;
}

/** A document as lines, in the order of reading, and the sections they form. */
export interface DocumentStructure {
  /** The lines. */
  lines: ClassifiedLine[];
  /** The sections; together they are all lines. */
  sections: DocumentSection[];
  /** Where it was computed. */
  backend: "wasm" | "webgpu";
}

/** Classifies lines with one model. */
export class LineClassifier {
  /** @internal Where the work is done; each entry of the package sets it. */
  static readonly compute: Compute;
  /** @internal The options that an entry has besides those of all entries. */
  static readonly extraKeys: readonly (keyof ThreadOptions)[] = [];

  readonly #lifetime: Lifetime<HeldLineClassifier>;
  readonly #about: ModelAbout;

  /** Made by `LineClassifier.create`. */
  protected constructor(held: HeldLineClassifier, about: ModelAbout) {
    checkMade("LineClassifier", held);
    this.#lifetime = new Lifetime("LineClassifier", held);
    this.#about = about;
  }

  /** The name of the model that classifies. */
  get model(): string {
    return this.#about.name;
  }

  /** The version of the model, as in semver. */
  get version(): string {
    return this.#about.version;
  }

  /** What classifies, for logs. */
  toJSON(): { model: string; version: string } {
    const { model, version } = this;
    return { model, version };
  }

  /** Loads a model. Rejects as `Matcher.create` does. */
  static async create(options?: LineClassifierOptions): Promise<LineClassifier> {
    const place = "LineClassifier.create";
    const { compute, extraKeys } = this;
    const keys = ["language", "model", ...LOAD_KEYS, ...extraKeys] as const;
    const checked = checkOptions<LineClassifierOptions & ThreadOptions>(place, options, keys);
    const { language, model = DEFAULT_MODEL } = checked;
    const threads = checkThreads(place, checked);
    compute.check();
    const wanted = { task: "segmentation", language, model } as const;
    await bringModel(compute.host, model);
    if (typeof model !== "object") chooseModel(place, "segmentation", language, model); // before any download
    const scope = new AbortScope(checkSignal(place, checked.signal));
    scope.throwIfAborted();
    const loading = checkLoading(place, compute.host, checked);
    loading.progress.begin();
    const loaded = loadModel(place, compute.host, wanted, loading);
    const [files] = await scope.race(Promise.all([loaded, compute.start(loading)]));
    const opening = compute.openLineClassifier(files, threads, loading);
    const held = await scope.race(opening).catch((error: unknown) => {
      opening.then((late) => late.free(), () => {});
      throw error;
    });
    loading.progress.end();
    return new this(held, aboutModel(files));
  }

  /** The line classifiers in the package. Loads nothing. */
  static models(): ModelInfo[] {
    return listModels("segmentation");
  }

  /** What `create` with the same options would have to do, as `Matcher.availability` tells. */
  static async availability(
    options?: LineClassifierOptions,
  ): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
    const place = "LineClassifier.availability";
    const { compute, extraKeys } = this;
    try {
      const keys = ["language", "model", ...LOAD_KEYS, ...extraKeys] as const;
      const checked = checkOptions<LineClassifierOptions & ThreadOptions>(place, options, keys);
      const { language, model = DEFAULT_MODEL, monitor: _, ...rest } = checked;
      const loading = checkLoading(place, compute.host, rest);
      compute.check();
      const wanted = { task: "segmentation", language, model } as const;
      return await modelState(place, compute.host, wanted, loading, compute.ready);
    } catch (error) {
      if (error instanceof NotSupportedError && error.code !== "unknown-option") return "unavailable";
      throw error;
    }
  }

  /**
   * The lines of a document with block, type, column and probability, and its
   * sections.
   *
   * Rejects with a DataError (`invalid-layout`, `invalid-argument`), the reason of
   * the signal, an AbortError (`destroyed`), an InvalidStateError after `destroy()`,
   * or an OperationError (`inference-failed`, `wasm-trap`, `worker-died`).
   */
  async classify(pages: PageLayout, options?: ClassifyOptions): Promise<DocumentStructure> {
    const place = "LineClassifier.classify";
    const { signal } = checkOptions(place, options, ["signal"]);
    const scope = this.#lifetime.scope(checkSignal(place, signal));
    const { format, source } = sourceOf(place, pages);
    return await this.#lifetime.use(scope, (held) => held.classify(format, source, scope));
  }

  /**
   * Frees the model. Calls in flight reject with an AbortError (`destroyed`),
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
