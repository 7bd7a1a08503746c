/**
 * Runs the page of dist/demo in Chromium and takes its pictures:
 *   node www/screenshot.mjs [DIR]
 * Writes docs/screenshots, or DIR. Fails if a verdict is missing, the console has an error, the
 * page is wider than the window, or a picture is too large to be kept.
 */
import { mkdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../js/tests/support/browser.mjs";
import { serve } from "./serve.mjs";

const sharp = createRequire(new URL("../js/package.json", import.meta.url))("sharp");
const root = fileURLToPath(new URL("..", import.meta.url));
const [folder = join(root, "docs/screenshots"), ...rest] = process.argv.slice(2);
if (rest.length > 0) {
  console.error("Usage: node screenshot.mjs [DIR]");
  process.exit(2);
}

/** The most bytes of a picture. */
const MOST_BYTES = 150_000;

/** Points at what is wrong, so that the note is seen. */
async function point(page) {
  await page.locator("#summaries .card").scrollIntoViewIfNeeded();
  const { x, y } = await page.evaluate(() => {
    const [range] = CSS.highlights.get("wrong");
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.move(x, y);
  await page.waitForSelector("#tip:not([hidden])");
}

async function summarise(page) {
  await page.selectOption("#write-type", "key-points");
  await page.click("#summarise");
  await page.waitForSelector("#candidates .card[data-verdict]");
  await page.click("#summaries .figures summary");
}

/** A table of the sample's text with its summaries, some of them wrong. */
async function judgeTable(page) {
  const { text, sentences } = await page.evaluate(() => {
    const { value } = document.getElementById("text");
    return { text: value, sentences: value.match(/[^.]+\./gu).map((each) => each.trim()) };
  });
  const changes = [
    ["Twelve", "Fifteen"],
    ["Monday", "Tuesday"],
    ["three", "five"],
    ["Maria Keller", "the baker"],
    ["Denton", "Dallas"],
    ["spring", "autumn"],
  ];
  const rows = Array.from({ length: 400 }, (_, at) => {
    const sentence = sentences[at % sentences.length];
    const [from, to] = changes[(at >> 2) % changes.length];
    return {
      id: at,
      document: text,
      summary: at % 3 === 0 ? sentence.replace(from, to) : sentence,
    };
  });
  await page.click("#view-pairs");
  await page.waitForSelector("#open-table");
  const buffer = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await page.setInputFiles("#table-file", {
    name: "headlines.jsonl",
    mimeType: "application/jsonl",
    buffer,
  });
  await page.waitForSelector(".pairs-work:not([hidden])");
  await page.click("#judge-all");
  await page.waitForSelector("#judge-all:not([hidden])", { timeout: 120_000 });
  await page.getByRole("button", { name: "Fits" }).first().click(); // the worst first
  await page.waitForSelector('.rows tr[data-verdict="contradicted"]');
}

async function showMore(page) {
  await page.click("#view-more");
  await page.waitForSelector(".models li");
}

const views = [
  { name: "light", width: 1280, act: point },
  { name: "dark", width: 1280, scheme: "dark", act: summarise },
  { name: "narrow", width: 320, height: 900, act: point },
  { name: "wide", width: 2560, height: 1200, act: summarise },
  { name: "persian", width: 1280, locale: "fa-IR", act: point },
  { name: "chinese-dark", width: 900, locale: "zh-CN", scheme: "dark", act: point },
  { name: "pairs", width: 1280, act: judgeTable },
  { name: "more", width: 1280, act: showMore, locale: "de-DE" },
];

await mkdir(folder, { recursive: true });
const problems = [];
const { server, url } = await serve(join(root, "dist/demo"), 0);
const browser = await launchBrowser();
try {
  for (const { name, width, height = 720, scheme = "light", locale = "en-GB", act } of views) {
    const file = join(folder, `${name}.png`);
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      locale,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on(
      "console",
      (message) =>
        message.type() === "error" && problems.push(`${name}: console: ${message.text()}`),
    );
    page.on("pageerror", (error) => problems.push(`${name}: ${error.message}`));
    try {
      await page.goto(url);
      await page.waitForSelector("#summaries .card[data-verdict]");
      await page.waitForSelector("[data-ready]");
      await act(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) throw new Error(`the page is ${over} px wider than the window`);
      await page.waitForTimeout(200);
      await sharp(await page.screenshot())
        .png({ palette: true, quality: 95 })
        .toFile(file);
      const { size } = await stat(file);
      if (size > MOST_BYTES) throw new Error(`${size} bytes; at most ${MOST_BYTES} are kept`);
      console.log(file, size);
    } catch (error) {
      problems.push(`${name}: ${error.message}`);
    }
    await context.close();
  }
} finally {
  await browser.close();
  server.close();
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
