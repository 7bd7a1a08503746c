/**
 * The page in Chromium: summaries checked while they are typed, in four languages, by everybody.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { assertAccessible, marked, says, startPage } from "./support/page.mjs";

let site, page;

before(async () => {
  site = await startPage();
});
after(() => site?.close());
afterEach(async () => {
  await page?.context().close();
  page = undefined;
});

const summary = () => page.locator("#summaries textarea").first();
const type = async (text) => {
  await summary().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
};

describe("the sample", { timeout: 240_000 }, () => {
  const visitors = [
    ["en-GB", "ltr", "Fifteen", "Twelve", /^2 of 3 statements are in the text/u],
    ["zh-CN", "ltr", "十五人", "十二人", /^3 句话中有 2 句见于原文/u],
    ["de-AT", "ltr", "Fünfzehn", "Zwölf", /^2 von 3 Aussagen stehen im Text/u],
    ["fa-IR", "rtl", "پانزده", "دوازده", /^۲ گزاره از ۳ گزاره در متن هست/u],
  ];
  for (const [locale, direction, wrong, right, words] of visitors) {
    test(`is judged at once in the visitor's language: ${locale}`, async () => {
      page = await site.open({ locale });
      assert.equal(await page.getAttribute("html", "lang"), locale.slice(0, 2));
      assert.equal(await page.getAttribute("html", "dir"), direction);
      assert.match(await page.textContent("#summaries .words"), words);
      assert.deepEqual(await marked(page, "wrong"), [wrong]);
      assert.deepEqual(await marked(page, "instead"), [right]);
      assert.equal((await marked(page, "support")).length, 2);
      await page.click("#summaries .fix");
      await page.waitForSelector('#summaries .card[data-verdict="supported"]:not([data-stale])');
      assert.deepEqual(await marked(page, "wrong"), []);
      assert.deepEqual(page.problems, []);
    });
  }

  test("another language's visitor sees English, and may choose", async () => {
    page = await site.open({ locale: "fr-FR" });
    assert.equal(await page.getAttribute("html", "lang"), "en");
    await page.selectOption("#page-language", "de");
    await page.waitForSelector('html[data-ready="de"]');
    assert.match(await page.textContent("#summaries .words"), /Im Text steht/u);
  });
});

describe("typing", { timeout: 240_000 }, () => {
  test("is judged, marked, explained at the caret and under the pointer, and can be undone", async () => {
    page = await site.open();
    await type("The bakery burned down on Tuesday.");
    await says(page, /it says .?Monday.?, not .?Tuesday/u);
    assert.deepEqual(await marked(page, "wrong"), ["Tuesday"]);
    assert.deepEqual(await marked(page, "unsure"), []);

    await page.keyboard.press("ArrowLeft"); // from behind the full stop to the end of the word
    await page.waitForSelector("#tip:not([hidden])");
    assert.match(await page.textContent("#tip"), /The text says Monday/u);
    assert.deepEqual(await marked(page, "active"), ["Monday"]);
    await page.keyboard.press("Escape");
    assert.equal(await page.isHidden("#tip"), true);

    await page.click("#text");
    const box = await page.evaluate(() => {
      const [range] = CSS.highlights.get("wrong");
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.move(box.x, box.y);
    await page.waitForSelector("#tip:not([hidden])");
    await page.mouse.move(2, 2);
    await page.waitForSelector("#tip", { state: "hidden" });

    await page.click("#summaries .fix");
    await says(page, /^The text says this\./u);
    assert.equal(await summary().inputValue(), "The bakery burned down on Monday.");
    await page.keyboard.press("ControlOrMeta+Z");
    await says(page, /not .?Tuesday/u);
    assert.deepEqual(page.problems, []);
  });

  test("marks follow their words while others are typed", async () => {
    page = await site.open();
    await summary().click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("So ");
    assert.deepEqual(await marked(page, "wrong"), ["Fifteen"]);
  });

  test("an empty summary says nothing, and an empty text fails nothing", async () => {
    page = await site.open();
    await type(" ");
    await page.waitForSelector("#summaries .card:not([data-verdict])");
    assert.equal(await page.textContent("#summaries .words"), "");
    await page.click("#clear-text");
    await page.keyboard.type("—");
    await page.waitForTimeout(400);
    assert.equal(await page.isHidden("#page-error"), true);
    assert.deepEqual(page.problems, []);
  });

  test("changes of the text judge all summaries again; the language is found", async () => {
    page = await site.open();
    await page.click("#add-summary");
    await page.keyboard.type("Zwölf Menschen wurden gerettet.");
    await page.fill("#text", "Zwölf Menschen wurden am Montag aus dem Haus gerettet.");
    await says(page, /^The text says this/u, 1);
    assert.match(
      await page.locator("#text-language option").first().textContent(),
      /German \(detected\)/u,
    );
    await page.selectOption("#text-language", "en");
    await page.waitForFunction(() => document.getElementById("text").lang === "en");
    await page.locator("#summaries .card-head button").first().click();
    assert.equal(await page.locator("#summaries .card").count(), 1);
  });
});

describe("everybody", { timeout: 300_000 }, () => {
  test("a keyboard is enough: type, hear, correct, copy", async () => {
    page = await site.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await summary().focus();
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(() => /Fifteen/u.test(document.getElementById("told").textContent));
    assert.match(await page.textContent("#told"), /“Fifteen” is not: the text says “Twelve”/u);
    await page.keyboard.press("Tab"); // to what the text objects to
    assert.match(
      await page.evaluate(() => document.activeElement.textContent),
      /Fifteen — The text says Twelve/u,
    );
    await page.keyboard.press("Enter");
    assert.deepEqual(await marked(page, "active"), ["Twelve"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await says(page, /^All 3 statements are in the text\./u);
    await page.getByRole("button", { name: "Copy as JSON" }).click();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    assert.equal(copied.verdict, "supported");
    assert.match(copied.summary, /Twelve people/u);
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    assert.match(
      await page.evaluate(() => navigator.clipboard.readText()),
      /^> Nobody was hurt[\s\S]*All 3 statements/u,
    );
  });

  const states = [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["Persian, dark", { locale: "fa-IR", colorScheme: "dark" }],
    ["narrow", { viewport: { width: 320, height: 640 } }],
  ];
  for (const [name, options] of states) {
    test(`axe-core finds nothing: ${name}`, async () => {
      page = await site.open(options);
      await assertAccessible(page, "sample");
      await page.click("#summaries .figures summary");
      await page.click("#summarise");
      await page.waitForSelector("#candidates .card[data-verdict]");
      await assertAccessible(page, "figures and candidates");
      await page.click("#view-more");
      await page.waitForSelector(".models li");
      await assertAccessible(page, "more");
      await page.click("#view-pairs");
      await page.waitForSelector("#open-table");
      await assertAccessible(page, "many pairs");
    });
  }

  for (const width of [320, 768, 1280, 3840]) {
    test(`nothing is wider than a window of ${width} pixels`, async () => {
      page = await site.open({ viewport: { width, height: 700 }, locale: "de-DE" });
      for (const view of ["check", "more", "pairs"]) {
        await page.click(`#view-${view}`);
        await page.waitForSelector(`#${view}:not([hidden])`);
        assert.ok(
          (await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0,
          view,
        );
      }
    });
  }

  test("prints the texts and the verdicts without its buttons", async () => {
    page = await site.open();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("#summaries .words"), true);
    assert.equal(await page.isVisible("#summarise"), false);
    assert.equal(await page.isVisible("#view-more"), false);
  });
});

describe("writing", { timeout: 240_000 }, () => {
  test("candidates stand beside, each with its verdict; one is used, one copied", async () => {
    page = await site.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.selectOption("#write-type", "key-points");
    await page.click("#summarise");
    await page.waitForSelector("#candidates .card[data-verdict]");
    await page.waitForFunction(() =>
      /to choose from/u.test(document.querySelector("#write .note").textContent),
    );
    const candidate = await page.locator("#candidates .candidate").first().textContent();
    await page
      .locator("#candidates")
      .getByRole("button", { name: "Copy", exact: true })
      .first()
      .click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), candidate);
    await page.locator("#candidates .use").first().click();
    assert.equal(await page.locator("#summaries textarea").nth(1).inputValue(), candidate);
    await page.waitForSelector("#summaries .card:nth-child(2)[data-verdict]");
  });

  test("without a text there is nothing to summarise", async () => {
    page = await site.open();
    await page.click("#clear-text");
    await page.click("#summarise");
    assert.match(await page.textContent("#write .note"), /no text/u);
  });
});
