/**
 * A model of the field as a bundle: plans in the place of its ONNX files, a
 * packed tokenizer, and a manifest that says what the graphs read and write.
 */
import type { Engine } from "../engine.js";
import { sha256 } from "../loading/digest.js";
import type { LoadedModel } from "../loading/model_files.js";
import type { OptimizedModel } from "../optimize.js";

/** The path of the packed tokenizer. */
const TOKENIZER = "tokenizer.bin";

/** What a bundle needs of a manifest. */
export interface PretrainedManifest {
  pretrained: {
    tokenizer: string;
    graphs: { role: string; file: string; data?: string[]; inputs?: unknown[]; outputs?: unknown[] }[];
  };
}

/** The bundle of `model`, whose ONNX files `engine` reads. */
export async function bundleOf(
  { manifest: json, files }: LoadedModel,
  manifest: PretrainedManifest & Record<string, unknown>,
  engine: Engine,
): Promise<OptimizedModel> {
  const { pretrained } = manifest;
  const kept = new Map(files.map(({ path, bytes }) => [path, bytes]));
  const graphs = pretrained.graphs.map(({ role, file, data = [] }) => {
    const path = `${role}.plan`;
    const plan = engine.run((wasm) => wasm.planOf(json, files, file));
    const { inputs, outputs } = engine.run((wasm) => wasm.interfaceOf(json, files, file));
    for (const gone of [file, ...data]) kept.delete(gone);
    kept.set(path, plan);
    return { role, file: path, inputs, outputs };
  });
  let { tokenizer } = pretrained;
  const text = kept.get(tokenizer);
  if (tokenizer.endsWith(".json") && text !== undefined) {
    kept.delete(tokenizer);
    tokenizer = TOKENIZER;
    kept.set(tokenizer, engine.run((wasm) => wasm.packTokenizer(text)));
  }
  const entries = await Promise.all(
    [...kept].map(async ([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: await sha256(bytes as Uint8Array<ArrayBuffer>),
    })),
  );
  return {
    manifest: { ...manifest, pretrained: { ...pretrained, tokenizer, graphs }, files: entries },
    files: Object.fromEntries(kept),
  };
}
