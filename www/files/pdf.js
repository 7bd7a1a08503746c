/**
 * Reads a PDF with pdf.js, which is loaded for the first, and draws its pages with their blocks.
 */
import * as pdfjs from "../pdfjs/pdf.min.mjs";
import { ask } from "../engine/client.js";
import { UnreadableFile } from "./kinds.js";

pdfjs.GlobalWorkerOptions.workerSrc = new URL("../pdfjs/pdf.worker.min.mjs", import.meta.url).href;

/** The most pages that are read: a long protocol has 400. */
const MOST_PAGES = 600;
/** Types of blocks from here on share colours. */
const COLOURS = 10;

let loading; // the loading task of the PDF that is read or shown; it has a worker

/** Gives up the PDF that is read or shown, with its worker. */
export async function closePdf() {
  const old = loading;
  loading = undefined;
  await old?.destroy().catch(() => undefined);
}

async function pageOf(pdf, index) {
  const page = await pdf.getPage(index);
  const view = page.getViewport({ scale: 1 });
  // The fonts' own names, which say whether they are bold, come with the drawing
  // and are among the fonts' extra properties.
  await page.getOperatorList();
  const { items, styles } = await page.getTextContent();
  for (const [key, style] of Object.entries(styles)) {
    const font = page.commonObjs.has(key) ? page.commonObjs.get(key) : undefined;
    if (font)
      styles[key] = {
        ...style,
        name: font.name,
        bold: Boolean(font.bold || font.black) || /bold/iu.test(font.name),
      };
  }
  return { width: view.width, height: view.height, transform: view.transform, items, styles };
}

/**
 * Reads a PDF; `onPage(index, count)` tells how far. Gives `{ sections, text, blocks, pdf }`.
 * Rejects with the reason of `signal`, or an UnreadableFile.
 */
export async function readPdf(file, { signal, onPage }) {
  await closePdf();
  const data = new Uint8Array(await file.arrayBuffer());
  signal.throwIfAborted();
  const mine = pdfjs.getDocument({
    data,
    disableFontFace: true,
    useSystemFonts: false,
    isEvalSupported: false,
    fontExtraProperties: true,
  });
  loading = mine;
  try {
    const pdf = await mine.promise;
    signal.throwIfAborted();
    if (pdf.numPages > MOST_PAGES) throw new UnreadableFile("filePages", pdf.numPages, MOST_PAGES);
    let sample = "";
    for (let index = 1; index <= pdf.numPages; index += 1) {
      onPage(index, pdf.numPages);
      const page = await pageOf(pdf, index);
      signal.throwIfAborted();
      if (sample.length < 3000) sample += page.items.map(({ str }) => str).join(" ");
      await ask("page", { page, first: index === 1 }, { signal });
    }
    if (!/\p{L}/u.test(sample)) throw new UnreadableFile("fileScan");
    const { language } = await ask("detect", { text: sample }, { signal });
    return { ...(await ask("sections", { isGerman: language === "de" }, { signal })), pdf };
  } catch (error) {
    if (loading === mine) await closePdf();
    if (signal.aborted || error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(error.name === "PasswordException" ? "fileLocked" : "fileBroken");
  }
}

let drawing; // the render task under way: two must not share the canvas
let asked = 0;

/**
 * Draws a page and its blocks, unless another is asked for meanwhile; a block that is clicked is
 * taken.
 */
export async function drawPage({ pdf, blocks }, index, canvas, overlay, take) {
  const mine = ++asked;
  drawing?.cancel();
  await drawing?.promise.catch(() => undefined);
  const page = await pdf.getPage(index);
  if (mine !== asked) return;
  const view = page.getViewport({ scale: 1.5 });
  canvas.width = view.width;
  canvas.height = view.height;
  drawing = page.render({ canvas, viewport: view });
  try {
    await drawing.promise;
  } catch (error) {
    if (error instanceof pdfjs.RenderingCancelledException) return;
    throw error;
  }
  overlay.setAttribute("viewBox", `0 0 ${view.width / 1.5} ${view.height / 1.5}`);
  overlay.replaceChildren(
    ...blocks
      .filter(({ page: on }) => on === index)
      .map(({ left, top, width, height, kind, text }) => {
        const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        for (const [name, value] of Object.entries({
          x: left,
          y: top,
          width,
          height,
          class: `kind-${kind % COLOURS}`,
        })) {
          box.setAttribute(name, String(value));
        }
        box.addEventListener("click", () => take(text));
        return box;
      }),
  );
}
