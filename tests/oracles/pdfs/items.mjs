/** What pdf.js reads of a PDF, as `PageLayout.fromPdfJs` takes it: `node items.mjs FOLDER FILE`. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// What pdf.js needs of later versions of Node.
Promise.withResolvers ??= () => {
  let [resolve, reject] = [];
  const promise = new Promise((...given) => ([resolve, reject] = given));
  return { promise, resolve, reject };
};
Promise.try ??= async (work, ...given) => await work(...given);
Uint8Array.prototype.toHex ??= function () {
  return Buffer.from(this).toString("hex");
};
Map.prototype.getOrInsertComputed ??= function (key, make) {
  if (!this.has(key)) this.set(key, make(key));
  return this.get(key);
};

const [folder, file] = process.argv.slice(2);
const { getDocument } = await import(pathToFileURL(createRequire(`${folder}/`).resolve("pdfjs-dist/legacy/build/pdf.mjs")).href);
const pdf = await getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise;
const page = await pdf.getPage(1);
const { items, styles } = await page.getTextContent();
const { width, height } = page.getViewport({ scale: 1 });
process.stdout.write(JSON.stringify([{ width, height, items, styles }]));
