/** Models made ready to run: ONNX graphs as plans, which load at once and run in every build. */
import { AbortScope } from "./abort.js";
import { compute, startedEngine } from "./current.js";
import { DataError } from "./errors.js";
import { bundleOf, type PretrainedManifest } from "./hub/bundle.js";
import {
  checkModel,
  liesElsewhere,
  MODEL_KEYS,
  type ModelOptions,
  refuseModelOptions,
} from "./hub/model_options.js";
import { sha256 } from "./loading/digest.js";
import { checkLoading, type LoadOptions } from "./loading/loading.js";
import { type CustomModel, loadModel } from "./loading/model_files.js";
import { bringModel } from "./models.js";
import { checkOptions, checkSignal } from "./options.js";

/** How `optimizeModel` gets the files of a model: the options of `create` of these names. */
export type OptimizeOptions = Pick<LoadOptions, "base" | "cache" | "fetch" | "signal"> & ModelOptions;

/** A model whose graphs are plans, for the option `model` of `create`. */
export interface OptimizedModel {
  /** The manifest, which lists the plans in the place of the ONNX files. */
  manifest: Record<string, unknown>;
  /** The files that it lists, by their path. */
  files: Record<string, Uint8Array>;
}

/** A graph in a manifest. */
interface Graph {
  file: string;
}

/** What optimizing needs of a manifest: its graph, with the one that judges entailment, or its encoder and decoder. */
interface GraphManifest {
  name: string;
  graph?: Graph;
  fit?: { entailment?: { graph: Graph } };
  generation?: { encoder: Graph; decoder: Graph };
  pretrained?: PretrainedManifest["pretrained"];
  files: { path: string; bytes: number; sha256: string }[];
}

/** A graph's file, and the path of its plan among the files of the model. */
interface Planned {
  readonly file: string;
  readonly plan: string;
}

/**
 * Makes the optimized form of a model: its ONNX graphs simplified, fused and written as
 * plans. It gives the same answers to the last bit, loads in a fraction of the time,
 * and needs no `@epitome/onnx`, which reads the ONNX files here.
 *
 * @param model A model of this package by name, or your own.
 * @param options How its files are had, as for `create`.
 * @throws DataError if the model has no graph, or one that cannot be run; what else
 *   `create` rejects with where files are missing or damaged; the signal's reason; a
 *   NotSupportedError (`missing-package`) for an ONNX file where `@epitome/onnx` is missing.
 */
export async function optimizeModel(
  model: string | URL | CustomModel,
  options?: OptimizeOptions,
): Promise<OptimizedModel> {
  const place = "optimizeModel";
  const given = checkOptions(place, options, ["base", "cache", "fetch", "signal", ...MODEL_KEYS]);
  const repository = checkModel(place, given);
  const scope = new AbortScope(checkSignal(place, given.signal));
  scope.throwIfAborted();
  const loading = checkLoading(place, compute.host, given);
  const wanted = { task: undefined, language: undefined, model, repository };
  if (!liesElsewhere(model)) {
    refuseModelOptions(place, given);
    await bringModel(compute.host, model);
  }
  const loaded = loadModel(place, compute.host, wanted, loading);
  const found = await scope.race(loaded);
  await scope.race(startedEngine(place));
  const engine = await scope.race(compute.engineFor(found, loading));
  const { manifest: bytes, files } = found;
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as GraphManifest;
  if (manifest.pretrained !== undefined) {
    return await bundleOf(found, manifest as GraphManifest & PretrainedManifest & Record<string, unknown>, engine);
  }
  const graphs = graphsOf(manifest);
  if (graphs.length === 0) {
    throw new DataError(`${place}: the model ${manifest.name} has no graph to optimize`, {
      code: "invalid-argument",
    });
  }
  const plans = graphs.map(({ file, plan }) => ({
    file,
    path: plan,
    bytes: engine.run((wasm) => wasm.planOf(bytes, files, file)),
  }));
  const entries = new Map<string, GraphManifest["files"][number]>();
  for (const { file, path, bytes } of plans) {
    entries.set(file, { path, bytes: bytes.length, sha256: await sha256(bytes) });
  }
  const kept = files.filter(({ path }) => !entries.has(path));
  return {
    manifest: {
      ...withPlans(manifest, graphs),
      files: manifest.files.map(
        ({ path, bytes, sha256 }) => entries.get(path) ?? { path, bytes, sha256 }, // whole, though it may have had parts
      ),
    },
    files: Object.fromEntries([...kept, ...plans].map(({ path, bytes }) => [path, bytes])),
  };
}

/** The graphs of a model; none for one that is only parameters. */
function graphsOf({ graph, fit, generation }: GraphManifest): Planned[] {
  if (graph !== undefined) {
    const model = { file: graph.file, plan: "model.plan" };
    const judge = fit?.entailment?.graph;
    return judge === undefined ? [model] : [model, { file: judge.file, plan: "entailment.plan" }];
  }
  if (generation === undefined) return [];
  return (["encoder", "decoder"] as const).map((part) => ({
    file: String(generation[part]?.file), // whether it is right, the WebAssembly side says
    plan: `${part}.plan`,
  }));
}

/** `manifest` with plans as the files of its graphs. */
function withPlans(manifest: GraphManifest, graphs: Planned[]): GraphManifest {
  const { graph, fit, generation } = manifest;
  const planned = <T extends Graph>(each: T): T => ({
    ...each,
    file: graphs.find(({ file }) => file === each.file)?.plan ?? each.file,
  });
  if (graph !== undefined) {
    const entailment = fit?.entailment;
    if (entailment === undefined) return { ...manifest, graph: planned(graph) };
    const larger = { ...entailment, graph: planned(entailment.graph) };
    return { ...manifest, graph: planned(graph), fit: { ...fit, entailment: larger } };
  }
  if (generation === undefined) return manifest;
  const { encoder, decoder } = generation;
  return {
    ...manifest,
    generation: { ...generation, encoder: planned(encoder), decoder: planned(decoder) },
  };
}
