/**
 * The text of an HTML page: what a reader sees, a line for each block. Linear in the page, also where
 * tags, comments and elements are not closed.
 */

/** Where comments begin, and elements whose content nobody reads. */
const UNSEEN = /<!--|<(script|style|head|template|noscript|svg)\b/giu;

const COMMENT = "!--";

/** Elements that begin a line. */
const BLOCKS =
  /<\/?(address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)\b[^>]*>/giu;

const NAMED: Readonly<Record<string, string>> = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", shy: "\u00AD", zwnj: "\u200C",
  zwj: "\u200D", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”",
  bdquo: "„", laquo: "«", raquo: "»", hellip: "…", middot: "·", bull: "•", euro: "€",
  auml: "ä", ouml: "ö", uuml: "ü", Auml: "Ä", Ouml: "Ö", Uuml: "Ü", szlig: "ß",
  eacute: "é", egrave: "è", agrave: "à", ccedil: "ç", deg: "°", copy: "©", reg: "®",
};

/** The text of `html`. */
export function textOfHtml(html: string): string {
  const seen = withoutUnseen(html).replace(/\s+/gu, " ");
  // Behind the last `>` no tag ends, and looking for its end from each `<` would be dear.
  const end = seen.lastIndexOf(">") + 1;
  const tagged = seen.slice(0, end).replace(BLOCKS, "\n").replace(/<[!?/a-zA-Z][^>]*>/gu, "");
  const text = (tagged + seen.slice(end)).replace(
    /&(#x[\da-f]+|#\d+|\w+);/giu,
    (whole, name: string) => character(name) ?? whole,
  );
  const lines = text.split("\n").map((line) => line.trim());
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

/** `html` without comments and the elements that nobody reads; what is not closed stays. */
function withoutUnseen(html: string): string {
  const opening = new RegExp(UNSEEN);
  const unclosed = new Set<string>();
  let text = "";
  let from = 0;
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const name = found[1]?.toLowerCase() ?? COMMENT;
    if (unclosed.has(name)) continue;
    const closing = name === COMMENT ? /-->/gu : new RegExp(`</${name}\\s*>`, "giu");
    closing.lastIndex = opening.lastIndex;
    if (closing.exec(html) === null) {
      unclosed.add(name);
      continue;
    }
    text += html.slice(from, found.index) + (name === COMMENT ? "" : "\n");
    from = opening.lastIndex = closing.lastIndex;
  }
  return text + html.slice(from);
}

/** The character of a reference, without `&` and `;`. */
function character(name: string): string | undefined {
  if (!name.startsWith("#")) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const hexadecimal = /^#x/iu.test(name);
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
