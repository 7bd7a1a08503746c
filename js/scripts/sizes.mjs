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
line("epitome_bg.wasm", await readFile(new URL("dist/package/dist/wasm/epitome_bg.wasm", root)));
for (const name of (await readdir(new URL("models/", root))).sort()) {
  const manifest = await readFile(new URL(`models/${name}/manifest.json`, root), "utf8").catch(() => undefined);
  if (manifest === undefined) continue;
  for (const { path } of JSON.parse(manifest).files) {
    line(`${name}/${path}`, await readFile(new URL(`models/${name}/${path}`, root)));
  }
}
const { length } = await readFile(new URL("dist/epitome.tgz", root));
console.log(`| epitome.tgz | ${length} | | |`);
