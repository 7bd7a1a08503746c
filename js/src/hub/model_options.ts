/** What `create` takes of a model of the field: one that lies in a repository. */
import { DataError } from "../errors.js";
import { describe } from "../options.js";
import { checkDtype, type Dtype } from "./file_names.js";
import { CLASSIFIER_TASKS } from "./repository.js";
import { checkDigests } from "./source.js";

/**
 * What `create` takes besides, of a model of the field: one that lies in a repository. A DataError
 * (`invalid-argument`) without one.
 */
export interface ModelOptions {
  /** Which of its graphs: the type of their numbers. Default: `"auto"`, 8 bits where there are. */
  dtype?: Dtype;
  /** What a classifier was made for, where its `config.json` does not tell. */
  task?: "entailment" | "support" | "relevance" | "tokens" | "embedding";
  /**
   * The names of a classifier's labels in the order of its outputs, where `config.json` has none,
   * such as `["contradiction", "entailment", "neutral"]` or `["unsupported", "supported"]`.
   */
  labels?: string[];
  /** The SHA-256 that its files must have, in hexadecimal by their path. */
  digests?: Record<string, string>;
}

/** The keys of ModelOptions. */
export const MODEL_KEYS = ["dtype", "task", "labels", "digests"] as const;

/** ModelOptions, checked. */
export function checkModel(place: string, options: ModelOptions) {
  const { dtype, task, labels, digests } = options;
  const allowed: readonly unknown[] = CLASSIFIER_TASKS;
  if (task !== undefined && !allowed.includes(task)) {
    throw new DataError(`${place}: task: got ${describe(task)}; allowed: ${CLASSIFIER_TASKS.join(", ")}`, {
      code: "invalid-argument",
    });
  }
  const named = Array.isArray(labels) && labels.every((label) => typeof label === "string");
  if (labels !== undefined && !named) {
    throw new DataError(`${place}: labels: expected an array of strings, got ${describe(labels)}`, {
      code: "invalid-argument",
    });
  }
  return {
    dtype: checkDtype(place, dtype),
    head: task,
    labels,
    digests: checkDigests(place, digests),
  };
}

/** Refuses ModelOptions where no model of the field is brought, which alone has them. */
export function refuseModelOptions(place: string, options: ModelOptions): void {
  const given = MODEL_KEYS.find((key) => options[key] !== undefined);
  if (given === undefined) return;
  throw new DataError(
    `${place}: ${given} is for a model of the field: give model, a URL, a path with a slash, or { files }`,
    { code: "invalid-argument" },
  );
}

/** Whether a model is none of the package's by its name: at an address, at a path, or at hand. */
export function liesElsewhere(model: unknown): boolean {
  return typeof model === "object" || (typeof model === "string" && /[/\\]/u.test(model));
}
