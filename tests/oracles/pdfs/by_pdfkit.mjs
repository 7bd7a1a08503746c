/** The page as pdfkit makes it: `node by_pdfkit.mjs FOLDER ITEMS FONT FILE`. */
import { createWriteStream, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, items, font, file] = process.argv.slice(2);
const Document = createRequire(`${folder}/`)("pdfkit");
const fonts = { plain: "Times-Roman", bold: "Times-Bold", unicode: font };
const page = new Document({ size: [595, 842], margin: 0, info: { CreationDate: new Date(0) } });
page.pipe(createWriteStream(file));
for (const item of JSON.parse(readFileSync(items, "utf8"))) {
  page.save();
  page.translate(item.x, item.y);
  page.rotate(-(item.turn ?? 0));
  page.font(fonts[item.font]).fontSize(item.size);
  page.text(item.text, 0, 0, { lineBreak: false, baseline: "alphabetic" });
  page.restore();
}
page.end();
