/**
 * Laid-out documents: boxes of text at their places, from pdftohtml or pdf.js.
 * A PageLayout is the source as it was given; the WebAssembly side reads it.
 */
import { startedEngine } from "./current.js";
import { DataError } from "./errors.js";
import { checkDepth, checkOptions, checkString, checkWhole, describe } from "./options.js";

/** A text item of pdf.js (`TextItem`); marked content is passed over. */
export interface PdfJsItem {
  /** The text. */
  str?: string;
  /** From the item's space to the page's. */
  transform?: readonly number[];
  /** The width, in units of the page. */
  width?: number;
  /** The key of its font in `styles`. */
  fontName?: string;
}

/** What is known of a font of pdf.js (`TextStyle`). */
export interface PdfJsStyle {
  /** The ascent in ems. */
  ascent?: number;
  /** The descent in ems, negative. */
  descent?: number;
  /** The generic family. */
  fontFamily?: string;
  /** The name in the PDF: `page.commonObjs.get(fontName).name`, with `fontExtraProperties`. */
  name?: string;
  /** Whether it is bold: `page.commonObjs.get(fontName).bold`. Default: as its name says. */
  bold?: boolean;
}

/** A page of pdf.js: its viewport and what `page.getTextContent()` gave. */
export interface PdfJsPage {
  /** The width of `page.getViewport({ scale: 1 })`. */
  width: number;
  /** Its height. */
  height: number;
  /** Its transform. Default: that of an unrotated page. */
  transform?: readonly number[];
  /** The `items` of the text content. */
  items: readonly PdfJsItem[];
  /** The `styles` of the text content. */
  styles?: Record<string, PdfJsStyle>;
}

/** The heights at which clusters are cut, in ems of the document. */
export interface LayoutCuts {
  /** Pieces to words. */
  words: number;
  /** Words to lines. */
  lines: number;
  /** Lines to blocks. */
  blocks: number;
}

/** The options of `blocks`. */
export interface BlockOptions {
  /** How many types of blocks there are, 1 to 100. Default: 10. */
  kinds?: number;
  /** The seed of k-means. Default: 1. */
  seed?: number;
  /** The heights to cut at. Default: chosen from the document's own distances. */
  cuts?: LayoutCuts;
}

/** A place on a page, in its units, from its upper left corner. */
export interface PagePlace {
  /** The number of the page, from 1. */
  page: number;
  /** The left edge. */
  left: number;
  /** The upper edge. */
  top: number;
  /** The width. */
  width: number;
  /** The height. */
  height: number;
}

/** A line of text. */
export interface LayoutLine extends PagePlace {
  /** Its words, separated by single spaces. */
  text: string;
  /** The index of its block. */
  block: number;
  /** Whether most of it is bold. */
  bold: boolean;
}

/** A block of lines. */
export interface LayoutBlock extends PagePlace {
  /** Its type, from 0. */
  kind: number;
  /** The number of its column on the page, from 0. */
  column: number;
  /** The index of its first line. */
  firstLine: number;
  /** The number of its lines. */
  lines: number;
}

/** The lines and blocks of a document, both in the order of reading. */
export interface DocumentBlocks {
  /** The pages. */
  pages: { number: number; width: number; height: number }[];
  /** The lines. */
  lines: LayoutLine[];
  /** The blocks. */
  blocks: LayoutBlock[];
  /** The heights that were cut at. */
  cuts: LayoutCuts;
  /** The size of the commonest font: the unit of the cuts. */
  em: number;
}

/** Where the source of a layout is kept for the classes of this package. */
const sources = new WeakMap<PageLayout, { format: string; source: unknown }>();

/** How many pages or text items are looked at: more than the boxes that a layout may have. */
const MOST_ITEMS = 1_000_000;

/** A laid-out document. Made by `fromPdfToHtml` and `fromPdfJs`; holds no WebAssembly memory. */
export class PageLayout {
  private constructor(format: string, source: unknown) {
    sources.set(this, { format, source });
  }

  /** The XML that `pdftohtml -xml` writes. Whether it is sound, `blocks` and `classify` tell. */
  static fromPdfToHtml(xml: string): PageLayout {
    return new PageLayout("pdftohtml", checkString("PageLayout.fromPdfToHtml: xml", xml));
  }

  /**
   * The pages of pdf.js, or the text items of a single page, whose size is then
   * that of its text. pdf.js 5 counts word spacing twice in fonts with two-byte
   * codes, so that columns run into one another; pdf.js 6 does not.
   */
  static fromPdfJs(pages: readonly PdfJsPage[] | readonly PdfJsItem[]): PageLayout {
    const place = "PageLayout.fromPdfJs";
    if (!Array.isArray(pages)) {
      throw new DataError(`${place}: expected an array of pages or text items, got ${describe(pages)}`, {
        code: "invalid-argument",
      });
    }
    if (pages.length > MOST_ITEMS) {
      throw new DataError(`${place}: got ${pages.length} pages or text items; at most ${MOST_ITEMS} are read`, {
        code: "invalid-layout",
      });
    }
    const listed: readonly (PdfJsPage | PdfJsItem)[] = pages;
    const single = listed.length > 0 && listed.every((entry) => !isPage(entry));
    const all = single ? [pageOf(listed as readonly PdfJsItem[])] : (listed as readonly PdfJsPage[]);
    return new PageLayout("pdfjs", all.map((page, index) => plainPage(`${place}: pages[${index}]`, page)));
  }

  /**
   * The words, lines and blocks of the document, their types, columns and order
   * of reading.
   *
   * Rejects with a DataError: `invalid-layout` for malformed XML or numbers that
   * cannot be of a page, `invalid-argument` for an option out of its range.
   */
  async blocks(options?: BlockOptions): Promise<DocumentBlocks> {
    const place = "PageLayout.blocks";
    const checked = { ...checkOptions(place, options, ["kinds", "seed", "cuts"]) };
    for (const key of ["kinds", "seed"] as const) {
      const value = checked[key];
      checkWhole(`${place}: ${key}`, value);
      if (value === undefined) delete checked[key];
    }
    if (checked.cuts === undefined) delete checked.cuts;
    checkDepth(place, checked);
    const { format, source } = sourceOf(place, this);
    const engine = await startedEngine(place);
    return engine.run((wasm) => wasm.pageBlocks(format, source, checked)) as DocumentBlocks;
  }
}

/** What a layout was made of. */
export function sourceOf(place: string, layout: unknown): { format: string; source: unknown } {
  const found = sources.get(layout as PageLayout);
  if (found !== undefined) return found;
  throw new DataError(`${place}: expected a PageLayout, got ${describe(layout)}`, {
    code: "invalid-argument",
  });
}

function isPage(entry: unknown): entry is PdfJsPage {
  return entry !== null && typeof entry === "object" && "items" in entry;
}

/** The page of items without a size: as large as its text. */
function pageOf(items: readonly PdfJsItem[]): PdfJsPage {
  let width = 0;
  let height = 0;
  for (const item of items) {
    const [, , , size = 0, left = 0, bottom = 0] = item?.transform ?? [];
    width = Math.max(width, left + (item?.width ?? 0));
    height = Math.max(height, bottom + Math.abs(size));
  }
  return { width, height, items };
}

/** A page with the fields that are read, and no others. */
function plainPage(place: string, page: PdfJsPage): unknown {
  if (!isPage(page) || !Array.isArray(page.items)) {
    throw new DataError(`${place}: expected { width, height, items }, got ${describe(page)}`, {
      code: "invalid-argument",
    });
  }
  const styles = Object.entries(page.styles ?? {}).map(([key, style]) => [
    key,
    defined({
      fontFamily: style.fontFamily,
      ascent: style.ascent,
      descent: style.descent,
      name: style.name,
      bold: style.bold,
    }),
  ]);
  return checkDepth(place, defined({
    width: page.width,
    height: page.height,
    transform: page.transform && [...page.transform],
    items: page.items.map((item: PdfJsItem) =>
      defined({
        str: item?.str,
        transform: item?.transform && [...item.transform],
        width: item?.width,
        fontName: item?.fontName,
      }),
    ),
    styles: Object.fromEntries(styles),
  }));
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
