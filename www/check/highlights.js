/**
 * Marks over text that no element holds, by the CSS Custom Highlight API. An engine without it
 * (Firefox before 140) shows none; the list under a field says the same.
 */

/** The names that style/field.css paints. */
const NAMES = ["wrong", "unsure", "support", "instead", "active"];

const highlights = new Map();
if (globalThis.Highlight !== undefined && CSS.highlights !== undefined) {
  NAMES.forEach((name, index) => {
    const made = new Highlight();
    made.priority = index;
    CSS.highlights.set(name, made);
    highlights.set(name, made);
  });
}

/** The marks of one field; each call replaces those of a name. */
export class Marks {
  #ranges = new Map();

  set(name, ranges) {
    const highlight = highlights.get(name);
    if (highlight === undefined) return;
    for (const range of this.#ranges.get(name) ?? []) highlight.delete(range);
    for (const range of ranges) highlight.add(range);
    this.#ranges.set(name, ranges);
  }

  clear() {
    for (const name of NAMES) this.set(name, []);
  }
}
