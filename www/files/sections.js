/** Sections of a document: what stands between its headings, in the order of reading. */

/**
 * Groups paragraphs, `{ text, isHeading, page }`, to sections, `{ title, text, page }`. A heading
 * without text under it is joined to the next one.
 */
export function sectionsOf(paragraphs) {
  const sections = [];
  let open;
  for (const { text, isHeading, page } of paragraphs) {
    if (text.trim() === "") continue;
    if (isHeading && open?.paragraphs.length === 0) open.title += ` · ${text.trim()}`;
    else if (isHeading || open === undefined)
      sections.push((open = { title: isHeading ? text.trim() : "", page, paragraphs: [] }));
    if (!isHeading) open.paragraphs.push(text.trim());
  }
  return sections
    .filter(({ paragraphs: own }) => own.length > 0)
    .map(({ title, page, paragraphs: own }) => ({
      title: title || own[0].slice(0, 60),
      page,
      text: own.join("\n\n"),
    }));
}

/** The whole text of paragraphs. */
export const wholeOf = (paragraphs) =>
  paragraphs
    .map(({ text }) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
