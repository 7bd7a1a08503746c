/** XML of pdftohtml and items of pdf.js as no PDF has them. */
import { LineClassifier, PageLayout } from "epitome";

export const group = "layouts";

const page = (inside, attributes = 'height="800" width="600"') =>
  `<?xml version="1.0"?><pdf2xml><page number="1" ${attributes}><fontspec id="0" size="12" family="Times"/>${inside}</page></pdf2xml>`;
const text = (more = {}, inside = "a") => {
  const all = { top: 1, left: 1, width: 9, height: 9, font: 0, ...more };
  return `<text ${Object.entries(all).map(([key, value]) => `${key}="${value}"`).join(" ")}>${inside}</text>`;
};
const entities = Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("");

const XML = {
  "entities that grow tenfold thirty times": `<!DOCTYPE a [<!ENTITY e0 "a">${entities}]>${page(text({}, "&e30;"))}`,
  "an entity of a file": `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${page(text({}, "&x;"))}`,
  "an entity of itself": `<!DOCTYPE a [<!ENTITY x "&x;">]>${page(text({}, "&x;"))}`,
  "elements a hundred thousand deep": `${"<b>".repeat(100_000)}a${"</b>".repeat(100_000)}`,
  "bold within a text a hundred thousand deep": page(text({}, `${"<b>".repeat(100_000)}a${"</b>".repeat(100_000)}`)),
  "a page that does not end": page(text()).slice(0, -30),
  "numbers that are none": page(text({ top: "NaN", left: "Infinity", width: "-1e999" })),
  "numbers at their ends": page(text({ top: "1e308", left: "-1e308", width: "1e308", height: "1e-308" }) + text()),
  "sizes of nothing": page(text({ width: 0, height: 0 }).repeat(3000), 'height="0" width="0"'),
  "a page of negative size": page(text(), 'height="-800" width="-600"'),
  "a font that is not there": page(text({ font: 99 })),
  "a thousand fonts on a line": page(Array.from({ length: 1000 }, (_, at) => `<fontspec id="${at + 1}" size="${1 + (at % 90)}" family="F${at}"/>${text({ font: at + 1, left: at })}`).join("")),
  "a hundred thousand boxes at one place": page(text().repeat(100_000)),
  "a hundred thousand boxes on a line": page(Array.from({ length: 100_000 }, (_, at) => text({ left: at % 1000, top: 5 })).join("")),
  "boxes of a grid that tie": page(Array.from({ length: 40_000 }, (_, at) => text({ left: 10 * (at % 200), top: 10 * Math.floor(at / 200) })).join("")),
  "three hundred thousand boxes": page(text().repeat(300_000)),
  "thirty thousand pages": `<pdf2xml>${Array.from({ length: 30_000 }, (_, at) => `<page number="${at}" height="9" width="9"></page>`).join("")}</pdf2xml>`,
  "nine million nodes": page("<i/>".repeat(2_300_000)),
  "an attribute of ten megabytes": page(text({ left: "1".repeat(10_000_000) })),
  "a text of ten megabytes": page(text({}, "harbour ".repeat(1_250_000))),
  "a hundred thousand attributes": `<pdf2xml ${Array.from({ length: 100_000 }, (_, at) => `a${at}="1"`).join(" ")}/>`,
  "no XML": "\0\u0001<<<>>>&&&;;;",
  "HTML": "<html><body><p>a<br>b</body>",
  "nothing": "",
  "overprinted a hundred thousand times": page(Array.from({ length: 100_000 }, (_, at) => text({ left: at / 1e6 }, "same words")).join("")),
};

const item = (more) => ({ str: "a", dir: "ltr", width: 9, height: 9, transform: [9, 0, 0, 9, 50, 50], fontName: "f", hasEOL: false, ...more });
const cyclic = item();
cyclic.self = cyclic;
const ITEMS = {
  "transforms of NaN": () => [{ width: 600, height: 800, items: [item({ transform: [NaN, NaN, NaN, NaN, NaN, NaN] })], styles: {} }],
  "transforms without end": () => [{ width: 600, height: 800, items: [item({ transform: [1e308, 1e308, 1e308, 1e308, 1e308, 1e308] }), item()], styles: {} }],
  "transforms of nothing": () => [{ width: 600, height: 800, items: [item({ transform: [0, 0, 0, 0, 0, 0] }), item({ transform: [0, 0, 0, 0, 1, 1] })], styles: {} }],
  "transforms of strings": () => [{ width: 600, height: 800, items: [item({ transform: ["9", "0", "0", "9", "1", "1"] })], styles: {} }],
  "a transform of two": () => [{ width: 600, height: 800, items: [item({ transform: [1, 2] })], styles: {} }],
  "items that hold themselves": () => [{ width: 600, height: 800, items: [cyclic], styles: {} }],
  "a getter that throws": () => [{ width: 600, height: 800, items: [{ ...item(), get str() { throw new Error("the attack"); } }], styles: {} }],
  "a style of a prototype": () => [{ width: 600, height: 800, items: [item({ fontName: "__proto__" }), item({ fontName: "constructor" })], styles: {} }],
  "null everywhere": () => [{ width: null, height: null, items: null, styles: null }],
  "items of null": () => [{ width: 600, height: 800, items: [null, undefined, 5, "a", []], styles: {} }],
  "a page of numbers": () => [1, 2, 3],
  "a sparse array of a billion": () => { const pages = []; pages.length = 1_000_000_000; return pages; },
  "a hundred thousand items at one place": () => [{ width: 600, height: 800, items: Array.from({ length: 100_000 }, () => item()), styles: {} }],
  "lone surrogates": () => [{ width: 600, height: 800, items: [item({ str: "\ud800\udc00\ud800" }), item({ str: "\0" })], styles: {} }],
  "a text of ten megabytes": () => [{ width: 600, height: 800, items: [item({ str: "harbour ".repeat(1_250_000) })], styles: {} }],
};

async function read(layout) {
  await layout.blocks();
  const lines = await LineClassifier.create();
  await lines.classify(layout);
}

export const attacks = {
  ...Object.fromEntries(Object.entries(XML).map(([name, xml]) => [`pdftohtml: ${name}`, () => read(PageLayout.fromPdfToHtml(xml))])),
  ...Object.fromEntries(
    Object.entries(ITEMS).map(([name, make]) => [
      `pdf.js: ${name}`,
      async () => {
        try {
          await read(PageLayout.fromPdfJs(make()));
        } catch (error) {
          if (error.message === "the attack") error.told = true; // the caller's own
          throw error;
        }
      },
    ]),
  ),
};
