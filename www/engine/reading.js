/** Takes the layout of a PDF apart, in the worker. */
import { LineClassifier, PageLayout } from "../epitome/dist/standalone.js";
import { paragraphsOfLayout } from "../files/layout_sections.js";
import { sectionsOf, wholeOf } from "../files/sections.js";

/** How many speeches a protocol has at least. */
const FEWEST_SPEECHES = 3;

let classifier; // promise of the classifier of protocols
let pages = []; // of the PDF that is being read

/** The speeches of a German parliamentary protocol; none of any other document. */
async function speechesOf(layout, signal) {
  classifier ??= LineClassifier.create();
  classifier.catch(() => (classifier = undefined));
  const found = await (await classifier).classify(layout, { signal });
  return found.sections
    .filter(({ heading }) => /\):?\s*$|^(?:Präsident|Vizepräsident)/u.test(heading))
    .map(({ heading, text, page }) => ({ title: heading, text, page }));
}

export const reading = {
  /** Takes the next page that pdf.js gave; with `first` of a new PDF. */
  async page({ page, first }) {
    if (first) pages = [];
    pages.push(page);
  },

  /** The sections, the whole text and the blocks of the pages so far. */
  async sections({ isGerman }, { signal }) {
    const layout = PageLayout.fromPdfJs(pages);
    const found = await layout.blocks();
    const paragraphs = paragraphsOfLayout(found);
    let sections = sectionsOf(paragraphs);
    if (isGerman) {
      const speeches = await speechesOf(layout, signal).catch(() => []);
      if (speeches.length >= FEWEST_SPEECHES) sections = speeches;
    }
    pages = [];
    const blocks = found.blocks.map(
      ({ page, left, top, width, height, kind, firstLine, lines }) => ({
        page,
        left,
        top,
        width,
        height,
        kind,
        text: found.lines
          .slice(firstLine, firstLine + lines)
          .map(({ text }) => text)
          .join(" "),
      }),
    );
    return { sections, text: wholeOf(paragraphs), blocks };
  },
};
