/**
 * The work done in this thread, by the WebAssembly instance of the entry; of models with ONNX
 * files by that of `@epitome/onnx`, which is loaded for the first of them.
 */
import { AbortScope } from "./abort.js";
import type {
  Compute,
  HeldExtractor,
  HeldLineClassifier,
  HeldMatcher,
  HeldWriter,
  Threads,
} from "./compute.js";
import type { Engine } from "./engine.js";
import type { Host } from "./host.js";
import type { DocumentStructure } from "./line_classifier.js";
import type { Loading } from "./loading/loading.js";
import type { LoadedModel } from "./loading/model_files.js";
import { loadWasm, wasmBytes } from "./loading/wasm_file.js";
import type { MatchResult } from "./match_result.js";
import { onnxEngine, onnxReader, needsWholeBuild } from "./onnx_reader.js";
import type { BackendName } from "./options.js";
import { turnsOf } from "./turns_of.js";
import { VERSION } from "./version.js";
import { writeInSteps } from "./write_in_steps.js";

/** One call at a time; memory is freed when the last has ended. */
const IN_TURN = { width: 1, drains: true };

export class LocalCompute implements Compute {
  readonly host: Host;
  readonly #engine: Engine;

  constructor(host: Host, engine: Engine) {
    this.host = host;
    this.#engine = engine;
  }

  get ready(): boolean {
    return this.#engine.ready;
  }

  /** Every host has this thread. */
  check(): void {}

  async start(loading: Loading): Promise<void> {
    if (!this.ready) loading.progress.expect(wasmBytes(this.host, loading));
    const scope = new AbortScope(loading.signal);
    await this.#engine.start(() => scope.race(loadWasm(this.host, loading)));
  }

  async openMatcher(
    model: LoadedModel,
    _threads: Threads,
    loading: Loading,
  ): Promise<HeldMatcher> {
    return await openMatcher(await this.engineFor(model, loading), model, loading.backend);
  }

  async openLineClassifier(
    model: LoadedModel,
    _threads: Threads,
    loading: Loading,
  ): Promise<HeldLineClassifier> {
    return await openLineClassifier(await this.engineFor(model, loading), model);
  }

  openExtractor(options: Record<string, string>): Promise<HeldExtractor> {
    return openExtractor(this.#engine, options);
  }

  async openWriter(
    model: LoadedModel,
    options: Record<string, string>,
    _threads: Threads,
    loading: Loading,
  ): Promise<HeldWriter> {
    return await openWriter(await this.engineFor(model, loading), model, options);
  }

  /** The instance that runs `model`, started. */
  async engineFor(model: LoadedModel, loading: Loading): Promise<Engine> {
    if (!needsWholeBuild(model)) return this.#engine;
    const reader = await onnxReader(this.host, VERSION);
    const engine = onnxEngine(reader);
    if (!engine.ready) loading.progress.expect(wasmBytes(this.host, loading, reader));
    const scope = new AbortScope(loading.signal);
    await engine.start(() => scope.race(loadWasm(this.host, loading, reader)));
    return engine;
  }
}

/** A matcher in the instance of `engine`. */
export async function openMatcher(
  engine: Engine,
  model: LoadedModel,
  backend: BackendName,
): Promise<HeldMatcher> {
  const held = await engine.runAsync((wasm) =>
    wasm.WasmMatcher.load(model.manifest, model.files, model.language, backend),
  );
  return {
    ...IN_TURN,
    get batch() {
      return engine.run(() => held.batch);
    },
    matchBatch: (pairs, explain, scope) =>
      engine.runAsync(
        () => held.matchBatch(pairs, explain, turnsOf(scope)) as Promise<MatchResult[]>,
      ),
    free: () => engine.run(() => held.free()),
  };
}

/** A line classifier in the instance of `engine`. */
export async function openLineClassifier(
  engine: Engine,
  model: LoadedModel,
): Promise<HeldLineClassifier> {
  const held = await engine.runAsync((wasm) =>
    wasm.WasmLineClassifier.load(model.manifest, model.files),
  );
  return {
    ...IN_TURN,
    classify: (format, source) =>
      engine.runAsync(() => held.classify(format, source) as Promise<DocumentStructure>),
    free: () => engine.run(() => held.free()),
  };
}

/** An extractor in the instance of `engine`. */
export async function openExtractor(
  engine: Engine,
  options: Record<string, string>,
): Promise<HeldExtractor> {
  const held = engine.run((wasm) => wasm.WasmSummarizer.create(options));
  return {
    ...IN_TURN,
    kind: "extractive",
    parts: async (text, context) => engine.run(() => held.parts(text, context)),
    free: () => engine.run(() => held.free()),
  };
}

/** A writer in the instance of `engine`. */
export async function openWriter(
  engine: Engine,
  model: LoadedModel,
  options: Record<string, string>,
): Promise<HeldWriter> {
  const held = await engine.runAsync((wasm) =>
    wasm.WasmWriter.load(model.manifest, model.files, options),
  );
  return {
    ...IN_TURN,
    kind: "abstractive",
    write: (text, search, scope, tell) => writeInSteps(engine, held, text, search, scope, tell),
    free: () => engine.run(() => held.free()),
  };
}
