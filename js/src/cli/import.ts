/** `epitome import`: a model of the field in, a bundle of it out, checked on samples. */
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DataError, NetworkError, NotSupportedError } from "../errors.js";
import { type Dtype } from "../hub/file_names.js";
import { Matcher, type OptimizedModel, optimizeModel } from "../index.js";
import { EXIT, parse, refuseFolder, UsageError } from "./io.js";
import { checkedPairs, report } from "./import_check.js";
import { addressOf } from "./pairs_in_rows.js";

const OPTIONS = {
  dtype: { type: "string" },
  task: { type: "string" },
  labels: { type: "string" },
  check: { type: "string" },
  force: { type: "boolean", short: "f", default: false },
} as const;

/** Imports a repository. */
export async function importModel(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS, 2);
  const [from, to] = positionals;
  if (from === undefined || to === undefined) {
    throw new UsageError("which model, and where to? Give the folder or address of its repository, and a new folder");
  }
  await refuseFolder(to, values.force);
  const isAddress = /^(https?|file):/iu.test(from);
  if (!isAddress && !(await isFolder(from))) {
    throw new UsageError(`${from}: there is no such folder; an address begins with https://`);
  }
  const address = isAddress ? addressOf(from) : pathToFileURL(`${from}/`);
  const options = {
    ...(values.dtype !== undefined && { dtype: values.dtype as Dtype }),
    ...(values.task !== undefined && { task: values.task as "entailment" }),
    ...(values.labels !== undefined && { labels: values.labels.split(",").map((label) => label.trim()) }),
  };
  const pairs = values.check === undefined ? undefined : await checkedPairs(values.check);
  const bundle = await asUsage(() => optimizeModel(address, options));
  await write(to, bundle);
  const bytes = Object.values(bundle.files).reduce((sum, file) => sum + file.length, 0);
  process.stderr.write(`${to}: ${bytes} bytes in ${Object.keys(bundle.files).length} files\n`);
  if (pairs === undefined) return EXIT.ok;
  const manifest = pathToFileURL(join(to, "manifest.json"));
  const imported = await asUsage(() => Matcher.create({ model: manifest, backend: "wasm" }));
  const float = await asUsage(() =>
    Matcher.create({ model: address, ...options, dtype: "fp32", backend: "wasm" }),
  );
  return (await report(pairs, imported, float)) ? EXIT.ok : EXIT.failed;
}

async function write(folder: string, { manifest, files }: OptimizedModel): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, "CARD.md"), card(manifest));
}

/** What a reader of the folder should know. */
function card(manifest: Record<string, unknown>): string {
  const files = manifest["files"] as { path: string; bytes: number; sha256: string }[];
  const rows = files.map(({ path, bytes, sha256 }) => `| ${path} | ${bytes} | \`${sha256}\` |`);
  return `# ${String(manifest["name"])}

${String(manifest["description"])} Made by \`epitome import\`: plans in the place of ONNX files, a
packed tokenizer. Its licence is that of the repository, which its page states.

| file | bytes | SHA-256 |
|---|---|---|
${rows.join("\n")}
`;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then((about) => about.isDirectory(), () => false);

async function asUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const ours = [NotSupportedError, DataError, NetworkError].some((kind) => error instanceof kind);
    if (ours) throw new UsageError((error as Error).message, { cause: error });
    throw error;
  }
}
