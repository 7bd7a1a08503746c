/** `epitome optimize`: a model with an ONNX graph in, the same model with a plan out. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DataError, NotSupportedError } from "../errors.js";
import { type OptimizedModel, optimizeModel } from "../index.js";
import { EXIT, parse, refuseFolder, UsageError } from "./io.js";
import { modelOf } from "./pairs_in_rows.js";

const OPTIONS = {
  output: { type: "string", short: "o" },
  force: { type: "boolean", short: "f", default: false },
} as const;

export async function optimize(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 1);
  const [model] = positionals;
  if (model === undefined) {
    throw new UsageError("which model? Give the path of its folder or of its manifest.json, or a name");
  }
  if (values.output === undefined) {
    throw new UsageError("where to? Give a folder with --output");
  }
  await refuseFolder(values.output, values.force);
  const { manifest, files } = await made(model);
  await mkdir(values.output, { recursive: true });
  for (const [path, bytes] of Object.entries(files)) {
    const target = join(values.output, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  const json = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(join(values.output, "manifest.json"), json);
  const bytes = Object.values(files).reduce((sum, file) => sum + file.length, 0);
  process.stderr.write(`${values.output}: ${bytes} bytes\n`);
  return EXIT.ok;
}

async function made(model: string): Promise<OptimizedModel> {
  try {
    return await optimizeModel(modelOf(model));
  } catch (error) {
    if (error instanceof NotSupportedError || error instanceof DataError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}
