/** The page in Chromium: many pairs from a table, judged, filtered, sorted, saved. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import { assertAccessible, says, startPage } from "./support/page.mjs";

let site, page;

before(async () => {
  site = await startPage();
});
after(() => site?.close());
afterEach(async () => {
  await page?.context().close();
  page = undefined;
});

const TEXT =
  'The bridge in Arlow, "the old lady", was closed on Monday.\nTwelve people were stopped.';
const SUMMARIES = [
  "Twelve people were stopped.",
  "Fifteen people were stopped.",
  "Bananas are cheap.",
];

async function give(name, content) {
  await page.click("#view-pairs");
  await page.setInputFiles("#table-file", {
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(content),
  });
  await page.waitForSelector(".pairs-work:not([hidden])");
}

async function judge() {
  await page.click("#judge-all");
  await page.waitForSelector("#judge-all:not([hidden])");
  assert.equal(await page.textContent("#pairs-error"), "");
}

async function save(format) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click(`#save-${format}`),
  ]);
  return await readFile(await download.path(), "utf8");
}

const chips = () => page.locator(".chips button:not([hidden])").allTextContents();
const shown = (column) =>
  page.locator(`.rows tbody tr:not(.spacer) td:nth-child(${column})`).allTextContents();

const quoted = (value) => `"${value.replaceAll('"', '""')}"`;

test(
  "a table with quotes and line breaks: all fields kept, rows without a pair left out",
  { timeout: 180_000 },
  async () => {
    page = await site.open();
    const rows = [
      ["id", "article", "headline", "note"],
      ...SUMMARIES.map((summary, at) => [String(at), TEXT, summary, "a;b"]),
      ["3", "", "x", ""],
      ["4", TEXT, "—", ""],
    ];
    await give("pairs.csv", rows.map((row) => row.map(quoted).join(",")).join("\r\n"));
    assert.equal(await page.inputValue("#column-document"), "article");
    assert.equal(await page.inputValue("#column-summary"), "headline");
    assert.match(await page.textContent("#pairs-status"), /5 rows/u);
    await judge();
    assert.match(await page.textContent("#pairs-status"), /^3 of 3 checked/u);
    assert.deepEqual(await chips(), [
      "All 5",
      "Supported 1",
      "Unclear 1",
      "Contradicted 1",
      "Left out 2",
    ]);
    await assertAccessible(page, "a judged table");

    const csv = await save("csv");
    assert.ok(csv.startsWith("\ufeffid,article,headline,note,verdict,probability,"));
    assert.ok(csv.includes(`1,${quoted(TEXT)},Fifteen people were stopped.,a;b,contradicted,`));
    const lines = (await save("jsonl"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ id, verdict }) => [id, verdict]),
      [
        ["0", "supported"],
        ["1", "contradicted"],
        ["2", "unclear"],
        ["3", "left"],
        ["4", "left"],
      ],
    );
    assert.deepEqual(lines[1].objections, [{ kind: "number", text: "Fifteen", instead: "Twelve" }]);

    await page.click(".chips [data-verdict=contradicted]");
    await page.waitForFunction(
      () => document.querySelectorAll(".rows tbody tr:not(.spacer)").length === 1,
    );
    assert.match((await shown(2))[0], /Fifteen ≠ Twelve/u);
    assert.match(await page.textContent("#save-csv"), /^Save 1 row as CSV/u);
    assert.equal((await save("jsonl")).trim().split("\n").length, 1);
    await page.locator(".rows tbody button").click();
    await says(page, /it says .?Twelve/u);
    assert.equal(await page.inputValue("#text"), TEXT);
    assert.deepEqual(page.problems, []);
  },
);

test("a table to try, in four languages", { timeout: 180_000 }, async () => {
  page = await site.open();
  await page.click("#view-pairs");
  await page.click("#sample-table");
  await page.waitForSelector(".pairs-work:not([hidden])");
  assert.equal(await page.inputValue("#column-language"), "column:language");
  await judge();
  assert.ok((await chips()).some((chip) => /^Contradicted|^Supported/u.test(chip)));
  assert.deepEqual(page.problems, []);
});

test(
  "JSON lines: numbers keep their digits, bad lines are left out, names that are taken stay",
  { timeout: 180_000 },
  async () => {
    page = await site.open();
    const lines = [
      `{"id": 12345678901234567890, "document": ${JSON.stringify(TEXT)}, "summary": "${SUMMARIES[0]}", "verdict": "mine"}`,
      "no json",
      JSON.stringify({ id: 2, document: TEXT, summary: SUMMARIES[1], more: { a: [1] } }),
    ];
    await give("pairs.jsonl", lines.join("\n"));
    await judge();
    const [first, second] = (await save("jsonl")).trim().split("\n");
    assert.ok(first.startsWith('{"id": 12345678901234567890, '));
    assert.deepEqual(
      [JSON.parse(first).verdict, JSON.parse(first).epitome_verdict],
      ["mine", "supported"],
    );
    assert.deepEqual(JSON.parse(second).more, { a: [1] });
    assert.deepEqual(await chips(), ["All 3", "Supported 1", "Contradicted 1", "Left out 1"]);
  },
);

test(
  "columns are changed by hand; a file without pairs says so",
  { timeout: 180_000 },
  async () => {
    page = await site.open();
    await give(
      "odd.tsv",
      `a\tb\tc\n${TEXT.replace("\n", " ").replaceAll('"', "")}\tnothing\t${SUMMARIES[1]}\n`,
    );
    await page.selectOption("#column-document", "a");
    await page.selectOption("#column-summary", "c");
    await judge();
    assert.deepEqual(await chips(), ["All 1", "Contradicted 1"]);
    await page.setInputFiles("#table-file", {
      name: "empty.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("a\n"),
    });
    await page.waitForSelector("#pairs-error:not([hidden])");
    assert.match(
      await page.textContent("#pairs-error"),
      /empty\.csv could not be read: it has no rows with two columns/u,
    );
  },
);

test(
  "100,000 rows: read, scrolled, filtered; stopping keeps what is done, and it goes on",
  { timeout: 300_000 },
  async () => {
    page = await site.open();
    const many = 100_000;
    const lines = ["text,summary"];
    for (let at = 0; at < many; at += 1)
      lines.push(
        `Bridge ${at} was closed on Monday.,Bridge ${at} was closed on ${at % 2 ? "Monday" : "Tuesday"}.`,
      );
    await give("many.csv", lines.join("\n"));
    assert.match(await page.textContent("#pairs-status"), /100,000 rows/u);
    await page.click("#judge-all");
    await page.waitForFunction(() =>
      /^[1-9][\d,]* of 100,000 checked/u.test(document.getElementById("pairs-status").textContent),
    );
    await page.waitForTimeout(1500);
    await page.click("#stop-judging");
    await page.waitForFunction(() =>
      document.getElementById("pairs-status").textContent.startsWith("Stopped"),
    );
    const done = async () => {
      const all = (await chips())
        .map((chip) => chip.match(/^(\D+?) ([\d,]+)$/u))
        .map(([, name, count]) => [name, Number(count.replaceAll(",", ""))]);
      return Object.fromEntries(all);
    };
    const kept = await done();
    assert.ok(kept.Supported > 0 && kept.Waiting > 0);
    assert.equal(kept.All, many);

    // The last row, far below what the window shows, with few rows in the page.
    await page.locator(".rows-frame").evaluate((frame) => (frame.scrollTop = frame.scrollHeight));
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".rows tbody button")].some(
        (each) => each.textContent === "100,000",
      ),
    );
    assert.ok((await page.locator(".rows tbody tr").count()) < 60);
    await page.locator(".histogram .bar:not([disabled])").last().click();
    await page.waitForFunction(() => document.querySelector(".histogram [aria-pressed=true]"));
    await page.getByRole("button", { name: "Fits" }).first().click();
    await page.waitForFunction(() => document.querySelector("th[aria-sort]")?.textContent === "Fits");

    assert.equal(await page.textContent("#judge-all"), "Go on");
    await page.click("#judge-all");
    await page.waitForFunction(
      (least) =>
        Number(
          document.querySelector(".chips [data-verdict=supported]").textContent.replace(/\D/gu, ""),
        ) > least,
      kept.Supported,
    );
    await page.click("#stop-judging");
    await page.waitForSelector("#judge-all:not([hidden])");
    assert.ok((await done()).Supported > kept.Supported);
    assert.deepEqual(page.problems, []);
  },
);
