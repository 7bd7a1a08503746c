/**
 * Prints the sizes of the WebAssembly files, the packages and the models. Cost: brotli takes a second or two a megabyte, on all of
 * Node.js's threads; all files are compressed at once, in a dozen times their size of memory.
 */
import { readFile, readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { PACKAGES } from "./packages.mjs";

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
const dist = new URL("dist/", root);
const BUILDS = ["epitome_bg.wasm", "epitome_relaxed_bg.wasm"];
for (const [name, folder] of [
  ["epitome", "package/dist/wasm/"],
  ["@epitome/onnx", "packages/@epitome/onnx/dist/wasm-onnx/"],
]) {
  for (const file of BUILDS) rows.push(row(`${name}: ${file}`, await readFile(new URL(folder + file, dist))));
}
for (const { folder, models } of PACKAGES) {
  for (const model of models) {
    const at = new URL(`${folder}/models/${model}/`, dist);
    for (const file of (await readdir(at)).filter((each) => each.endsWith(".bin")).sort()) {
      rows.push(row(`${model}/${file.slice(0, -".bin".length)}`, await readFile(new URL(file, at))));
    }
  }
}
for (const each of rows) console.log(await each);
for (const { tarball } of PACKAGES) {
  const { length } = await readFile(new URL(tarball, dist));
  console.log(`| ${tarball} | ${length} | | |`);
}
