/** Models made ready to run: ONNX graphs as plans, which load at once and run in every build. */
import { AbortScope } from "./abort.js";
import { compute, startedEngine } from "./current.js";
import { DataError } from "./errors.js";
import { sha256 } from "./loading/digest.js";
import { checkLoading, type LoadOptions } from "./loading/loading.js";
import { type CustomModel, loadModel } from "./loading/model_files.js";
import { checkOptions, checkSignal } from "./options.js";

/** The path of a plan among the files of its model. */
const PLAN = "model.plan";

/** How `optimizeModel` gets the files of a model: the options of `create` of these names. */
export type OptimizeOptions = Pick<LoadOptions, "cache" | "fetch" | "signal">;

/** A model whose graph is a plan, for the option `model` of `create`. */
export interface OptimizedModel {
  /** The manifest, which lists the plan in the place of the ONNX file. */
  manifest: Record<string, unknown>;
  /** The files that it lists, by their path. */
  files: Record<string, Uint8Array>;
}

/** What optimizing needs of a manifest. */
interface GraphManifest {
  name: string;
  graph?: { file: string };
  files: { path: string; bytes: number; sha256: string }[];
}

/**
 * Makes the optimized form of a model: its ONNX graph simplified, fused and written as
 * a plan. It gives the same answers to the last bit, loads in a fraction of the time,
 * and is what `epitome/slim`, which reads no ONNX, runs.
 *
 * @param model A model of this package by name, or your own.
 * @param options How its files are had, as for `create`.
 * @throws DataError if the model has no graph, or one that cannot be run; what else
 *   `create` rejects with where files are missing or damaged; an AbortError; in
 *   `epitome/slim` a NotSupportedError for an ONNX file.
 */
export async function optimizeModel(
  model: string | URL | CustomModel,
  options?: OptimizeOptions,
): Promise<OptimizedModel> {
  const place = "optimizeModel";
  const given = checkOptions(place, options, ["cache", "fetch", "signal"]);
  const scope = new AbortScope(checkSignal(place, given.signal));
  scope.throwIfAborted();
  const loading = checkLoading(place, compute.host, given);
  const loaded = loadModel(place, compute.host, undefined, model, loading);
  const [{ manifest: bytes, files }, engine] = await scope.race(
    Promise.all([loaded, startedEngine(place)]),
  );
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as GraphManifest;
  const { graph } = manifest;
  if (graph === undefined) {
    throw new DataError(`${place}: the model ${manifest.name} has no graph to optimize`, {
      code: "invalid-argument",
    });
  }
  const plan = engine.run((wasm) => wasm.planOf(bytes, files));
  const entry = { path: PLAN, bytes: plan.length, sha256: await sha256(plan) };
  const kept = files.filter(({ path }) => path !== graph.file);
  return {
    manifest: {
      ...manifest,
      graph: { ...graph, file: PLAN },
      files: manifest.files.map((file) => (file.path === graph.file ? entry : file)),
    },
    files: Object.fromEntries([
      ...kept.map(({ path, bytes }) => [path, bytes]),
      [PLAN, plan],
    ]),
  };
}
