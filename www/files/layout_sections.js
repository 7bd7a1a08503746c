/**
 * Paragraphs of a laid-out document, from its blocks and lines in the order of reading: without
 * running heads and page numbers, with words joined that were parted at the end of a line.
 */

/** The most lines and characters of a heading. */
const HEADING = { lines: 3, characters: 120 };
/**
 * A running head is short and stands, but for its digits, on this many pages, in this share of the
 * page's height at its upper or lower edge.
 */
const REPEATED = 3;
const EDGE = 0.12;

const CJK = /[\u3000-\u9fff\uff00-\uffef]$/u;
const SENTENCE_END = /[.!?。！？؟:;,،]\s*$/u;

/** The lines of a block as one text. */
function join(lines) {
  let text = "";
  for (const { text: line } of lines) {
    if (text === "") text = line;
    else if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line))
      text = text.slice(0, -1) + line;
    else text += (CJK.test(text) && /^[\u3000-\u9fff]/u.test(line) ? "" : " ") + line;
  }
  return text;
}

/** Paragraphs as `sectionsOf` takes them, of what `PageLayout.blocks` gives. */
export function paragraphsOfLayout({ blocks, lines, em, pages: sizes }) {
  const heights = new Map(sizes.map(({ number, height }) => [number, height]));
  const all = blocks.map((block) => {
    const own = lines.slice(block.firstLine, block.firstLine + block.lines);
    const text = join(own);
    return { block, own, text, key: text.replace(/[\d\s]+/gu, "") };
  });
  const isAtEdge = ({ page, top, height }) => {
    const middle = (top + height / 2) / heights.get(page);
    return middle < EDGE || middle > 1 - EDGE;
  };
  const pages = new Map(); // short text without its digits → the pages that have it
  for (const { key, text, block } of all) {
    if (text.length > HEADING.characters || !isAtEdge(block)) continue;
    if (!pages.has(key)) pages.set(key, new Set());
    pages.get(key).add(block.page);
  }
  const isRunning = ({ key, text, block }) =>
    text.length <= HEADING.characters &&
    isAtEdge(block) &&
    (key === "" || (pages.get(key)?.size ?? 0) >= REPEATED);
  return all
    .filter((one) => !isRunning(one))
    .map(({ block, own, text }) => {
      const isShort = own.length <= HEADING.lines && text.length <= HEADING.characters;
      const isBold = own.every(({ bold }) => bold);
      const isTall = own.every(({ height }) => height > 1.3 * em);
      const isHeading =
        isShort && (isBold || isTall) && !SENTENCE_END.test(text) && /\p{L}{2}/u.test(text);
      return { text, isHeading, page: block.page };
    });
}
