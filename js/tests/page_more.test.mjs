/**
 * The page in Chromium: models of one's own, what is kept, links, and the page without a network.
 */
import assert from "node:assert/strict";
import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { says, startPage } from "./support/page.mjs";

const www = fileURLToPath(new URL("../../www/", import.meta.url));
const model = fileURLToPath(new URL("../../tests/data/field/entailment", import.meta.url));
const served = fileURLToPath(new URL("../../dist/demo/model-of-the-test", import.meta.url));

let site, page;

before(async () => {
  site = await startPage();
});
after(async () => {
  await rm(served, { recursive: true, force: true });
  await site?.close();
});
afterEach(async () => {
  await page?.context().close();
  page = undefined;
});

const summary = () => page.locator("#summaries textarea").first();

async function load() {
  await page.waitForSelector("#load-model");
  assert.match(await page.textContent("#load-model"), /^Load .*MB$/u);
  await page.click("#load-model");
  await page.waitForFunction(() =>
    /is loaded/u.test(document.getElementById("bring-status").textContent),
  );
  await page.click("#view-check");
  await page.waitForSelector("#summaries .others li");
}

test(
  "a model of the field from a folder is weighed, loaded and shown beside ours",
  { timeout: 180_000 },
  async () => {
    page = await site.open();
    await page.click("#view-more");
    await page.waitForSelector(".models li");
    await page.setInputFiles("#model-folder", model);
    await load();
    assert.match(await page.textContent("#summaries .others li"), /^entailment \* /u);
    assert.deepEqual(page.problems, []);
  },
);

test(
  "a model of the field from an address; an address without one says so",
  { timeout: 180_000 },
  async () => {
    await cp(model, served, { recursive: true });
    page = await site.open();
    await page.click("#view-more");
    await page.fill("#model-address", new URL("nothing/", site.url).href);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#bring-error:not([hidden])");
    await page.fill("#model-address", new URL("model-of-the-test/", site.url).href);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#load-model");
    await page.click("#load-model");
    await page.waitForFunction(() =>
      /is loaded/u.test(document.getElementById("bring-status").textContent),
    );
  },
);

test(
  "drafts and history stay in the browser until they are cleared",
  { timeout: 180_000 },
  async () => {
    page = await site.open();
    const context = page.context();
    await page.fill("#text", "The harbour line opens in May.");
    await summary().fill("The harbour line opens in June.");
    await says(page, /it says .?May/u);
    await page.waitForFunction(() => localStorage.getItem("epitome.history") !== null, undefined, {
      timeout: 15_000,
    });
    await page.reload();
    await says(page, /it says .?May/u);
    assert.equal(await page.inputValue("#text"), "The harbour line opens in May.");

    await page.waitForSelector("[data-ready]");
    await page.click("#clear-text");
    await page.click("#view-more");
    await page.locator(".history button").first().click();
    assert.equal(await summary().inputValue(), "The harbour line opens in June.");

    await page.click("#view-more");
    await page.click("#clear-kept");
    assert.match(await page.textContent(".history"), /Nothing is kept/u);
    await page.uncheck("#keep");
    await page.click("#view-check");
    await page.fill("#text", "Another text of the harbour.");
    await page.close();
    page = await site.open({ context });
    assert.match(await page.inputValue("#text"), /^The Hilltop bakery/u);
  },
);

test(
  "a link holds the text and its summaries; so does the address of the bookmarklet",
  { timeout: 180_000 },
  async () => {
    page = await site.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.fill("#text", "Der Hafen öffnet im Mai.");
    await summary().fill("Der Hafen öffnet im Juni.");
    await says(page, /it says .?Mai/u);
    await page.click("#view-more");
    await page.click("#copy-link");
    await page.waitForFunction(() =>
      /Copied/u.test(document.getElementById("told-short").textContent),
    );
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#c=[\w-]+$/u);
    await page.context().close();

    page = await site.open({ hash: new URL(link).hash });
    assert.equal(await page.inputValue("#text"), "Der Hafen öffnet im Mai.");
    assert.equal(await summary().inputValue(), "Der Hafen öffnet im Juni.");
    assert.equal(new URL(page.url()).hash, "");

    const code = decodeURIComponent(
      (
        await page.evaluate(
          () =>
            document.querySelector("#view-more").click() ??
            new Promise((resolve) =>
              setTimeout(() => resolve(document.querySelector(".bookmarklet").href), 1500),
            ),
        )
      ).replace("javascript:", ""),
    );
    const other = await page.context().newPage();
    await other.setContent(
      "<article><p>The line opens in May.</p></article><p id=s>The line opens in June.</p>",
    );
    await other.evaluate(() => getSelection().selectAllChildren(document.getElementById("s")));
    const [opened] = await Promise.all([page.context().waitForEvent("page"), other.evaluate(code)]);
    await opened.waitForFunction(
      () => document.getElementById("text")?.value === "The line opens in May.",
    );
    await opened.waitForSelector('#summaries .card[data-verdict="contradicted"]');
  },
);

test("a damaged link is told, and the sample shown", { timeout: 120_000 }, async () => {
  page = await site.open({ hash: "#c=AAAA" });
  assert.match(await page.textContent("#page-error"), /damaged/u);
  assert.match(await page.inputValue("#text"), /^The Hilltop bakery/u);
});

test(
  "without a network the page opens, judges, and opens what was not used before",
  { timeout: 180_000 },
  async () => {
    page = await site.open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith("epitome-page-"));
      if (name === undefined) return false;
      const keys = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
      return (
        keys.some((path) => path.endsWith("/epitome/dist/standalone.js")) &&
        keys.includes("/pairs/view.js")
      );
    });
    await page.waitForTimeout(1000);
    await page.reload(); // the worker's own files are kept once it has been loaded through the service worker
    await says(page, /^2 of 3/u);
    await page.context().setOffline(true);
    await page.reload();
    await says(page, /^2 of 3/u);
    await page.waitForSelector("[data-ready]");
    await summary().fill("Twelve people were rescued.");
    await says(page, /^The text says this/u);
    await page.click("#view-pairs");
    await page.waitForSelector("#open-table");
  },
);

test("the service worker knows every file of the page", async () => {
  const source = await readFile(join(www, "sw.js"), "utf8");
  const [, list] = source.match(/const FILES = \[([\s\S]*?)\];/u);
  const named = [...list.matchAll(/"([^"]+)"/gu)]
    .map(([, name]) => name)
    .filter((name) => name !== "./" && !name.startsWith("pdfjs/"));
  const entries = await readdir(www, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(www, join(entry.parentPath, entry.name)))
    .filter(
      (name) => !name.endsWith(".mjs") && !["index.html", "sw.js"].includes(name),
    );
  assert.deepEqual(named.sort(), files.sort());
});

test("every language has all words, and a function where English has one", async () => {
  const read = async (code) => (await import(join(www, "strings", `${code}.js`))).default;
  const english = await read("en");
  const shape = (strings) =>
    Object.fromEntries(
      Object.entries(strings).map(([key, value]) => [
        key,
        value !== null && typeof value === "object" ? Object.keys(value) : typeof value,
      ]),
    );
  for (const code of ["zh", "de", "fa"])
    assert.deepEqual(shape(await read(code)), shape(english), code);
});
