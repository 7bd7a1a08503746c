/** Prints the sizes of the WebAssembly file, the package and the models. */
import { readFile, readdir } from "node:fs/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = new URL("../../", import.meta.url);

function line(name, bytes) {
  const gzip = gzipSync(bytes, { level: 9 }).length;
  const brotli = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGWIN]: 24,
    },
  }).length;
  console.log(`| ${name} | ${bytes.length} | ${gzip} | ${brotli} |`);
}

console.log("| file | raw | gzip -9 | brotli 11 |\n|---|---|---|---|");
const packed = new URL("dist/package/", root);
for (const folder of ["wasm", "wasm-slim"]) {
  for (const file of ["epitome_bg.wasm", "epitome_relaxed_bg.wasm"]) {
    line(`${folder}/${file}`, await readFile(new URL(`dist/${folder}/${file}`, packed)));
  }
}
for (const name of (await readdir(new URL("models/", packed))).sort()) {
  const folder = new URL(`models/${name}/`, packed);
  const manifest = await readFile(new URL("manifest.json", folder), "utf8").catch(() => undefined);
  if (manifest === undefined) continue;
  for (const { path } of JSON.parse(manifest).files) {
    line(`${name}/${path}`, await readFile(new URL(`${path}.bin`, folder)));
  }
}
const { length } = await readFile(new URL("dist/epitome.tgz", root));
console.log(`| epitome.tgz | ${length} | | |`);
