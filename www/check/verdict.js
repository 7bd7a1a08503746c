/**
 * What a judgement says, as statements and objections. Needs no page: the table of many pairs and
 * the tests read it too.
 */

/** The kinds of evidence that object to a part. */
const OBJECTIONS = new Set(["missing", "number", "name", "date", "negation"]);

/** The least probability of a sentence that the text is shown to say, as the library has it. */
const SHOWN = 0.7;

const within = (span, outer) => span.start < outer.end && span.end > outer.start;

/** The last words of `part` that stand in `text` from `at` on, with the blank before them. */
function endShared(part, text, at) {
  for (const { index } of part.matchAll(/\s/gu)) {
    const end = part.slice(index);
    const next = text.slice(at + end.length, at + end.length + 2);
    if (text.startsWith(end, at) && !/^[\p{L}\p{N}]/u.test(next)) return end;
  }
  return "";
}

/** What the text says in the place of a part: "three hours" in that of "five hours". */
function insteadOf(part, instead, document) {
  if (!instead) return undefined;
  const said = document.slice(instead.start, instead.end);
  return (said + endShared(part, document, instead.end)).trim();
}

/**
 * The statements of a summary, each `found` in the text, `wrong` or `unsure`, and what the text
 * objects to: `{ kind, span, documentSpan, text, instead, insteadSpan }`.
 */
export function readVerdict({ sentences, evidence = [], verdict }, document, summary) {
  const objections = evidence
    .filter(({ kind }) => OBJECTIONS.has(kind))
    .map(({ kind, summarySpan, documentSpan, instead }) => {
      const text = summary.slice(summarySpan.start, summarySpan.end).trim();
      const said = insteadOf(text, instead, document);
      return { kind, span: summarySpan, documentSpan, insteadSpan: instead, text, instead: said };
    });
  const statements = sentences.map(({ span, supported, documentSpan }) => {
    const isWrong = objections.some((one) => within(one.span, span));
    return {
      span,
      documentSpan,
      supported,
      state: isWrong ? "wrong" : supported >= SHOWN ? "found" : "unsure",
    };
  });
  const count = (state) => statements.filter((one) => one.state === state).length;
  return {
    verdict,
    statements,
    objections,
    total: statements.length,
    found: count("found"),
    wrong: count("wrong"),
    unsure: count("unsure"),
  };
}

/** A number in Chinese characters or digits, and what is counted. */
const COUNTED = /^([〇零一二三四五六七八九十百千万亿两\d.,]+)(\D*)$/u;

/** The text that corrects an objection; undefined where only a person can say it. */
export function correctionOf({ kind, text, instead }) {
  if (!instead || kind === "negation" || kind === "missing") return undefined;
  const [, , counted] = COUNTED.exec(text) ?? [];
  if (kind === "number" && counted && COUNTED.exec(instead)?.[2] === "") return instead + counted;
  const [first] = text;
  if (kind !== "number" || first !== first.toLowerCase() || first === first.toUpperCase())
    return instead;
  return instead[0].toLowerCase() + instead.slice(1);
}
