/** A table of any number of rows, of which those that are seen are in the page. */
import { button, make } from "../dom.js";
import { nodesOf } from "../check/sentence.js";
import { number, percent, say } from "../words.js";
import { askTable } from "./client.js";

/** The height of a row in pixels; style/pairs.css has the same. */
const HEIGHT = 64;
/** The most pixels that engines scroll over (Firefox: 17.8 million). */
const MOST_PIXELS = 15_000_000;
/** Rows that are kept ready above and below. */
const SPARE = 8;

export class Table {
  #count = 0;
  #asked = 0;
  #frame;

  /** `onSort(key)` is told of a heading, `onOpen(index)` of a row. */
  constructor({ onSort, onOpen }) {
    this.onOpen = onOpen;
    this.heads = new Map();
    const row = make("tr");
    for (const [key, text] of [
      ["row", say("columnRow")],
      ["verdict", say("columnVerdict")],
      ["probability", say("columnFits")],
      ["", say("columnSummary")],
      ["", say("columnText")],
    ]) {
      const head = make("th", { scope: "col" });
      if (key === "") head.textContent = text;
      else {
        head.append(button(text, () => onSort(key), { className: "quiet" }));
        this.heads.set(key, head);
      }
      row.append(head);
    }
    this.before = make("tr", { className: "spacer" }, make("td", { colSpan: 5 }));
    this.after = make("tr", { className: "spacer" }, make("td", { colSpan: 5 }));
    for (const each of [this.before, this.after]) each.setAttribute("aria-hidden", "true");
    this.body = make("tbody", {}, this.before, this.after);
    this.table = make(
      "table",
      { className: "rows" },
      make("caption", { className: "hidden", textContent: say("tableCaption") }),
      make("thead", {}, row),
      this.body,
    );
    this.root = make(
      "div",
      { className: "rows-frame", tabIndex: 0, role: "region", "aria-label": say("tableCaption") },
      this.table,
    );
    this.root.addEventListener("scroll", () => this.#soon(), { passive: true });
    new ResizeObserver(() => this.#soon()).observe(this.root);
  }

  /** Shows which column sorts. */
  sorted(key, descending) {
    for (const [name, head] of this.heads) {
      if (name === key) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  }

  /** Shows `count` rows of the view, from the top if `fromTop`. */
  async show(count, fromTop) {
    this.#count = count;
    this.table.setAttribute("aria-rowcount", String(count + 1));
    if (fromTop) this.root.scrollTop = 0;
    await this.#draw();
  }

  #soon() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      void this.#draw();
    });
  }

  async #draw() {
    const mine = ++this.#asked;
    const height = Math.min(MOST_PIXELS, this.#count * HEIGHT);
    const visible = Math.ceil(this.root.clientHeight / HEIGHT) || 12;
    const room = Math.max(1, height - this.root.clientHeight);
    const share = Math.min(1, this.root.scrollTop / room);
    // Beyond what engines scroll over, a pixel stands for more than its rows.
    const first =
      height < MOST_PIXELS
        ? Math.floor(this.root.scrollTop / HEIGHT)
        : Math.round(share * Math.max(0, this.#count - visible));
    const from = Math.max(0, first - SPARE);
    const to = Math.min(this.#count, first + visible + SPARE);
    const rows = await askTable("shown", { from, to });
    if (mine !== this.#asked) return;
    const above =
      height < MOST_PIXELS
        ? from * HEIGHT
        : Math.min(
            height - (to - from) * HEIGHT,
            Math.max(0, this.root.scrollTop - (first - from) * HEIGHT),
          );
    this.before.firstChild.style.height = `${above}px`;
    this.after.firstChild.style.height = `${Math.max(0, height - above - (to - from) * HEIGHT)}px`;
    const focused = document.activeElement?.dataset?.index;
    this.body.replaceChildren(
      this.before,
      ...rows.map((row, at) => this.#row(row, from + at)),
      this.after,
    );
    if (focused !== undefined)
      this.body.querySelector(`[data-index="${focused}"]`)?.focus({ preventScroll: true });
  }

  #row({ index, verdict, probability, said, document: text, summary }, at) {
    const open = button(number(index + 1), () => this.onOpen(index), {
      className: "quiet",
      title: say("openPair"),
    });
    open.dataset.index = index;
    const words =
      said &&
      (said.objection ? nodesOf(say("rowObjection", said.objection)) : [say("rowFound", said)]);
    const row = make(
      "tr",
      {},
      make("td", {}, open),
      make(
        "td",
        {},
        make("span", { className: "verdict", textContent: say("verdicts")[verdict] }),
        ...(said ? [make("span", { className: "note why" }, ...words)] : []),
      ),
      make("td", { className: "figure", textContent: probability < 0 ? "" : percent(probability) }),
      make("td", {}, make("span", { className: "clip", dir: "auto", textContent: summary })),
      make("td", {}, make("span", { className: "clip", dir: "auto", textContent: text })),
    );
    row.dataset.verdict = verdict;
    row.setAttribute("aria-rowindex", String(at + 2));
    return row;
  }
}
