/**
 * Which files of a repository a model consists of, by the names that the
 * field's exporters use: graphs under `onnx/` or beside `config.json`, with a
 * suffix that tells the type of their numbers. `src/hub/repository.rs` is its
 * twin for folders that Rust reads.
 */
import { DataError } from "../errors.js";
import { describe } from "../options.js";

/**
 * The type of a graph's numbers: 8 bits (`q8` as the exporter chose, `int8`,
 * `uint8`), float32, float16, or 4 bits. `"auto"`: the first that there is, in
 * the order of 8 bits, float32, float16, 4 bits.
 */
export type Dtype = "auto" | "q8" | "int8" | "uint8" | "fp32" | "fp16" | "q4" | "q4f16" | "bnb4";

/** The suffix of a graph's file by the type of its numbers, in the order in which `auto` takes them. */
const SUFFIXES: Readonly<Record<Exclude<Dtype, "auto">, string>> = {
  q8: "_quantized",
  int8: "_int8",
  uint8: "_uint8",
  fp32: "",
  fp16: "_fp16",
  q4: "_q4",
  q4f16: "_q4f16",
  bnb4: "_bnb4",
};

/** What a graph does, as a manifest names it. */
export type GraphRole = "model" | "encoder" | "decoder" | "decoder-with-past" | "decoder-merged";

const STEMS: Readonly<Record<GraphRole, string>> = {
  model: "model",
  encoder: "encoder_model",
  decoder: "decoder_model",
  "decoder-with-past": "decoder_with_past_model",
  "decoder-merged": "decoder_model_merged",
};

/** `dtype`, which must be one of the names above or absent: `"auto"`. */
export function checkDtype(place: string, dtype: unknown): Dtype {
  const names = ["auto", ...Object.keys(SUFFIXES)];
  if (dtype === undefined) return "auto";
  if (typeof dtype === "string" && names.includes(dtype)) return dtype as Dtype;
  throw new DataError(`${place}: dtype: got ${describe(dtype)}; allowed: ${names.map(describe).join(", ")}`, {
    code: "invalid-argument",
  });
}

/** The paths that a graph may have, the one to take first first. */
export function candidates(role: GraphRole, dtype: Dtype): string[] {
  const suffixes = dtype === "auto" ? Object.values(SUFFIXES) : [SUFFIXES[dtype]];
  return suffixes.flatMap((suffix) => ["onnx/", ""].map((folder) => `${folder}${STEMS[role]}${suffix}.onnx`));
}
