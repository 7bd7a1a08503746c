/**
 * The page in Chromium: files of every kind, dropped, pasted and chosen, and why one is not read.
 */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { after, afterEach, before, describe, test } from "node:test";
import { pdfOf, says, startPage } from "./support/page.mjs";

let site, page;

before(async () => {
  site = await startPage();
});
after(() => site?.close());
afterEach(async () => {
  await page?.context().close();
  page = undefined;
});

const give = (name, content, mimeType = "application/octet-stream") =>
  page.setInputFiles("#file", { name, mimeType, buffer: Buffer.from(content) });
const text = () => page.inputValue("#text");
const becomes = (wanted) =>
  page.waitForFunction((each) => document.getElementById("text").value === each, wanted);

/** A ZIP of packed files. */
function zipOf(files) {
  const parts = [];
  const central = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(Buffer.from(content));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    central.push(entry, Buffer.from(name));
    parts.push(head, Buffer.from(name), packed);
    at += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}

const paragraph = (words, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${words}</w:t></w:r></w:p>`;
const docx = zipOf({
  "[Content_Types].xml": "<Types/>",
  "word/document.xml": `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph("Harbour", "Heading1")}${paragraph("The harbour line opens in May &amp; runs daily.")}${paragraph("Fares", "Heading1")}${paragraph("A ticket costs two crowns.")}</w:body></w:document>`,
});

describe("what is read", { timeout: 240_000 }, () => {
  test("plain text in UTF-8 and UTF-16; the sample's summaries do not stay", async () => {
    page = await site.open();
    await give("a.txt", "The harbour line opens in May.");
    await becomes("The harbour line opens in May.");
    assert.deepEqual(
      await page
        .locator("#summaries textarea")
        .evaluateAll((areas) => areas.map(({ value }) => value)),
      [""],
    );
    await give("b.txt", Buffer.from("\ufeffDie Linie öffnet im Mai.", "utf16le"));
    await becomes("Die Linie öffnet im Mai.");
    assert.deepEqual(page.problems, []);
  });

  test("Markdown, HTML and Word: their sections, one click makes one the text", async () => {
    page = await site.open();
    const sources = [
      [
        "a.md",
        "# Harbour\n\nThe *harbour* line opens in **May** & runs daily.\n\n## Fares\n\nA [ticket](x) costs two crowns.\n",
      ],
      [
        "a.html",
        "<title>t</title><nav>Menu</nav><script>x</script><main><h1>Harbour</h1><p>The harbour line opens in May &amp; runs <b>daily</b>.<h2>Fares</h2><p>A ticket\n costs two crowns.</main>",
      ],
      ["a.docx", docx],
    ];
    for (const [name, content] of sources) {
      await give(name, content);
      await becomes(
        "Harbour\n\nThe harbour line opens in May & runs daily.\n\nFares\n\nA ticket costs two crowns.",
      );
      assert.deepEqual(await page.locator("#section-list option").allTextContents(), [
        `The whole document, ${name}`,
        "Harbour",
        "Fares",
      ]);
      await page.selectOption("#section-list", "1");
      assert.equal(await text(), "A ticket costs two crowns.");
    }
  });

  test("a PDF: sections in the order of reading, without running heads; its blocks are drawn", async () => {
    page = await site.open();
    await give(
      "a.pdf",
      pdfOf(
        [
          "The harbour line",
          "The harbour line opens in May and runs",
          "every day of the year, the coun-",
          "cil said.",
        ],
        ["The fares", "A ticket costs two crowns for adults", "and one crown for children."],
      ),
      "application/pdf",
    );
    await page.waitForSelector("#section-list");
    assert.deepEqual((await page.locator("#section-list option").allTextContents()).slice(1), [
      "p. 1 · The harbour line",
      "p. 2 · The fares",
    ]);
    await page.selectOption("#section-list", "0");
    assert.equal(
      await text(),
      "The harbour line opens in May and runs every day of the year, the council said.",
    );
    await page.locator("#summaries textarea").first().fill("A ticket costs three crowns.");
    await page.selectOption("#section-list", "1");
    await says(page, /it says .?two/u);
    await page.click(".pages summary");
    await page.waitForSelector(".paper rect");
    await page.locator(".paper rect").last().click();
    assert.match(
      await text(),
      /^A ticket costs two crowns for adults and one crown for children\.$/u,
    );
    // Another PDF ends the worker of the first.
    await give("b.pdf", pdfOf(["Other", "Another text of one line."]), "application/pdf");
    await page.waitForFunction(() => /Another text/u.test(document.getElementById("text").value));
    assert.equal(page.workers().filter((worker) => worker.url().includes("pdf.worker")).length, 1);
    assert.deepEqual(page.problems, []);
  });

  test("several files: the longest is the text, the others are summaries of it", async () => {
    page = await site.open();
    await page.setInputFiles("#file", [
      {
        name: "s.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("The harbour line opens in June."),
      },
      {
        name: "t.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("The harbour line opens in May, the council said."),
      },
    ]);
    await says(page, /it says .?May/u);
  });
});

describe("drop and paste", { timeout: 120_000 }, () => {
  const drop = (selector, name, content) =>
    page.evaluate(
      ([where, called, words]) => {
        const data = new DataTransfer();
        data.items.add(new File([words], called));
        const event = new DragEvent("drop", {
          bubbles: true,
          cancelable: true,
          dataTransfer: data,
        });
        document.querySelector(where).dispatchEvent(event);
        return event.defaultPrevented;
      },
      [selector, name, content],
    );

  test("a file dropped anywhere is read; on a summary it is the summary", async () => {
    page = await site.open();
    assert.equal(await drop("footer", "a.txt", "The line opens in May."), true);
    await becomes("The line opens in May.");
    assert.equal(await drop("#summaries textarea", "b.txt", "The line opens in June."), true);
    await says(page, /it says .?May/u);
  });

  test("text pasted beside the fields is the text", async () => {
    page = await site.open();
    await page.evaluate(() => {
      document.activeElement.blur();
      const data = new DataTransfer();
      data.setData("text/plain", "The line opens in May.");
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }),
      );
    });
    await becomes("The line opens in May.");
  });
});

describe("what is not read says why", { timeout: 120_000 }, () => {
  const refused = [
    ["a.txt", "", /no text in it/u],
    ["a.bin", Buffer.from([0, 1, 2, 3, 0xfe]), /neither text in UTF-8/u],
    ["a.png", Buffer.from("\u0089PNG\r\n", "latin1"), /a picture/u],
    ["a.doc", Buffer.from("d0cf11e0a1b11ae1", "hex"), /old Office format/u],
    ["a.rtf", "{\\rtf1 x}", /Rich Text/u],
    ["a.zip", zipOf({ "a.txt": "x" }), /ZIP without a Word document/u],
    [
      "a.docx",
      Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), Buffer.alloc(50)]),
      /damaged/u,
    ],
    ["a.pdf", "%PDF-1.4 nothing more", /damaged/u],
    ["a.gz", Buffer.from([0x1f, 0x8b, 8, 0]), /packed with gzip/u],
  ];
  test("each kind has its own words, and the text stays", async () => {
    page = await site.open();
    const before = await text();
    for (const [name, content, why] of refused) {
      await give(name, content);
      await page.waitForFunction(
        ([source, called]) => {
          const { textContent, hidden } = document.getElementById("page-error");
          return (
            !hidden && textContent.startsWith(called) && new RegExp(source, "u").test(textContent)
          );
        },
        [why.source, name],
      );
      assert.equal(await text(), before);
    }
    assert.equal(page.workers().filter((worker) => worker.url().includes("pdf.worker")).length, 0);
    assert.deepEqual(page.problems, []);
  });
});
