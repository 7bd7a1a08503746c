/**
 * Prints the sizes of the WebAssembly files, the package and the models. Cost: brotli takes a second or two a megabyte, on all of
 * Node.js's threads; all files are compressed at once, in a dozen times their size of memory.
 */
import { readFile, readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = new URL("../../", import.meta.url);

/** A row of the table. */
async function row(name, bytes) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: 24,
  };
  const compressed = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, { params }),
  ]);
  return `| ${[name, bytes.length, ...compressed.map(({ length }) => length)].join(" | ")} |`;
}

console.log("| file | raw | gzip -9 | brotli 11 |\n|---|---|---|---|");
const rows = [];
const packed = new URL("dist/package/", root);
for (const folder of ["wasm", "wasm-slim"]) {
  for (const file of ["epitome_bg.wasm", "epitome_relaxed_bg.wasm"]) {
    rows.push(row(`${folder}/${file}`, await readFile(new URL(`dist/${folder}/${file}`, packed))));
  }
}
const models = new URL("models/", packed);
for (const file of (await readdir(models, { recursive: true })).sort()) {
  if (file.endsWith(".bin")) rows.push(row(file.slice(0, -".bin".length), await readFile(new URL(file, models))));
}
for (const each of rows) console.log(await each);
const { length } = await readFile(new URL("dist/epitome.tgz", root));
console.log(`| epitome.tgz | ${length} | | |`);
