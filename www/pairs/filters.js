/** The filters of a table: by verdict, by a bar of the histogram, by words. */
import { button, make } from "../dom.js";
import { number, percent, say } from "../words.js";
import { BINS, VERDICTS } from "./store.js";

export class Filters {
  verdict;
  bin;

  /** `changed()` is told when another filter is chosen. */
  constructor(changed) {
    this.buttons = new Map();
    const chips = make("div", {
      className: "chips",
      role: "group",
      "aria-label": say("filterByVerdict"),
    });
    for (const verdict of [undefined, ...VERDICTS]) {
      const chip = button("", () => {
        this.verdict = verdict;
        this.#press();
        changed();
      });
      chip.dataset.verdict = verdict ?? "all";
      this.buttons.set(verdict, chip);
      chips.append(chip);
    }
    this.bars = Array.from({ length: BINS }, (_, bin) => {
      const bar = button(
        "",
        () => {
          this.bin = this.bin === bin ? undefined : bin;
          this.#press();
          changed();
        },
        { className: "bar" },
      );
      bar.append(make("span"));
      return bar;
    });
    const histogram = make(
      "div",
      { className: "histogram", role: "group", "aria-label": say("filterByProbability") },
      ...this.bars,
    );
    const scale = make(
      "div",
      { className: "scale note", "aria-hidden": "true" },
      make("span", { textContent: percent(0) }),
      make("span", { textContent: say("columnFits") }),
      make("span", { textContent: percent(1) }),
    );
    this.words = make("input", {
      type: "search",
      "aria-label": say("filterByWords"),
      placeholder: say("filterByWords"),
    });
    let timer;
    this.words.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(changed, 200);
    });
    this.root = make(
      "div",
      { className: "filters" },
      chips,
      this.words,
      make("div", {}, histogram, scale),
    );
    this.#press();
  }

  /** What `Store.view` takes of them. */
  get options() {
    return { verdict: this.verdict, bin: this.bin, words: this.words.value };
  }

  clear() {
    this.verdict = this.bin = undefined;
    this.words.value = "";
    this.#press();
  }

  #press() {
    for (const [verdict, chip] of this.buttons)
      chip.setAttribute("aria-pressed", String(verdict === this.verdict));
    this.bars.forEach((bar, bin) => bar.setAttribute("aria-pressed", String(bin === this.bin)));
  }

  /** Shows how many rows there are of each. */
  show({ verdicts, bins }) {
    const all = Object.values(verdicts).reduce((sum, each) => sum + each, 0);
    for (const [verdict, chip] of this.buttons) {
      const many = verdict === undefined ? all : verdicts[verdict];
      chip.textContent = `${verdict === undefined ? say("allRows") : say("verdicts")[verdict]} ${number(many)}`;
      chip.hidden = many === 0 && verdict !== undefined && verdict !== this.verdict;
    }
    const most = Math.max(1, ...bins);
    this.bars.forEach((bar, bin) => {
      bar.firstChild.style.setProperty("--share", bins[bin] / most);
      bar.setAttribute(
        "aria-label",
        say("bar", percent(bin / BINS), percent((bin + 1) / BINS), number(bins[bin])),
      );
      bar.title = bar.getAttribute("aria-label");
      bar.disabled = bins[bin] === 0 && bin !== this.bin;
    });
  }
}
