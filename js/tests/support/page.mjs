/** The page of dist/demo in Chromium, as its tests open it and look at it. */
import assert from "node:assert/strict";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { serve } from "../../../www/serve.mjs";
import { launchBrowser } from "./browser.mjs";

const demo = fileURLToPath(new URL("../../../dist/demo", import.meta.url));
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Serves the page and starts a browser; `open` gives a fresh visitor's page, `close` ends both. */
export async function startPage() {
  await access(demo).catch((cause) => {
    throw new Error("no dist/demo: run ./build.sh demo", { cause });
  });
  const { server, url } = await serve(demo, 0);
  const browser = await launchBrowser();
  return {
    url,
    browser,
    /**
     * Opens the page with nothing kept; waits for the first verdict, unless `hash` brings another
     * text.
     */
    async open({ hash = "", context, ...options } = {}) {
      const visitor =
        context ??
        (await browser.newContext({ locale: "en-GB", acceptDownloads: true, ...options }));
      const page = await visitor.newPage();
      page.setDefaultTimeout(60_000);
      page.problems = [];
      page.on("pageerror", (error) => page.problems.push(error.message));
      page.on(
        "console",
        (message) => message.type() === "error" && page.problems.push(message.text()),
      );
      await page.goto(url + hash);
      await page.waitForSelector("#summaries .card[data-verdict]:not([data-stale])");
      await page.waitForSelector("[data-ready]");
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Fails with what axe-core finds on the page as it is. */
export async function assertAccessible(page, state) {
  await page.evaluate(await readFile(axe, "utf8")); // evaluated, for the page's policy allows no other script
  const violations = await page.evaluate(async () => {
    const { violations: found } = await globalThis.axe.run(document, {
      resultTypes: ["violations"],
    });
    return found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
    );
  });
  assert.deepEqual(violations, [], state);
}

/** Waits until the words under a summary match; fails with what they are instead. */
export async function says(page, pattern, at = 0) {
  const words = page.locator("#summaries .words");
  try {
    await page.waitForFunction(
      ([source, which]) =>
        new RegExp(source, "u").test(
          document.querySelectorAll("#summaries .words")[which]?.textContent ?? "",
        ),
      [pattern.source, at],
    );
  } catch (cause) {
    throw new Error(
      `the page says ${JSON.stringify(await words.allTextContents())}, not ${pattern}; ${page.problems.join("; ")}`,
      { cause },
    );
  }
}

/** The texts that a highlight marks. */
export const marked = (page, name) =>
  page.evaluate(
    (which) => [...CSS.highlights.get(which)].map(String).filter((text) => text !== ""),
    name,
  );

/** A PDF of pages, each with lines of text; the first line of a page is larger and bold. */
export function pdfOf(...pages) {
  const objects = [];
  const add = (body) => objects.push(body);
  const first = 5; // the number of the first page's object
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${first + 2 * at} 0 R`).join(" ")}] /Count ${pages.length} >>`,
  );
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>");
  pages.forEach(([title, ...lines], at) => {
    const text = `BT /F2 18 Tf 72 720 Td (${title}) Tj /F1 12 Tf 0 -60 Td ${lines.map((line) => `(${line}) Tj 0 -14 Td`).join(" ")} ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * at + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    );
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  });
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const entries = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
}
