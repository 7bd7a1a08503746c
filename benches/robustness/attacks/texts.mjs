/** Odd texts through every call that takes one. */
import assert from "node:assert/strict";
import * as epitome from "epitome";

export const group = "odd texts";

const TEXTS = {
  "lone surrogates": "a\ud800 b\udc00 \ud83d. \udc00\ud800 3 May.",
  "NUL and controls": "The\0 line\u0001 opens\u0007 in\u001b[31m May\u0085.\u0000",
  "marks of direction": "The \u202eline\u202c opens \u2067in\u2069 May \u200f۳\u200e 2024.",
  "noncharacters": "a \uffff b \ufffe c \ufdd0 \u{1ffff} \u{10ffff}. 5 d.",
  "private use and unassigned": "\ue000\ue001 \u{f0000} a1 \u{50000} \u0378.",
  "a long word of marks": `a${"\u0301\u0489\u20dd".repeat(60_000)} b.`,
  "emoji joined without end": `a ${"👨\u200d".repeat(60_000)}`,
  "flags of half a million": `a ${"🇩🇪🇨".repeat(80_000)}`,
  "only blanks but one letter": `${"\u3000\u00a0\u2028 \t".repeat(100_000)}a`,
  "all kinds of digits": "1१১੧௧۱١１𝟏𝟙🄁 ½ ⅻ ① 二〇二四 ٪٣ 1,2,3.4.5e400 −5 +-+5 0x1F 1_000 ١٬٠٠٠",
  "a number of 200,000 digits": `It cost ${"9".repeat(200_000)} euros and ${"1,".repeat(50_000)}1.`,
  "exponents and signs": "1e999 -1e999 1e-999 NaN Infinity -0 0/0 5% of 1e308% €€€$$$ 1/0",
  "dates that are none": "On 99 May 99999, 31.02.2024, 2024-13-45, 12/34/56, ۹۹ خرداد, 13月45日 and 25:61.",
  "quotes never closed": `${"“‘«「『《\"'".repeat(10_000)} said a.`,
  "brackets a hundred thousand deep": `${"([{（".repeat(25_000)}a${"）}])".repeat(25_000)}`,
  "markup a hundred thousand deep": `${"<div>".repeat(50_000)}a line opens${"</div>".repeat(50_000)}`,
  "Markdown nested deep": Array.from({ length: 3000 }, (_, at) => `${" ".repeat(at % 400)}${">".repeat(at % 90)} ${"#".repeat(at % 9)} - [a](b${at})`).join("\n"),
  "a table of a thousand columns": Array.from({ length: 60 }, () => `|${" a1 |".repeat(1000)}`).join("\n"),
  "a mail quoted a thousand deep": Array.from({ length: 1000 }, (_, at) => `${"> ".repeat(at)}The line opens ${at}.`).join("\n"),
  "line ends of every kind": "a\r\nb\rc\u2028d\u2029e\u000bf\u000cg\u0085h. 1\n\r\n\r",
  "abbreviations without end": "z. B. u. a. d. h. Mr. Dr. Prof. St. U.S.A. e.g. i.e. ".repeat(4000),
  "addresses": "https://a.b/%00%ff?x=<script>alert(1)</script>&y=javascript:alert(1) mailto:a@b ".repeat(1000),
  "a script in the text": "</script><script>alert(1)</script><img src=x onerror=alert(1)> The line opens in May.",
  "words of a prototype": "__proto__ constructor toString hasOwnProperty valueOf then 1",
  "template of a regular expression": "(a+)+$ [\\p{L}]* \\1 (?<=a)b {1,99999} $& $1 $` 1",
  "one sentence ten thousand times": "The line opens in May. ".repeat(10_000),
  "fullwidth and ligatures": "Ｔｈｅ　ｌｉｎｅ　ﬁrst ﬃ Ǆ ŉ ẞ İ ı ſ ﷺ ㍿ ㌔ 1",
  "casing that changes length": "İİİ ßßß ŉŉŉ ΐ ΰ ﬃ".repeat(3000),
};

/** Spans lie within the text, and numbers are numbers. */
function assertSound(found, document, summary) {
  assert.ok(found.score >= 1 && found.score <= 5 && found.probability >= 0 && found.probability <= 1);
  const within = (span, text) => assert.ok(span === undefined || span === null || (span.start >= 0 && span.start <= span.end && span.end <= text.length), JSON.stringify(span));
  for (const { summarySpan, documentSpan, instead } of found.evidence ?? []) {
    within(summarySpan, summary);
    within(documentSpan, document);
    within(instead, document);
  }
}

async function everything(text) {
  const { detectLanguage, entityFactuality, extractiveFragments, Matcher, prepareCorpus, rouge, selectTexts, Summarizer } = epitome;
  for (const language of ["en", "de", "zh", "fa"]) {
    const matcher = await Matcher.create({ language });
    const short = text.slice(0, 20_000);
    for (const [document, summary] of [[text, "The line opens in May."], ["The line opens in May. 1", short], [short, short]]) {
      assertSound(await matcher.match(document, summary, { explain: true }), document, summary);
    }
    matcher.destroy();
    for (const type of ["tldr", "key-points", "teaser", "headline"]) {
      const summarizer = await Summarizer.create({ type, language });
      assert.equal(typeof (await summarizer.summarize(text)), "string");
      summarizer.destroy();
    }
    await entityFactuality(text, text.slice(0, 5000), { language });
  }
  await detectLanguage(text);
  await rouge(text.slice(0, 5000), text);
  await extractiveFragments(text, text.slice(0, 5000));
  for (const recipe of ["gigaword", "arman"]) await prepareCorpus([{ document: text, summary: text.slice(0, 100) }], { recipe });
  await selectTexts([text, text, "a 1"].map((one) => ({ text: one, score: 1 })), { items: 2 });
}

export const attacks = Object.fromEntries(Object.entries(TEXTS).map(([name, text]) => [name, () => everything(text)]));
