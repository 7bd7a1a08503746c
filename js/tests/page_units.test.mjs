/** What of the page needs no browser: tables, Markdown, sections, corrections, saved rows. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { correctionOf, readVerdict } from "../../www/check/verdict.js";
import { paragraphsOfLayout } from "../../www/files/layout_sections.js";
import { paragraphsOfMarkdown } from "../../www/files/markdown.js";
import { sectionsOf, wholeOf } from "../../www/files/sections.js";
import { guessColumns, readTable, recordsOfCsv } from "../../www/pairs/rows.js";
import { saveRows } from "../../www/pairs/saving.js";
import { binOf, Store } from "../../www/pairs/store.js";

const all = async (items) => {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
};

describe("CSV", () => {
  const cases = [
    [
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      'a,b\n"x, ""y""\nz",2',
      [
        ["a", "b"],
        ['x, "y"\nz', "2"],
      ],
    ],
    [
      "a\tb\n1\t\n",
      [
        ["a", "b"],
        ["1", ""],
      ],
    ],
    [
      "a;b\n1,5;2",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      'a,b\n"",""\n\n3,4"5',
      [
        ["a", "b"],
        ["", ""],
        ["3", '4"5'],
      ],
    ],
    [
      'a,b\n1,"2"',
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
  ];
  for (const [text, records] of cases) {
    test(`is the same whole and letter by letter: ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(await all(recordsOfCsv([text])), records);
      assert.deepEqual(await all(recordsOfCsv([...text])), records);
    });
  }

  test("a file in UTF-16, and columns that tell what they are", async () => {
    const file = new File(
      [Buffer.from("\ufefftitle,body,lang\n你好,世界,zh\n", "utf16le")],
      "a.csv",
    );
    const { columns, rows } = await readTable(file);
    const found = await all(rows);
    assert.deepEqual([columns, found], [["title", "body", "lang"], [["你好", "世界", "zh"]]]);
    assert.deepEqual(guessColumns(columns, found), {
      document: "body",
      summary: "title",
      language: "lang",
    });
    assert.deepEqual(guessColumns(["x", "y"], [["short", "a longer text"]]), {
      document: "y",
      summary: "x",
      language: undefined,
    });
  });
});

test("a JSON array, and rows with other keys", async () => {
  const { columns, rows, format } = await readTable(
    new File(['[{"a":1},{"b":"x","a":null},7]'], "a.json"),
  );
  assert.deepEqual(await all(rows), [[1], [null, "x"], undefined]);
  assert.deepEqual([columns, format], [["a", "b"], "json"]);
});

test("rows are counted, filtered, sorted and saved", async () => {
  const store = new Store(["d", "s"]);
  for (const row of [
    ["Twelve came.", "Fifteen came."],
    ["Twelve came.", "Twelve came."],
    ["", "x"],
  ])
    store.add(row);
  store.map({ document: "d", summary: "s" });
  const objection = {
    kind: "number",
    summarySpan: { start: 0, end: 7 },
    documentSpan: { start: 0, end: 12 },
    instead: { start: 0, end: 6 },
  };
  const sentences = (supported, end) => [
    { span: { start: 0, end }, supported, documentSpan: { start: 0, end: 12 } },
  ];
  const results = [
    {
      probability: 0.02,
      score: 2,
      language: "en",
      read: {},
      verdict: "contradicted",
      sentences: sentences(0.05, 13),
      evidence: [objection],
    },
    {
      probability: 0.9,
      score: 4,
      language: "en",
      read: {},
      verdict: "supported",
      sentences: sentences(0.85, 12),
      evidence: [],
    },
  ];
  results.forEach((result, at) => store.judge(at, result, readVerdict(result, ...store.rows[at])));
  assert.deepEqual(store.counts().verdicts, {
    supported: 1,
    unclear: 0,
    contradicted: 1,
    left: 1,
    waiting: 0,
  });
  assert.equal(store.counts().bins[binOf(0.9)], 1);
  assert.equal(store.view({ verdict: "contradicted" }), 1);
  assert.equal(store.view({ bin: binOf(0.9) }), 1);
  assert.equal(store.view({ words: "fifteen" }), 1);
  store.view({ sort: "probability", descending: true });
  assert.deepEqual([...store.order], [1, 0, 2]);
  const csv = await saveRows(store, store.order, "csv").text(); // without the mark, which decoding takes away
  assert.equal(
    csv.split("\r\n")[2],
    'Twelve came.,Fifteen came.,contradicted,0.02,2,1,0,"[{""kind"":""number"",""text"":""Fifteen"",""instead"":""Twelve""}]",en',
  );
});

test("what the text says instead has the words that a part ends with", () => {
  const saysOf = (summary, text, document, instead) => {
    const [start, from] = [summary.indexOf(text), document.indexOf(instead)];
    const number = {
      kind: "number",
      summarySpan: { start, end: start + text.length },
      instead: { start: from, end: from + instead.length },
    };
    const { objections } = readVerdict({ sentences: [], evidence: [number] }, document, summary);
    return [objections[0].instead, correctionOf(objections[0])];
  };
  const document = "It burned for three hours. Twelve metres were lost.";
  assert.deepEqual(saysOf("It took five hours.", "five hours", document, "three"), [
    "three hours",
    "three hours",
  ]);
  assert.deepEqual(saysOf("It took five hour.", "five hour", document, "three"), ["three", "three"]);
  assert.deepEqual(saysOf("15 metres were lost.", "15 metres", document, "Twelve"), [
    "Twelve metres",
    "Twelve metres",
  ]);
});

test("Markdown loses its marks and keeps its headings", () => {
  const source =
    "---\nt: x\n---\n# One *two*\n\nA **b** `c` [d](e) ![f](g) <https://h.example> 2*3*4 i_j_k.\n> quoted\n\nTitle\n=====\n1. x\n- y\n\n```\ncode # no heading\n```\n| a | b |\n|---|---|\n| c | d |\n";
  assert.deepEqual(paragraphsOfMarkdown(source), [
    { text: "One two", isHeading: true },
    { text: "A b c d f https://h.example 2*3*4 i_j_k.\nquoted", isHeading: false },
    { text: "Title", isHeading: true },
    { text: "x\ny", isHeading: false },
    { text: "code # no heading\na\tb\nc\td", isHeading: false },
  ]);
});

test("a layout loses its running heads and page numbers, and parted words are joined", () => {
  const lines = [];
  const blocks = [];
  const pages = [1, 2, 3].map((number) => ({ number, width: 600, height: 1000 }));
  const add = (page, top, ...texts) => {
    blocks.push({ page, top, height: 20, firstLine: lines.length, lines: texts.length, kind: 0 });
    for (const text of texts)
      lines.push({ text: text.replace("**", ""), bold: text.startsWith("**"), height: 10 });
  };
  for (let page = 1; page <= 3; page += 1) {
    add(page, 10, `The Journal ${page}`);
    add(page, 200, `**Part ${"ABC"[page - 1]}${"xyz"[page - 1]}`);
    add(page, 300, "The coun-", "cil met in May.");
    add(page, 960, String(page));
  }
  const paragraphs = paragraphsOfLayout({ blocks, lines, em: 10, pages });
  assert.deepEqual(
    sectionsOf(paragraphs).map(({ title, text, page }) => [title, text, page]),
    [
      ["Part Ax", "The council met in May.", 1],
      ["Part By", "The council met in May.", 2],
      ["Part Cz", "The council met in May.", 3],
    ],
  );
  assert.equal(wholeOf(paragraphs.slice(0, 2)), "Part Ax\n\nThe council met in May.");
});

test("corrections keep what is counted and how a word begins", () => {
  const of = (text, instead, kind = "number") => correctionOf({ kind, text, instead });
  assert.equal(of("Fifteen", "Twelve"), "Twelve");
  assert.equal(of("fifteen", "Twelve"), "twelve");
  assert.equal(of("十五人", "十二"), "十二人");
  assert.equal(of("Dallas", "Denton", "name"), "Denton");
  assert.equal(of("Nobody came", "came", "negation"), undefined);
  assert.equal(of("Dallas", null, "missing"), undefined);
});
