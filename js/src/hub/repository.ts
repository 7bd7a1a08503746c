/**
 * A model of the field as it lies in its repository: `config.json`,
 * `tokenizer.json` and graphs. Its files are described by a manifest that is
 * made here, so that the WebAssembly side and workers take it like any model.
 */
import { DataError, NetworkError } from "../errors.js";
import type { LoadedFile } from "../loading/planned_files.js";
import type { Loading } from "../loading/loading.js";
import type { LoadedModel } from "../loading/model_files.js";
import type { Task } from "../models.js";
import { describe } from "../options.js";
import { externalData } from "./external_data.js";
import { candidates, type Dtype, type GraphRole } from "./file_names.js";
import type { Source } from "./source.js";

/** What a classifier of the field was made for. */
export const CLASSIFIER_TASKS = ["entailment", "support", "relevance", "tokens", "embedding"] as const;

/** What the caller says of a repository. */
export interface RepositoryOptions {
  readonly dtype: Dtype;
  readonly head: string | undefined;
  readonly labels: readonly string[] | undefined;
}

/** The graphs of a manifest. */
interface Graph {
  role: GraphRole;
  file: string;
  data?: string[];
}

/** The files of the repository, and a manifest of them. */
export async function loadRepository(
  at: string,
  source: Source,
  { dtype, head, labels }: RepositoryOptions,
  language: string | undefined,
  loading: Loading,
): Promise<LoadedModel> {
  const files = new Map<string, LoadedFile>();
  const find = async (path: string): Promise<LoadedFile | undefined> => {
    const known = files.get(path) ?? (await source.read(path));
    loading.signal?.throwIfAborted();
    if (known !== undefined) files.set(path, known);
    return known;
  };
  // What is pinned comes first, so that nobody is asked again for what he does not have.
  const first = async (paths: string[]): Promise<LoadedFile | undefined> => {
    for (const path of paths.length > 1 && source.kept !== undefined ? paths : []) {
      const file = files.get(path) ?? (await source.kept?.(path));
      if (file === undefined) continue;
      files.set(path, file);
      return file;
    }
    for (const path of paths) {
      const file = await find(path);
      if (file !== undefined) return file;
    }
    return undefined;
  };
  const need = async (...paths: string[]): Promise<LoadedFile> => {
    const file = await first(paths);
    if (file !== undefined) return file;
    const what = paths.length === 1 ? `no ${paths[0]}` : `none of ${paths.join(", ")}`;
    const where = source.place === undefined ? "" : `, looked for in ${source.place}`;
    throw new NetworkError(`${at}: the repository ${source.name} has ${what}${where}`, {
      code: "not-found",
    });
  };
  const config = parseConfig(at, await need("config.json"));
  const task: Task = isGenerative(config) ? "summarization" : "matching";
  await need("tokenizer.json");
  const tokenizer_config = (await find("tokenizer_config.json"))?.path;
  const generation_config =
    task === "summarization" ? (await find("generation_config.json"))?.path : undefined;
  const graphs: Graph[] = [];
  const add = async (role: GraphRole, file: LoadedFile): Promise<void> => {
    const folder = file.path.includes("/") ? file.path.slice(0, file.path.lastIndexOf("/") + 1) : "";
    const data = externalData(`${at}: ${file.path}`, file.bytes).map((path) => `${folder}${path}`);
    for (const path of data) await need(path);
    graphs.push({ role, file: file.path, ...(data.length > 0 && { data }) });
  };
  const needGraph = async (role: GraphRole) => add(role, await need(...candidates(role, dtype)));
  const findGraph = async (role: GraphRole): Promise<boolean> => {
    const file = await first(candidates(role, dtype));
    if (file !== undefined) await add(role, file);
    return file !== undefined;
  };
  if (task === "matching") {
    await needGraph("model");
  } else {
    await needGraph("encoder");
    if (!(await findGraph("decoder-merged"))) {
      await needGraph("decoder");
      await findGraph("decoder-with-past");
    }
  }
  const manifest = {
    manifest_version: 1,
    name: nameOf(source.name),
    version: "0",
    task,
    description: `${architecture(config)}, as it lies in its repository.`,
    languages: ["zh", "en", "fa", "de"],
    license: "LicenseRef-unknown",
    system: "pretrained",
    pretrained: {
      config: "config.json",
      tokenizer: "tokenizer.json",
      ...(tokenizer_config !== undefined && { tokenizer_config }),
      ...(generation_config !== undefined && { generation_config }),
      graphs,
      ...(head !== undefined && { head }),
      ...(labels !== undefined && { labels }),
    },
    files: [...files.values()].map(({ path, bytes, sha256 }) => ({ path, bytes: bytes.length, sha256 })),
  };
  return {
    manifest: new TextEncoder().encode(JSON.stringify(manifest)),
    files: [...files.values()],
    language,
  };
}

type Config = Record<string, unknown>;

function parseConfig(at: string, { bytes, path }: LoadedFile): Config {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new DataError(`${at}: ${path} is not JSON: ${(cause as Error).message}`, {
      code: "invalid-manifest",
      cause,
    });
  }
  if (parsed !== null && typeof parsed === "object" && !Array.isArray(parsed)) return parsed as Config;
  throw new DataError(`${at}: ${path}: expected the configuration of a model, got ${describe(parsed)}`, {
    code: "invalid-manifest",
  });
}

/** The class that a model was saved from. */
function architecture(config: Config): string {
  const all = config["architectures"];
  return Array.isArray(all) && typeof all[0] === "string" ? all[0] : "A model";
}

/** Whether it writes; as `Config::is_generative` in Rust. */
function isGenerative(config: Config): boolean {
  const name = architecture(config);
  if (/(ForConditionalGeneration|MTModel)$/u.test(name)) return true;
  return config["is_encoder_decoder"] === true && !name.includes("Classification");
}

/** A name as manifests have them: lower-case letters, digits and hyphens. */
function nameOf(name: string): string {
  const parts = name.toLowerCase().split(/[^\da-z]+/u).filter((part) => part !== "");
  return parts.length === 0 ? "model" : parts.join("-");
}
