/** The sections of an opened document: one click makes one the text. Of a PDF also its pages. */
import { button, byId, make } from "../dom.js";
import { number, say } from "../words.js";

const place = () => byId("sections");

/** Leaves no section to choose. */
export function hideSections() {
  place().replaceChildren();
  place().hidden = true;
}

/** Lists the sections; `take(text)` makes one the document. */
export function showSections(source, take) {
  const { text, sections, pdf, name = "" } = source;
  const list = make("select", {
    id: "section-list",
    size: Math.max(2, Math.min(8, sections.length + 1)),
  });
  list.append(
    new Option(say("wholeDocument", name), "-1"),
    ...sections.map(
      ({ title, page }, at) =>
        new Option(
          page === undefined ? title : say("sectionOnPage", number(page), title),
          String(at),
        ),
    ),
  );
  list.value = "-1";
  const label = make("label", {
    for: list.id,
    textContent: say("sections", number(sections.length)),
  });
  const pages = pdf && pagesOf(source, take);
  list.addEventListener("change", () => {
    const chosen = sections[Number(list.value)];
    take(chosen?.text ?? text);
    if (chosen?.page) pages?.turn(chosen.page);
  });
  place().replaceChildren(label, list, ...(pages ? [pages.root] : []));
  place().hidden = false;
}

/** The pages of a PDF with their blocks, drawn when they are opened. */
function pagesOf(source, take) {
  const canvas = make("canvas", { role: "img", "aria-label": say("pagePicture") });
  const overlay = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  overlay.setAttribute("aria-hidden", "true"); // the list of sections says the same
  const count = source.pdf.numPages;
  const which = make("input", {
    type: "number",
    min: 1,
    max: count,
    value: 1,
    "aria-label": say("pageNumber"),
  });
  const root = make(
    "details",
    { className: "pages" },
    make("summary", { textContent: say("pagesAndBlocks") }),
  );
  const turn = async (index) => {
    which.value = String(Math.max(1, Math.min(count, Math.round(index) || 1)));
    if (!root.open) return;
    const { drawPage } = await import("./pdf.js");
    await drawPage(source, Number(which.value), canvas, overlay, take);
  };
  which.addEventListener("change", () => void turn(Number(which.value)));
  const step = (key, by) =>
    button(say(key), () => void turn(Number(which.value) + by), { className: "quiet" });
  root.append(
    make(
      "div",
      { className: "actions" },
      step("pageBefore", -1),
      which,
      make("span", { className: "note", textContent: say("pageOf", number(count)) }),
      step("pageAfter", 1),
    ),
    make("p", { className: "note", textContent: say("blockHint") }),
    make("div", { className: "paper" }, canvas, overlay),
  );
  root.addEventListener("toggle", () => void turn(Number(which.value)));
  return { root, turn };
}
