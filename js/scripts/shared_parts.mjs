/** Bytes that files of several models have in common, stored once: the parts of docs/manifest.md. */
import { createHash } from "node:crypto";

/** The folder, beside those of the models, of what belongs to no model alone. */
export const SHARED = "shared";

/** The least size of a file that is stored once, in bytes. */
const LEAST_FILE = 1 << 16;

/** The least size of a common end, which is a request more for each file that has it. */
const LEAST_END = 1 << 20;

/** What the size of an end is a multiple of, so that ends which are longer by chance are the same. */
const STEP = 1 << 16;

/**
 * Stores once what `models`, each `{ manifest, files }`, have in common, and gives what the shared folder holds by its
 * names. A file that an earlier model has too is that model's; files with the same end (networks that differ
 * in their first matrix, the embeddings of their words) are what they begin with, and the end.
 */
export function shareParts(models) {
  const distinct = new Map(); // by SHA-256
  for (const { manifest, files } of models) {
    for (const { path, bytes, sha256 } of manifest.files) {
      if (bytes < LEAST_FILE || distinct.has(sha256)) continue;
      const file = { model: manifest.name, path, bytes: Buffer.from(files[path]), end: 0 };
      shareEnd(file, distinct.values());
      distinct.set(sha256, file);
    }
  }
  const shared = {};
  for (const { manifest, files } of models) {
    for (const listed of manifest.files) {
      const file = distinct.get(listed.sha256);
      if (file === undefined || (file.model === manifest.name && file.end === 0)) continue;
      delete files[listed.path];
      listed.parts = storedAs(file).map(({ model, path, bytes }) => {
        if (model === SHARED) shared[path] = bytes;
        if (model === manifest.name) files[path] = bytes;
        const from = model === manifest.name ? "" : `../${model}/`;
        return { path: from + path, bytes: bytes.length, sha256: sha256Of(bytes) };
      });
    }
  }
  return shared;
}

/** Finds among `others` a file with the same end as `file`, as long as what it already shares. */
function shareEnd(file, others) {
  for (const other of others) {
    const common = commonEnd(other.bytes, file.bytes);
    const end = other.end || common - (common % STEP);
    if (end < LEAST_END || end > common) continue;
    other.end = end;
    file.end = end;
    return;
  }
}

/** What is stored of a file: itself, or what it begins with and the end. */
function storedAs({ model, path, bytes, end }) {
  if (end === 0) return [{ model, path, bytes }];
  const at = bytes.length - end;
  const tail = bytes.subarray(at);
  return [
    { model, path: `${path}.0`, bytes: bytes.subarray(0, at) },
    { model: SHARED, path: sha256Of(tail).slice(0, 16), bytes: tail },
  ];
}

function sha256Of(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/** How many bytes two files have in common at their ends. */
function commonEnd(a, b) {
  let least = 0;
  let most = Math.min(a.length, b.length);
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    if (a.subarray(a.length - half).equals(b.subarray(b.length - half))) least = half;
    else most = half - 1;
  }
  return least;
}
