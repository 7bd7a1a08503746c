/** The demo page of dist/demo in Chromium: what becomes of the visitor's own texts and files. */
import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../www/serve.mjs";
import { launchBrowser } from "./support/browser.mjs";

const demo = fileURLToPath(new URL("../../dist/demo", import.meta.url));

let server, url, browser, page;

before(async () => {
  await access(demo).catch((cause) => {
    throw new Error("no dist/demo: run ./build.sh demo", { cause });
  });
  ({ server, url } = await serve(demo, 0));
  browser = await launchBrowser();
});

after(async () => {
  await browser?.close();
  server?.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  page.setDefaultTimeout(60_000);
});

afterEach(() => page.close());

/** Opens the page; its cards have started once the last has. */
async function open() {
  await page.goto(url);
  await page.waitForFunction(() => document.getElementById("batch-language").value === "en");
}

const textOf = (id) => page.textContent(`#${id}`);
const valueOf = (id) => page.inputValue(`#${id}`);

describe("the language", { timeout: 120_000 }, () => {
  const cards = [
    { card: "score", fields: ["score-document", "score-summary"] },
    { card: "write", fields: ["write-text"] },
  ];
  for (const { card, fields } of cards) {
    test(`changes the sample and leaves the visitor's own text, ${card}`, async () => {
      await open();
      const values = () => Promise.all(fields.map(valueOf));
      await page.selectOption(`#${card}-language`, "en");
      const sample = await values();
      assert.ok(sample.every((value) => value !== ""));
      await page.selectOption(`#${card}-language`, "de");
      const german = await values();
      fields.forEach((_, index) => assert.notEqual(german[index], sample[index]));

      for (const changed of fields) {
        await page.selectOption(`#${card}-language`, "de");
        await page.fill(`#${changed}`, "My own text.");
        const own = await values();
        await page.selectOption(`#${card}-language`, "zh");
        assert.deepEqual(await values(), own);
        assert.equal(await valueOf(`${card}-sample`), "");
      }

      for (const field of fields) await page.fill(`#${field}`, " ");
      await page.selectOption(`#${card}-language`, "de");
      assert.deepEqual(await values(), german);
    });
  }
});

describe("many pairs", { timeout: 300_000 }, () => {
  const give = (...lines) =>
    page.setInputFiles("#batch-file", {
      name: "pairs.jsonl",
      mimeType: "application/jsonl",
      buffer: Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
    });
  const start = () => page.click("#batch-form button[type=submit]");
  const good = { document: "The bridge was closed.", summary: "The bridge was closed." };

  test("a line with a text without letters or digits is left out", async () => {
    await open();
    await give(good, { ...good, summary: "—" }, { ...good, document: " " }, { document: "7" }, good);
    await start();
    await page.waitForSelector("#batch-result:not([hidden]), #batch-error:not([hidden])");
    assert.equal(await textOf("batch-error"), "");
    assert.match(await textOf("batch-status"), /^2 of 2/u);
    assert.match(await textOf("batch-bad"), /^Left out, .*: line 2, 3, 4\.$/u);
  });

  test("a file without a pair is told, and nothing is being read", async () => {
    await open();
    await give({ document: "The bridge was closed." });
    await start();
    await page.waitForSelector("#batch-error:not([hidden])");
    assert.match(await textOf("batch-error"), /^No line of the file is a pair/u);
    assert.equal(await textOf("batch-status"), "");
  });

  test("without samples a file is asked for", async () => {
    await page.route("**/samples.json", (route) => route.fulfill({ status: 404 }));
    await open();
    await start();
    await page.waitForSelector("#batch-error:not([hidden])");
    assert.match(await textOf("batch-error"), /no samples.* Choose a file\./u);
    assert.equal(await textOf("batch-status"), "");
    await give(good);
    await start();
    await page.waitForSelector("#batch-result:not([hidden])");
  });
});

describe("a PDF", { timeout: 300_000 }, () => {
  const workers = () => page.workers().filter((worker) => worker.url().includes("pdf.worker"));
  /** Waits until pdf.js has `count` workers. */
  async function settled(count) {
    for (let tries = 0; tries < 100 && workers().length !== count; tries += 1) {
      await page.waitForTimeout(50);
    }
    assert.equal(workers().length, count);
  }
  const give = (buffer) =>
    page.setInputFiles("#pdf-file", { name: "a.pdf", mimeType: "application/pdf", buffer });
  const shown = () => page.waitForSelector("#pdf-result:not([hidden])");

  test("that is replaced or cannot be read leaves no worker", async () => {
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await open();
    for (const text of ["The first", "The second", "The third"]) {
      await give(pdfOf(text));
      await shown();
      assert.equal(await textOf("pdf-error"), "");
      await settled(1);
    }
    // Two at once: the first is given up while it is read.
    await give(pdfOf("The fourth"));
    await give(pdfOf("The fifth"));
    await shown();
    await settled(1);
    await give(Buffer.from("no PDF"));
    await page.waitForSelector("#pdf-error:not([hidden])");
    assert.match(await textOf("pdf-error"), /^The file could not be read/u);
    assert.equal(await page.isHidden("#pdf-result"), true);
    await settled(0);
    assert.deepEqual(problems, []);
  });
});

/** A PDF of one page with some lines of text. */
function pdfOf(text) {
  const lines = ["speech was long.", "session was opened.", "session was closed."];
  const shown = lines.map((line) => `(${text} ${line}) Tj 0 -20 Td`).join(" ");
  const content = `BT /F1 12 Tf 72 720 Td ${shown} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const entries = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer);
}
