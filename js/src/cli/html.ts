/** The text of an HTML page: what a reader sees, a line for each block. */

/** Elements whose content nobody reads. */
const UNSEEN = /<(script|style|head|template|noscript|svg)\b[^>]*>[\s\S]*?<\/\1\s*>/giu;

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
  const text = html
    .replace(/<!--[\s\S]*?-->/gu, "")
    .replace(UNSEEN, "\n")
    .replace(/\s+/gu, " ")
    .replace(BLOCKS, "\n")
    .replace(/<[!?/a-zA-Z][^>]*>/gu, "")
    .replace(/&(#x[\da-f]+|#\d+|\w+);/giu, (whole, name: string) => character(name) ?? whole);
  const lines = text.split("\n").map((line) => line.trim());
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

/** The character of a reference, without `&` and `;`. */
function character(name: string): string | undefined {
  if (!name.startsWith("#")) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const hexadecimal = /^#x/iu.test(name);
  const code = Number.parseInt(name.slice(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
