/** The WebAssembly file of the package, made to trap when it is asked to explain. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import binaryen from "binaryen";

/** What the module uses beyond the first version of WebAssembly. */
const FEATURES = [
  "SIMD128", "BulkMemory", "BulkMemoryOpt", "NontrappingFPToInt", "SignExt", "MutableGlobals",
  "ReferenceTypes", "CallIndirectOverlong", "Multivalue",
].reduce((all, name) => all | (binaryen.Features[name] ?? 0), 0);

/**
 * The bytes of a module whose `matchBatch` traps if its last argument but one,
 * `explain`, is true, and does its work if it is not.
 */
export async function trappingWasm(installed) {
  const bytes = await readFile(join(installed, "dist", "wasm", "epitome_bg.wasm"));
  const module = binaryen.readBinary(new Uint8Array(bytes));
  module.setFeatures(FEATURES);
  let target;
  for (let index = 0; index < module.getNumExports(); index += 1) {
    const info = binaryen.getExportInfo(module.getExportByIndex(index));
    if (info.name === "wasmmatcher_matchBatch") target = info.value;
  }
  if (target === undefined) throw new Error("the module does not export wasmmatcher_matchBatch");
  const { params, results, body, vars, name } = binaryen.getFunctionInfo(module.getFunction(target));
  const types = binaryen.expandType(params);
  const explain = types.length - 2;
  module.addFunction("match_or_trap", params, results, vars, module.block(null, [
    module.if(module.local.get(explain, binaryen.i32), module.unreachable()),
    module.copyExpression(body),
  ], results));
  module.removeExport("wasmmatcher_matchBatch");
  module.addFunctionExport("match_or_trap", "wasmmatcher_matchBatch");
  if (!module.validate()) throw new Error(`the changed module is not valid (${name})`);
  const changed = module.emitBinary();
  module.dispose();
  return changed;
}
