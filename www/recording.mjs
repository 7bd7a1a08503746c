/**
 * Records the page of dist/demo as a small animated picture: a text is pasted, a summary typed, a
 * wrong number underlined and corrected.
 *   node www/recording.mjs [FILE]
 * Writes docs/screenshots/typing.webp, or FILE.
 */
import { mkdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../js/tests/support/browser.mjs";
import { serve } from "./serve.mjs";
import strings from "./strings/en.js";

const sharp = createRequire(new URL("../js/package.json", import.meta.url))("sharp");
const root = fileURLToPath(new URL("..", import.meta.url));
const [file = `${root}docs/screenshots/typing.webp`] = process.argv.slice(2);

const SIZE = { width: 1120, height: 460 };
/**
 * Letters between two frames, and how long a frame, a pause and the end are shown, in milliseconds.
 */
const LETTERS = 3;
const [FRAME, PAUSE, END] = [110, 1600, 3200];
const TYPED = [
  "Nobody was hurt when the Hilltop bakery in Denton burned down on Monday.",
  " Fifteen people were rescued from the flats above it.",
];
const MOST_BYTES = 1_500_000;

const frames = [];
const delays = [];

const { server, url } = await serve(`${root}dist/demo`, 0);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({
    viewport: SIZE,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const shoot = async (delay) => {
    frames.push(await page.screenshot());
    delays.push(delay);
  };
  const judged = (verdict) =>
    page.waitForSelector(`#summaries .card[data-verdict="${verdict}"]:not([data-stale])`);
  await page.goto(url);
  await page.waitForSelector("[data-ready]");
  await judged("contradicted");
  await page.click("#clear-text");
  await page.waitForTimeout(300);
  await shoot(PAUSE / 2);
  await page.keyboard.insertText(strings.sample.document);
  await page.waitForTimeout(400);
  await shoot(PAUSE / 2);
  await page.locator("#summaries textarea").first().click();
  for (const sentence of TYPED) {
    for (let at = 0; at < sentence.length; at += LETTERS) {
      await page.keyboard.type(sentence.slice(at, at + LETTERS));
      await shoot(FRAME);
    }
    await page.waitForSelector("#summaries .card[data-verdict]:not([data-stale])");
    await page.waitForTimeout(300);
    await shoot(PAUSE);
  }
  await judged("contradicted");
  const { x, y } = await page.evaluate(() => {
    const [range] = CSS.highlights.get("wrong");
    const { left, top, width, height } = range.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.move(x, y);
  await page.waitForSelector("#tip:not([hidden])");
  await shoot(PAUSE);
  await page.hover("#summaries .fix");
  await page.waitForTimeout(150);
  await shoot(PAUSE / 2);
  await page.click("#summaries .fix");
  await judged("supported");
  await page.mouse.move(2, 2);
  await page.waitForTimeout(300);
  await shoot(END);
} finally {
  await browser.close();
  server.close();
}

await mkdir(dirname(file), { recursive: true });
await sharp(frames, { join: { animated: true } })
  .webp({ delay: delays, loop: 0, quality: 70, effort: 6 })
  .toFile(file);
const { size } = await stat(file);
console.log(file, frames.length, "frames", size, "bytes");
if (size > MOST_BYTES) {
  console.error(`at most ${MOST_BYTES} bytes are kept`);
  process.exit(1);
}
