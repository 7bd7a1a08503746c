/** A model of the field, from a folder or an address: what it weighs, and its load. */
import { ask } from "../engine/client.js";

/** The graphs of a repository by the type of their numbers, the best first. */
const GRAPHS = [
  ["q8", /(?:^|\/)model_(?:quantized|int8|uint8|qint8\w*|quint8\w*)\.onnx$/u],
  ["fp32", /(?:^|\/)model\.onnx$/u],
  ["fp16", /(?:^|\/)model_fp16\.onnx$/u],
  ["q4", /(?:^|\/)model_(?:q4|q4f16|bnb4)\.onnx$/u],
];
/** The longest file beside the graph that is taken along, in bytes: vocabularies. */
const MOST_BESIDE = 64_000_000;
const BESIDE = /\.(?:json|txt|model|jsonl)$/u;

const isGraph = (path) => /\.onnx(?:_data(?:_\d+)?|\.data)?$/u.test(path);

/**
 * What of a chosen folder is needed: `{ name, files, bytes, dtype }`; undefined if it is no model.
 * `files` are pairs of a path and a File.
 */
export function modelInFolder(list) {
  const all = Array.from(list, (file) => [
    file.webkitRelativePath.split("/").slice(1).join("/") || file.name,
    file,
  ]);
  const name = list[0]?.webkitRelativePath.split("/")[0] || "model";
  if (!all.some(([path]) => path === "config.json")) return undefined;
  for (const [dtype, pattern] of GRAPHS) {
    const graph = all.find(([path]) => pattern.test(path));
    if (graph === undefined) continue;
    const stem = graph[0];
    const files = all.filter(
      ([path, file]) =>
        path.startsWith(stem) || (!isGraph(path) && BESIDE.test(path) && file.size <= MOST_BESIDE),
    );
    return { name, files, dtype, bytes: files.reduce((sum, [, { size }]) => sum + size, 0) };
  }
  return undefined;
}

/**
 * Where a repository at an address lies, and what its graph weighs: `{ name, address, bytes, dtype
 * }`.
 */
export async function modelAtAddress(text) {
  const address = new URL(text, location.href);
  if (!address.pathname.endsWith("/")) address.pathname += "/";
  const name = decodeURIComponent(
    address.pathname
      .split("/")
      .filter((part) => part !== "" && part !== "main" && part !== "resolve")
      .at(-1) ?? "model",
  );
  for (const [dtype, path] of [
    ["q8", "onnx/model_quantized.onnx"],
    ["q8", "onnx/model_int8.onnx"],
    ["fp32", "onnx/model.onnx"],
    ["fp32", "model.onnx"],
  ]) {
    const answer = await fetch(new URL(path, address), { method: "HEAD" }).catch(() => undefined);
    if (answer?.ok !== true) continue;
    const packed = answer.headers.has("content-encoding");
    return {
      name,
      address: address.href,
      dtype,
      bytes: packed ? undefined : Number(answer.headers.get("content-length")) || undefined,
    };
  }
  return undefined;
}

/** Loads a model that was found; gives its name. */
export async function loadModel({ name, files, address, dtype }) {
  const own = `${name} *`; // apart from the package's names
  if (address !== undefined) {
    await ask("bring", { name: own, model: address, options: { dtype } });
    return own;
  }
  const given = {};
  for (const [path, file] of files) given[path] = await file.arrayBuffer();
  await ask(
    "bring",
    { name: own, model: { files: given }, options: { dtype } },
    { transfer: Object.values(given) },
  );
  return own;
}
