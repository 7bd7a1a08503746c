/** The card that takes a PDF: its blocks in colour over the page, its speeches as a list. */
import { LineClassifier, PageLayout } from "./epitome/dist/index.browser.js";
import * as pdfjs from "./pdfjs/pdf.min.mjs";
import { byId, element, nextFrame, showError } from "./samples.js";

pdfjs.GlobalWorkerOptions.workerSrc = new URL("./pdfjs/pdf.worker.min.mjs", import.meta.url).href;

/** The most pages that are read: a long protocol has 400. */
const MOST_PAGES = 600;
/** Types of blocks from here on share colours. */
const COLOURS = 10;

export function startDocument() {
  const form = byId("pdf-form");
  const file = byId("pdf-file");
  const status = byId("pdf-status");
  const problem = byId("pdf-error");
  const result = byId("pdf-result");
  const canvas = byId("pdf-page");
  const overlay = byId("pdf-blocks");
  const number = byId("pdf-number");
  const list = byId("pdf-sections");
  let classifier; // promise of the line classifier
  let loading; // the loading task of the PDF that is read or shown; it has a worker
  let open; // { pdf, blocks, sections }
  let run = 0;
  let drawing; // the render task under way: two must not share the canvas
  let shown = 0;

  async function pageOf(pdf, index) {
    const page = await pdf.getPage(index);
    const view = page.getViewport({ scale: 1 });
    // The fonts' own names, which say whether they are bold, come with the drawing
    // and are among the fonts' extra properties.
    await page.getOperatorList();
    const { items, styles } = await page.getTextContent();
    for (const [key, style] of Object.entries(styles)) {
      const font = page.commonObjs.has(key) ? page.commonObjs.get(key) : undefined;
      if (font) styles[key] = { ...style, name: font.name, bold: Boolean(font.bold || font.black) || /bold/iu.test(font.name) };
    }
    return { width: view.width, height: view.height, transform: view.transform, items, styles };
  }

  /** Gives up the PDF that is read or shown, with its worker. */
  function close() {
    shown += 1;
    drawing?.cancel();
    open = undefined;
    loading?.destroy().catch(() => undefined);
    loading = undefined;
  }

  async function read(chosen) {
    const mine = ++run;
    close();
    showError(problem, undefined, [file]);
    result.hidden = true;
    form.setAttribute("aria-busy", "true");
    try {
      const data = new Uint8Array(await chosen.arrayBuffer());
      if (mine !== run) return;
      loading = pdfjs.getDocument({
        data,
        disableFontFace: true,
        useSystemFonts: false,
        isEvalSupported: false,
        fontExtraProperties: true,
      });
      const pdf = await loading.promise;
      if (mine !== run) return;
      if (pdf.numPages > MOST_PAGES) throw new Error(`it has ${pdf.numPages} pages; at most ${MOST_PAGES} are read`);
      const pages = [];
      for (let index = 1; index <= pdf.numPages; index += 1) {
        status.textContent = `Reading page ${index} of ${pdf.numPages} …`;
        pages.push(await pageOf(pdf, index));
        if (mine !== run) return;
      }
      status.textContent = "Finding blocks and speeches …";
      await nextFrame();
      const layout = PageLayout.fromPdfJs(pages);
      classifier ??= LineClassifier.create();
      classifier.catch(() => (classifier = undefined));
      const found = await (await classifier).classify(layout);
      const blocks = await layout.blocks();
      if (mine !== run) return;
      open = { pdf, pages, blocks, sections: found.sections.filter(({ heading }) => heading) };
      status.textContent = `${pdf.numPages} pages, ${blocks.blocks.length} blocks, ${open.sections.length} speeches.`;
      number.max = String(pdf.numPages);
      result.hidden = false;
      listSections();
      await show(open.sections[0]?.page ?? 1);
    } catch (error) {
      if (mine !== run) return;
      close();
      result.hidden = true;
      status.textContent = "";
      showError(problem, `The file could not be read: ${error.message}`, [file]);
    } finally {
      if (mine === run) form.removeAttribute("aria-busy");
    }
  }

  function listSections() {
    list.replaceChildren(
      ...open.sections.map((section) => {
        const item = element("li");
        const where = element("button", "plain", `p. ${section.page} · ${section.heading}`);
        where.type = "button";
        where.addEventListener("click", () => {
          turnTo(section.page);
          result.scrollIntoView({ block: "nearest" });
        });
        const pass = element("button", "", "Summarize");
        pass.type = "button";
        pass.addEventListener("click", () => hand("write-text", "write-language", "write-form", section.text));
        const check = element("button", "", "Check a summary");
        check.type = "button";
        check.addEventListener("click", () => hand("score-document", "score-language", undefined, section.text));
        item.append(where, pass, check);
        return item;
      }),
    );
  }

  /** Puts a speech into another card, and starts it where there is nothing to add. */
  function hand(field, language, start, text) {
    const tag = byId(language);
    tag.value = "de";
    tag.dispatchEvent(new Event("change"));
    const goal = byId(field);
    goal.value = text;
    goal.dispatchEvent(new Event("input", { bubbles: true }));
    goal.scrollIntoView({ block: "center" });
    if (start) byId(start).requestSubmit();
    else goal.focus();
  }

  /** Draws a page and its blocks, unless another page is asked for meanwhile. */
  async function show(index) {
    const mine = ++shown;
    const { pdf, blocks } = open;
    number.value = String(index);
    drawing?.cancel();
    await drawing?.promise.catch(() => undefined);
    const page = await pdf.getPage(index);
    if (mine !== shown) return;
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
      ...blocks.blocks
        .map((block, order) => ({ ...block, order }))
        .filter(({ page: on }) => on === index)
        .map(({ left, top, width, height, kind, order }) => {
          const box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
          for (const [name, value] of Object.entries({ x: left, y: top, width, height, class: `kind-${kind % COLOURS}` })) {
            box.setAttribute(name, String(value));
          }
          const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
          title.textContent = `Block ${order + 1}, type ${kind + 1}`;
          box.append(title);
          return box;
        }),
    );
  }

  function turnTo(index) {
    const mine = run;
    show(index).catch((error) => {
      if (mine === run) showError(problem, `Page ${index} could not be drawn: ${error.message}`, [file]);
    });
  }

  number.addEventListener("change", () => {
    const index = Math.round(Number(number.value));
    if (open && index >= 1 && index <= open.pdf.numPages) turnTo(index);
  });
  file.addEventListener("change", () => file.files[0] && void read(file.files[0]));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    const dropped = event.dataTransfer?.files[0];
    if (dropped) void read(dropped);
  });
}
