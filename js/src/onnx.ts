/** The package `@epitome/onnx`: WebAssembly that reads ONNX files, for the `epitome` of this realm. */
import { type OnnxReader, registry } from "./companions.js";
import { wasm, worker } from "./onnx/current.js";
import { VERSION } from "./version.js";
import { wasmFiles } from "./wasm/digest.js";
import * as glue from "./wasm/epitome.js";

/** The reader, which importing this package has made known to `epitome`. */
const onnx: OnnxReader = {
  version: VERSION,
  glue,
  wasm,
  digests: wasmFiles,
  ...(worker === undefined ? {} : { worker }),
};

registry().onnx = onnx;

export default onnx;
