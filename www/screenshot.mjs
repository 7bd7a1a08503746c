/**
 * Runs the page of dist/demo in Chromium and takes its picture:
 *   node www/screenshot.mjs [--all DIR]
 * Writes docs/page.png; with --all also dark and narrow pictures into DIR.
 * Fails if a result is missing or the console has an error.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../js/tests/support/browser.mjs";
import { serve } from "./serve.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [option, folder, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (option !== undefined && (option !== "--all" || !folder))) {
  console.error("Usage: node screenshot.mjs [--all DIR]");
  process.exit(2);
}

const views = [{ file: join(root, "docs/page.png"), width: 1360, colorScheme: "light" }];
if (folder) {
  views.push(
    { file: join(folder, "wide-dark.png"), width: 1360, colorScheme: "dark" },
    { file: join(folder, "narrow-light.png"), width: 360, colorScheme: "light" },
    { file: join(folder, "narrow-dark.png"), width: 360, colorScheme: "dark" },
  );
  await mkdir(folder, { recursive: true });
}
await mkdir(join(root, "docs"), { recursive: true });

const problems = [];
const { server, url } = await serve(join(root, "dist/demo"), 0);
const browser = await launchBrowser();
try {
  for (const { file, width, colorScheme } of views) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    page.setDefaultTimeout(20_000);
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`${file}: console: ${message.text()}`);
    });
    page.on("pageerror", (error) => problems.push(`${file}: ${error.message}`));
    try {
      await page.goto(url);
      await page.selectOption("#score-language", "zh");
      await page.selectOption("#score-sample", "zh-5");
      await page.click("#score-form button[type=submit]");
      await page.waitForSelector("#score-result:not([hidden])");
      if ((await page.locator("#levels li").count()) !== 5) throw new Error("not five levels");
      if ((await page.locator("#evidence-summary .part").count()) === 0) throw new Error("no evidence");
      await page.locator("#evidence-summary .part.supported").first().hover();
      await page.waitForSelector("#evidence-document mark");
      await page.selectOption("#write-language", "fa");
      await page.selectOption("#write-type", "headline");
      await page.selectOption("#write-method", "headline-fa");
      await page.click("#write-form button[type=submit]");
      await page.waitForSelector("#write-result:not([hidden])");
      const output = page.locator("#write-output");
      if (!(await output.textContent()).trim()) throw new Error("the summary is empty");
      if ((await output.getAttribute("dir")) !== "rtl") throw new Error("the summary is not right to left");
      await page.waitForSelector("#write-others:not([hidden])");
      const candidates = page.locator("#write-candidates");
      if ((await candidates.getAttribute("dir")) !== "rtl") throw new Error("the candidates are not right to left");
      await page.click("#batch-form button[type=submit]");
      await page.waitForSelector("#batch-progress:not([hidden])", { timeout: 120_000 });
      await page.waitForSelector("#batch-result:not([hidden])", { timeout: 120_000 });
      if (!/2,000 of 2,000 · .* pairs a second · on /u.test(await page.textContent("#batch-status"))) {
        throw new Error("the batch does not say where and how fast");
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) throw new Error(`the page is ${over} px wider than the window`);
      await page.evaluate(() => document.activeElement.blur());
      await page.mouse.move(0, 0);
      await page.waitForTimeout(200); // the transition of the button
      await page.screenshot({ path: file, fullPage: true });
      console.log(file);
    } catch (error) {
      problems.push(`${file}: ${error.message}`);
      for (const id of ["score-error", "write-error", "batch-error"]) {
        const said = await page.locator(`#${id}`).textContent({ timeout: 1000 }).catch(() => "");
        if (said) problems.push(`${file}: ${id}: ${said}`);
      }
    }
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
