/**
 * A text field whose text can be marked: a textarea over a mirror of it, a text node in the same
 * place and the same type. Ranges of the mirror follow what is typed before and behind them.
 */
import { make } from "../dom.js";
import { Marks } from "./highlights.js";

export class Field {
  #text = document.createTextNode("");
  #end = document.createTextNode("\u200b"); // a last line break makes a line

  /** Takes the place of `area`, which stays the element that is typed into. */
  constructor(area) {
    this.area = area;
    this.marks = new Marks();
    this.root = make("div", { className: "field" });
    const mirror = make(
      "div",
      { className: "mirror", dir: "auto", "aria-hidden": "true" },
      this.#text,
      this.#end,
    );
    const sheet = make("div", { className: "sheet" }, mirror);
    area.replaceWith(this.root);
    sheet.append(area);
    this.root.append(sheet);
    this.#text.data = area.value;
    area.addEventListener("input", () => this.#follow());
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.#follow();
  }

  /** Changes the mirror where the text changed, so that ranges elsewhere stay. */
  #follow() {
    const [before, after] = [this.#text.data, this.area.value];
    const most = Math.min(before.length, after.length);
    let start = 0;
    while (start < most && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end])
      end += 1;
    this.#text.replaceData(
      start,
      before.length - end - start,
      after.slice(start, after.length - end),
    );
  }

  /** A range of the mirror for a span of the text. */
  range({ start, end }) {
    const range = document.createRange();
    const { length } = this.#text;
    range.setStart(this.#text, Math.min(start, length));
    range.setEnd(this.#text, Math.min(end, length));
    return range;
  }

  /** Puts `text` in the place of a range, as if it were typed: it can be undone. */
  replace(range, text) {
    const { startOffset, endOffset } = range;
    this.area.focus();
    this.area.setSelectionRange(startOffset, endOffset);
    if (document.execCommand("insertText", false, text)) return;
    this.area.setRangeText(text, startOffset, endOffset, "end");
    this.area.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** The place of a range in the window: its first line. */
  static placeOf(range) {
    return range.getClientRects()[0] ?? range.getBoundingClientRect();
  }

  /** Scrolls the field, not the page, until a range is seen. */
  reveal(range) {
    const place = Field.placeOf(range);
    const frame = this.root.getBoundingClientRect();
    if (place.top >= frame.top && place.bottom <= frame.bottom) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const top = this.root.scrollTop + place.top - frame.top - frame.height / 3;
    this.root.scrollTo({ top, behavior: calm ? "auto" : "smooth" });
  }
}

/** Whether a point of the window lies on a range. */
export const isOn = (range, x, y) =>
  [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
