/** The three views of the page; those that are seldom used load when they are first asked for. */
import { byId } from "./dom.js";

const NAMES = ["check", "pairs", "more"];

export class Views {
  #made = new Map();

  /**
   * `makers[name]()` gives a promise of what a view is run by; its `show()` is called when it is
   * shown.
   */
  constructor(makers) {
    this.makers = makers;
    for (const name of NAMES)
      byId(`view-${name}`).addEventListener("click", () => void this.show(name));
  }

  /** What a view is run by. */
  get(name) {
    if (!this.#made.has(name)) this.#made.set(name, this.makers[name]?.() ?? Promise.resolve());
    return this.#made.get(name);
  }

  async show(name) {
    for (const each of NAMES) {
      byId(each).hidden = each !== name;
      if (each === name) byId(`view-${each}`).setAttribute("aria-current", "page");
      else byId(`view-${each}`).removeAttribute("aria-current");
    }
    const made = await this.get(name);
    await made?.show?.();
    return made;
  }
}
