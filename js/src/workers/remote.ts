/**
 * The work done in workers. Each object has its own, so that destroying it
 * gives all its memory back and a trap ends nothing else. The files are loaded
 * in the main thread, which keeps them (a few MB) for a worker that has to
 * start again.
 */
import { AbortScope } from "../abort.js";
import type { SummaryCandidate } from "../beam_search.js";
import type {
  Compute,
  Held,
  HeldExtractor,
  HeldLineClassifier,
  HeldMatcher,
  HeldWriter,
  Threads,
} from "../compute.js";
import { DataError, OperationError } from "../errors.js";
import type { Host, WasmSource } from "../host.js";
import type { DocumentStructure } from "../line_classifier.js";
import type { Loading } from "../loading/loading.js";
import type { LoadedModel } from "../loading/model_files.js";
import { loadWasm, wasmBytes } from "../loading/wasm_file.js";
import { Once } from "../once.js";
import { onnxReader, needsWholeBuild } from "../onnx_reader.js";
import { checkThreads } from "../threads/current.js";
import { VERSION } from "../version.js";
import { Client } from "./client.js";
import type { Matched, Request } from "./protocol.js";

/**
 * How long a worker may go on with what has been given up, in milliseconds:
 * more than another one takes to start.
 */
const PATIENCE = 500;

export class RemoteCompute implements Compute {
  readonly host: Host;
  readonly #module = new Once<WebAssembly.Module>();
  readonly #onnx = new Once<WebAssembly.Module>();

  constructor(host: Host) {
    this.host = host;
  }

  get ready(): boolean {
    return this.#module.made;
  }

  check(): void {
    checkThreads();
  }

  async start(loading: Loading): Promise<void> {
    if (!this.ready) loading.progress.expect(wasmBytes(this.host, loading));
    const scope = new AbortScope(loading.signal);
    await this.#module.get(() => scope.race(loadWasm(this.host, loading).then(compile)));
  }

  async openMatcher(
    model: LoadedModel,
    threads: Threads,
    loading: Loading,
  ): Promise<HeldMatcher> {
    const request = { op: "open-matcher", model, backend: loading.backend } as const;
    const pool = await this.#openModel(request, threads, loading);
    let batch: number;
    try {
      batch = checkBatch(pool.first);
    } catch (error) {
      pool.free();
      throw error;
    }
    return {
      width: pool.width,
      drains: pool.drains,
      get batch() {
        return batch;
      },
      matchBatch: async (pairs, explain, scope) => {
        const found = (await pool.request({ op: "match", pairs, explain }, scope)) as Matched | undefined;
        if (!Array.isArray(found?.results) || found.results.length !== pairs.length) {
          throw unexpected("the results of the pairs");
        }
        batch = checkBatch(found.batch);
        return found.results;
      },
      free: () => pool.free(),
    };
  }

  async openLineClassifier(
    model: LoadedModel,
    threads: Threads,
    loading: Loading,
  ): Promise<HeldLineClassifier> {
    const pool = await this.#openModel({ op: "open-lines", model }, threads, loading);
    return {
      width: pool.width,
      drains: pool.drains,
      classify: async (format, source, scope) =>
        (await pool.request({ op: "classify", format, source }, scope)) as DocumentStructure,
      free: () => pool.free(),
    };
  }

  async openExtractor(
    options: Record<string, string>,
    threads: Threads,
    loading: Loading,
  ): Promise<HeldExtractor> {
    const pool = await this.#open({ op: "open-extractor", options }, threads, await this.#own(), loading);
    return {
      width: pool.width,
      drains: pool.drains,
      kind: "extractive",
      parts: async (text, context, scope) =>
        (await pool.request({ op: "parts", text, context }, scope)) as string[],
      free: () => pool.free(),
    };
  }

  async openWriter(
    model: LoadedModel,
    options: Record<string, string>,
    threads: Threads,
    loading: Loading,
  ): Promise<HeldWriter> {
    const pool = await this.#openModel({ op: "open-writer", model, options }, threads, loading);
    return {
      width: pool.width,
      drains: pool.drains,
      kind: "abstractive",
      write: async (text, search, scope, tell) =>
        (await pool.request({ op: "write", text, search }, scope, tell)) as SummaryCandidate[],
      free: () => pool.free(),
    };
  }

  /** The workers that run a model: of ONNX files with the bindings of `@epitome/onnx`. */
  async #openModel(
    opening: Request & { model: LoadedModel },
    threads: Threads,
    loading: Loading,
  ): Promise<Pool> {
    if (!needsWholeBuild(opening.model)) return await this.#open(opening, threads, await this.#own(), loading);
    const reader = await onnxReader(this.host, VERSION);
    if (!this.#onnx.made) loading.progress.expect(wasmBytes(this.host, loading, reader));
    const scope = new AbortScope(loading.signal);
    const module = await this.#onnx.get(() =>
      scope.race(loadWasm(this.host, loading, reader).then(compile)),
    );
    return await this.#open(opening, { ...threads, worker: threads.worker ?? reader.worker }, module, loading);
  }

  /** The module that `start` has loaded. */
  async #own(): Promise<WebAssembly.Module> {
    return await this.#module.get(() => {
      throw new OperationError("the WebAssembly file is not loaded", { code: "internal" });
    });
  }

  /** Workers of which the first is ready; none is left of a load that is given up. */
  async #open(
    opening: Request,
    threads: Threads,
    module: WebAssembly.Module,
    loading: Loading,
  ): Promise<Pool> {
    const pool = new Pool(module, opening, threads);
    const leave = new AbortScope(loading.signal).onEnd(() => pool.free());
    try {
      await pool.warm();
      return pool;
    } catch (error) {
      pool.free();
      throw error;
    } finally {
      leave();
    }
  }
}

/** The workers of one object. They start when they are first needed. */
class Pool implements Held {
  readonly drains = false;
  readonly #threads: Threads;
  readonly #module: WebAssembly.Module;
  readonly #opening: Request;
  readonly #all = new Set<Client>();
  readonly #idle: Client[] = [];
  #freed = false;

  /** What the last worker that started replied when it was given its work. */
  first: unknown;

  constructor(module: WebAssembly.Module, opening: Request, threads: Threads) {
    this.#module = module;
    this.#opening = opening;
    this.#threads = threads;
  }

  get width(): number {
    return this.#threads.workers;
  }

  /** Starts the first worker, which says whether the model or the options will do. */
  async warm(): Promise<void> {
    this.#idle.push(await this.#start());
  }

  /**
   * The reply of a worker that has nothing else to do. A worker that goes on
   * with what `scope` has given up is ended after a while.
   */
  async request(
    request: Request,
    scope: AbortScope,
    tell?: (part: string) => void,
  ): Promise<unknown> {
    const client = this.#take() ?? (await this.#start());
    let patience: ReturnType<typeof setTimeout> | undefined;
    const leave = scope.onEnd(() => {
      patience = setTimeout(() => client.terminate(), PATIENCE);
    });
    try {
      scope.throwIfAborted();
      return await client.request(request, tell === undefined ? { scope } : { scope, tell });
    } finally {
      leave();
      clearTimeout(patience);
      if (client.dead) this.#all.delete(client);
      else this.#idle.push(client);
    }
  }

  #take(): Client | undefined {
    for (let client = this.#idle.pop(); client !== undefined; client = this.#idle.pop()) {
      if (!client.dead) return client;
      this.#all.delete(client);
    }
    return undefined;
  }

  async #start(): Promise<Client> {
    const client = Client.make(this.#threads.worker);
    this.#all.add(client);
    try {
      await client.start(this.#module);
      if (!this.#freed) this.first = await client.request(this.#opening);
    } catch (error) {
      this.#all.delete(client);
      client.terminate();
      throw error;
    }
    if (this.#freed) client.terminate();
    return client;
  }

  free(): void {
    this.#freed = true;
    for (const client of this.#all) client.terminate();
    this.#all.clear();
  }
}

/** How many pairs a worker says that it is best given. */
function checkBatch(batch: unknown): number {
  if (Number.isSafeInteger(batch) && (batch as number) > 0) return batch as number;
  throw unexpected("how many pairs it takes");
}

function unexpected(what: string): OperationError {
  return new OperationError(`the worker answered, but not with ${what}; is it one of this version?`, {
    code: "internal",
  });
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  try {
    const bytes =
      typeof Response === "function" && source instanceof Response
        ? await source.arrayBuffer()
        : (source as ArrayBuffer);
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new DataError("the WebAssembly file could not be compiled", {
      code: "invalid-wasm",
      cause,
    });
  }
}
