/** Laid-out documents through the packed package: readers, blocks, the line classifier, the command. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import * as local from "../../dist/package/dist/index.node.js";
import * as threaded from "../../dist/package/dist/worker.node.js";

const { DataError, LineClassifier, NotSupportedError, PageLayout } = local;
const cli = fileURLToPath(new URL("../../dist/package/dist/cli.js", import.meta.url));

/** A page of invented speeches: [left, top, bold, text]. */
const ROWS = [0, 1, 2].flatMap((speech) => {
  const top = 100 + speech * 120;
  return [
    [125, top, true, ["Wendula Harmsen (SPD):", "Dr. Enno Tjarks (CDU/CSU):", "Vizepräsident Dr. Jan Seidelbast:"][speech]],
    [125, top + 16.5, false, "Frau Präsidentin! Meine Damen und Herren! Der"],
    [108, top + 33, false, `Hafen ist seit ${1871 + speech} offen, und so soll es auch blei-`],
    [108, top + 49.5, false, "ben. Vielen Dank."],
  ];
});
const width = (text) => 7 * text.length;
const XML = `<pdf2xml><page number="1" width="900" height="1200"><fontspec id="0" size="15" family="Times"/>${ROWS.map(
  ([left, top, bold, text]) =>
    `<text top="${top}" left="${left}" width="${width(text)}" height="20" font="0">${bold ? `<b>${text}</b>` : text}</text>`,
).join("")}</page></pdf2xml>`;
const ITEMS = [
  {
    width: 600,
    height: 800,
    styles: { f0: { ascent: 0.8, descent: -0.2, vertical: false }, f1: { ascent: 0.8, descent: -0.2, name: "Times-Bold" } },
    items: ROWS.map(([left, top, bold, text]) => ({
      str: text,
      dir: "ltr",
      width: width(text) / 1.5,
      height: 10,
      transform: [10, 0, 0, 10, left / 1.5, 800 - top / 1.5 - 8],
      fontName: bold ? "f1" : "f0",
      hasEOL: true,
    })),
  },
];

const code = (code) => (error) => error.code === code;

test("both readers give the same lines and blocks", async () => {
  const xml = await PageLayout.fromPdfToHtml(XML).blocks();
  const items = await PageLayout.fromPdfJs(ITEMS).blocks();
  assert.deepEqual(items.lines.map(({ text, block, bold }) => [text, block, bold]), xml.lines.map(({ text, block, bold }) => [text, block, bold]));
  assert.deepEqual(xml.lines.map(({ text }) => text), ROWS.map(([, , , text]) => text));
  assert.equal(xml.blocks.length, 6);
  assert.equal(xml.blocks.reduce((sum, { lines }) => sum + lines, 0), xml.lines.length);
});

test("the items of a single page need no size", async () => {
  const found = await PageLayout.fromPdfJs(ITEMS[0].items).blocks({ kinds: 3, seed: 7 });
  assert.equal(found.lines.length, ROWS.length);
});

for (const [name, entry] of [["in this thread", local], ["in a worker", threaded]]) {
  test(`speeches are found ${name}`, async () => {
    const classifier = await entry.LineClassifier.create();
    after(() => classifier.destroy());
    for (const pages of [entry.PageLayout.fromPdfToHtml(XML), entry.PageLayout.fromPdfJs(ITEMS)]) {
      const found = await classifier.classify(pages);
      assert.deepEqual(found.lines.filter(({ starts }) => starts).map(({ text }) => text), ROWS.filter(([, , bold]) => bold).map(([, , , text]) => text));
      assert.equal(found.sections.length, 3);
      assert.match(found.sections[1].text, /auch bleiben\. Vielen Dank\.$/u);
      assert.equal(found.backend, "wasm");
    }
  });
}

test("what is wrong is named", async () => {
  await assert.rejects(PageLayout.fromPdfToHtml("<a>").blocks(), code("invalid-layout"));
  await assert.rejects(PageLayout.fromPdfToHtml(XML).blocks({ kinds: 0 }), code("invalid-argument"));
  await assert.rejects(PageLayout.fromPdfToHtml(XML).blocks({ clusters: 3 }), code("unknown-option"));
  assert.throws(() => PageLayout.fromPdfToHtml(7), DataError);
  assert.throws(() => PageLayout.fromPdfJs("x"), DataError);
  await assert.rejects(LineClassifier.create({ model: "rouge" }), code("unsupported"));
  await assert.rejects(LineClassifier.create({ language: "zh" }), NotSupportedError);
  await assert.rejects(local.Matcher.create({ model: "speech-lines-de" }), code("unsupported"));
  const classifier = await LineClassifier.create({ language: "de" });
  await assert.rejects(classifier.classify(XML), code("invalid-argument"));
  classifier.destroy();
  await assert.rejects(classifier.classify(PageLayout.fromPdfToHtml(XML)), code("destroyed"));
});

test("epitome segment writes lines, or speeches", () => {
  const run = (args, input) => spawnSync(process.execPath, [cli, "segment", ...args], { input, encoding: "utf8" });
  const lines = run([], XML);
  assert.equal(lines.status, 0, lines.stderr);
  const rows = lines.stdout.trim().split("\n").map((row) => JSON.parse(row));
  assert.deepEqual(rows.map(({ order }) => order), ROWS.map((_, index) => index));
  assert.deepEqual(Object.keys(rows[0]), ["order", "text", "page", "left", "top", "width", "height", "block", "kind", "column", "probability", "starts"]);
  const sections = run(["--sections"], XML);
  assert.equal(sections.stdout.trim().split("\n").length, 3);
  const folder = mkdtempSync(join(tmpdir(), "epitome-"));
  try {
    const table = join(folder, "lines.csv.gz");
    assert.equal(run(["--output", table], XML).status, 0);
    const [head, ...records] = gunzipSync(readFileSync(table)).toString().trim().split("\n");
    assert.equal(head, Object.keys(rows[0]).join(","));
    assert.equal(records.length, rows.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const broken = run([], "<pdf2xml>");
  assert.equal(broken.status, 1);
  assert.match(broken.stderr, /malformed XML/u);
  assert.equal(run(["--clusters", "3"], XML).status, 2);
});
