/** The paragraphs of Markdown, without its marks (CommonMark's commonest). */

/** Takes the marks within a line away: emphasis, code, links, images, escapes. */
const inline = (line) =>
  line
    .replace(/!\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])/gu, "$1")
    .replace(/<((?:https?:|mailto:)[^>\s]+)>/gu, "$1")
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gu, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])/gu, "$2")
    .replace(/`+([^`]+)`+/gu, "$1")
    .replace(/\\([\\`*_{}[\]()#+\-.!>~|])/gu, "$1");

/** Paragraphs as `sectionsOf` takes them. */
export function paragraphsOfMarkdown(source) {
  const paragraphs = [];
  let lines = [];
  let fence; // what closes the block of code that is open
  const end = () => {
    if (lines.length > 0) paragraphs.push({ text: lines.join("\n"), isHeading: false });
    lines = [];
  };
  const text = source.replace(/\r\n?/gu, "\n").replace(/^---\n[\s\S]*?\n---\n/u, "");
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(```+|~~~+)/u.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      else lines.push(line);
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/u.exec(line);
    if (heading !== null) {
      end();
      paragraphs.push({ text: inline(heading[1]), isHeading: true });
    } else if (/^ {0,3}(?:=+|-+)\s*$/u.test(line) && lines.length === 1) {
      paragraphs.push({ text: lines.pop(), isHeading: true });
    } else if (/^\s*$/u.test(line) || /^ {0,3}(?:[-*_]\s*){3,}$/u.test(line)) end();
    else if (/^\s*\|?[\s:|-]+\|[\s:|-]*$/u.test(line))
      continue; // the rule of a table
    else
      lines.push(
        inline(
          line
            .replace(/^\s*(?:>\s?)+/u, "")
            .replace(/^\s*(?:[-*+]|\d+[.)])\s+/u, "")
            .replace(/^\s*\||\|\s*$/gu, "")
            .replace(/\s*\|\s*/gu, "\t")
            .trim(),
        ),
      );
  }
  end();
  return paragraphs;
}
