/** Which models need the whole build of the module, and where it comes from: `@epitome/onnx`. */
import { type OnnxReader, registry } from "./companions.js";
import { Engine } from "./engine.js";
import { NotSupportedError } from "./errors.js";
import type { Host } from "./host.js";
import type { LoadedModel } from "./loading/model_files.js";

const PACKAGE = "@epitome/onnx";

/** The engine of each reader; there is one reader in a realm. */
const engines = /* @__PURE__ */ new WeakMap<OnnxReader, Engine>();

/** What a plan begins with; every other graph is ONNX, whatever its name. */
const PLAN = "epitome plan\0";

/** Stands for what the whole build alone reads: a model of the field, words by a dictionary of jieba. */
const WHOLE = Symbol();

/** Where the manifest of a model names the files of its graphs, and what else tells which build it needs. */
interface Needs {
  graph?: { file?: unknown };
  fit?: { entailment?: { graph?: { file?: unknown } } };
  generation?: { encoder?: { file?: unknown }; decoder?: { file?: unknown } };
  pretrained?: unknown;
  tokenizer?: { dictionary?: unknown };
}

/**
 * Whether `model` needs the whole build: a graph of it is an ONNX file, it is one of the field, or it cuts
 * words by a dictionary.
 */
export function needsWholeBuild({ manifest, files }: LoadedModel): boolean {
  const graphs = new Set(graphNames(manifest));
  if (graphs.has(WHOLE)) return true;
  return files.some(({ path, bytes }) => graphs.has(path) && !isPlan(bytes));
}

function isPlan(bytes: Uint8Array): boolean {
  return [...PLAN].every((char, at) => char.charCodeAt(0) === bytes[at]);
}

function graphNames(manifest: Uint8Array): unknown[] {
  try {
    const needs = JSON.parse(new TextDecoder().decode(manifest)) as Needs;
    const { graph, fit, generation, pretrained, tokenizer } = needs;
    const whole = pretrained !== undefined || typeof tokenizer?.dictionary === "string";
    const graphs = [
      graph,
      fit?.entailment?.graph,
      generation?.encoder,
      generation?.decoder,
      ...(whole ? [{ file: WHOLE }] : []),
    ];
    return graphs.map((each) => each?.file);
  } catch {
    return []; // the WebAssembly side says what is wrong with the manifest
  }
}

/** The reader, imported where the host can import it; otherwise an error that says what to install. */
export async function onnxReader(host: Host, version: string): Promise<OnnxReader> {
  if (registry().onnx === undefined) await host.importPackage?.(PACKAGE);
  const { onnx } = registry();
  if (onnx === undefined) {
    throw new NotSupportedError(
      `the model has an ONNX file or a dictionary of Chinese words, which the package ${PACKAGE} reads: run npm install ${PACKAGE}, and add import "${PACKAGE}" (in Node, Deno and Bun the import is not needed); or make a plan of an ONNX file with epitome optimize`,
      { code: "missing-package" },
    );
  }
  if (onnx.version === version) return onnx;
  throw new NotSupportedError(
    `${PACKAGE} ${onnx.version} does not fit epitome ${version}: run npm install ${PACKAGE}@${version}`,
    { code: "missing-package" },
  );
}

/** The engine that has the bindings of `reader`. */
export function onnxEngine(reader: OnnxReader): Engine {
  let engine = engines.get(reader);
  if (engine === undefined) engines.set(reader, (engine = new Engine(reader.glue)));
  return engine;
}
