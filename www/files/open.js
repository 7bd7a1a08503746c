/** Takes files and pasted text anywhere on the page, and says why one is not understood. */
import { byId } from "../dom.js";
import { megabytes, number, say } from "../words.js";
import { kindOf, MOST_BYTES, textOf, UnreadableFile } from "./kinds.js";
import { sectionsOf, wholeOf } from "./sections.js";
import { hideSections, showSections } from "./sections_list.js";

/** The kinds that are not read, with what is said of them. */
const REFUSED = { office: "fileOldOffice", rtf: "fileRtf", image: "fileImage", gzip: "fileGzip" };

/** How the others are read; each loads when its first file comes. */
const READERS = {
  text: async (file) => ({ text: await textOf(file) }),
  html: async (file) =>
    inSections((await import("./html.js")).paragraphsOfHtml(await textOf(file))),
  markdown: async (file) =>
    inSections((await import("./markdown.js")).paragraphsOfMarkdown(await textOf(file))),
  zip: async (file) => inSections(await (await import("./docx.js")).paragraphsOfDocx(file)),
  pdf: async (file, options) => await (await import("./pdf.js")).readPdf(file, options),
};

const inSections = (paragraphs) => ({
  text: wholeOf(paragraphs),
  sections: sectionsOf(paragraphs),
});

export class Files {
  #running;

  /** `check` gets texts; `openPairs(file)` gets tables. */
  constructor(check, openPairs) {
    this.check = check;
    this.openPairs = openPairs;
    const file = byId("file");
    byId("open-file").addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      void this.open([...file.files]);
      file.value = ""; // so that the same file can be chosen again
    });
    for (const type of ["dragenter", "dragover"])
      addEventListener(type, (event) => this.#over(event));
    addEventListener(
      "dragleave",
      ({ relatedTarget }) => relatedTarget === null && this.#lit(false),
    );
    addEventListener("drop", (event) => this.#drop(event));
    addEventListener("paste", (event) => this.#paste(event));
  }

  #lit(isOver) {
    document.documentElement.toggleAttribute("data-drop", isOver);
  }

  #over(event) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    this.#lit(true);
  }

  #drop(event) {
    this.#lit(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return; // text is dropped into a field as ever
    event.preventDefault();
    const card = this.check.cards.find(({ root }) => root.contains(event.target));
    void this.open(files, card);
  }

  #paste(event) {
    const files = [...event.clipboardData.files];
    const inField = event.target.closest?.("textarea, input");
    const text = event.clipboardData.getData("text/plain");
    // Programs put a picture of what is copied beside its text.
    if (files.length > 0 && text === "") {
      event.preventDefault();
      void this.open(files);
    } else if (!inField && text !== "") {
      event.preventDefault();
      this.take({ text });
    }
  }

  /** Opens files: one is the text, of several the longest; the others are summaries of it. */
  async open(files, card) {
    if (files.length === 0) return;
    this.#running?.abort();
    const mine = new AbortController();
    this.#running = mine;
    const problem = byId("page-error");
    const status = byId("text-note");
    problem.hidden = true;
    let name;
    try {
      const read = [];
      for (const file of files) {
        name = file.name;
        status.textContent = say("reading", name);
        const kind = await kindOf(file);
        if (REFUSED[kind]) throw new UnreadableFile(REFUSED[kind]);
        if (kind === "rows" || kind === "json") {
          status.textContent = "";
          await this.openPairs(file);
          return;
        }
        if (file.size > MOST_BYTES) throw new UnreadableFile("fileTooLong", MOST_BYTES);
        const onPage = (index, count) =>
          (status.textContent = say("readingPage", number(index), number(count)));
        read.push({ ...(await READERS[kind](file, { signal: mine.signal, onPage })), name });
        if (read.at(-1).text.trim() === "") throw new UnreadableFile("fileEmpty");
        mine.signal.throwIfAborted();
      }
      status.textContent = "";
      if (card !== undefined && read.length === 1) card.text = read[0].text;
      else {
        const [first, ...others] = read.toSorted((a, b) => b.text.length - a.text.length);
        this.take(
          first,
          others.map(({ text }) => text),
        );
      }
    } catch (error) {
      if (mine.signal.aborted) return;
      status.textContent = "";
      const why =
        error instanceof UnreadableFile
          ? say(
              error.reason,
              ...error.values.map((value) => (value >= 1e6 ? megabytes(value) : number(value))),
            )
          : error.message;
      problem.textContent = say("fileFailed", name, why);
      problem.hidden = false;
    }
  }

  /** Makes a text the document; the sample's summaries do not stay with another text. */
  take({ text, sections = [], ...source }, summaries = []) {
    const { check } = this;
    const own = check.cards
      .map((card) => card.text)
      .filter((summary) => !say("sample").summaries.includes(summary) && summary.trim() !== "");
    check.take({ text, summaries: [...own, ...summaries] });
    if (sections.length > 1 || source.pdf)
      showSections({ text, sections, ...source }, (part) => this.#makeText(part));
    else hideSections();
  }

  #makeText(text) {
    this.check.pane.field.text = text;
    this.check.pane.field.root.scrollTop = 0;
    this.check.textChanged();
  }
}
