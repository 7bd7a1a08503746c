/** Judges the summaries beside the text while they are typed, 150 ms after the last key. */
import { byId } from "../dom.js";
import { ask } from "../engine/client.js";
import { languageName, say } from "../words.js";
import { Card } from "./card.js";
import { copyCard } from "./copy.js";
import { hideTip } from "./tip.js";
import { TextPane } from "./text_pane.js";

/** How long after the last key a judgement begins, in milliseconds. */
const DELAY = 150;
/** How long after that a screen reader is told, so that it is not told at every word. */
const TELL_DELAY = 900;
/** What a matcher has to have in a text. */
const WORD = /[\p{Alphabetic}\p{N}]/u;

export class Check extends EventTarget {
  #pending = new Set();
  #timer;
  #telling;
  #running;

  constructor() {
    super();
    this.pane = new TextPane();
    this.cards = [];
    this.models = [""]; // the first judges, the others are shown beside
    this.backend = "auto";
    this.list = byId("summaries");
    this.nameOf = languageName;
    this.pane.field.area.addEventListener("input", () => this.textChanged());
    this.pane.language.addEventListener("change", () => this.textChanged());
    byId("add-summary").addEventListener("click", () => this.add("").area.focus());
    document.addEventListener("selectionchange", () => {
      this.cards.find(({ area }) => area === document.activeElement)?.caretMoved();
    });
    this.list.addEventListener("focusin", ({ target }) =>
      this.activate(this.cards.find(({ root }) => root.contains(target))),
    );
  }

  /** Makes one card the one whose support is lit. */
  activate(card) {
    for (const each of this.cards) each.isActive = each === card;
    card?.light();
  }

  add(summary) {
    const card = new Card(this, summary);
    this.cards.push(card);
    this.list.append(card.root);
    this.#number();
    this.activate(card);
    this.changed(card);
    return card;
  }

  removed(card) {
    const at = this.cards.indexOf(card);
    card.clear();
    hideTip();
    this.cards.splice(at, 1);
    card.root.remove();
    if (this.cards.length === 0) this.add("");
    this.#number();
    const next = this.cards[Math.min(at, this.cards.length - 1)];
    this.activate(next);
    next.area.focus();
    this.dispatchEvent(new Event("change"));
  }

  #number() {
    this.cards.forEach((card, at) => card.number(at + 1));
    const [only] = this.cards;
    only.remove.hidden = this.cards.length === 1;
  }

  /** Takes a text and its summaries in the place of what is there. */
  take({ text, summaries, language = "auto" }) {
    for (const card of this.cards.splice(0)) {
      card.clear();
      card.root.remove();
    }
    this.pane.language.value = language;
    this.pane.field.text = text;
    for (const summary of summaries.length > 0 ? summaries : [""]) this.add(summary);
    this.activate(this.cards[0]);
    this.textChanged();
  }

  /** What is on the page, to be kept or shared. */
  get state() {
    return {
      text: this.pane.text,
      summaries: this.cards.map(({ text }) => text),
      language: this.pane.language.value,
    };
  }

  textChanged() {
    this.pane.light([], []);
    for (const card of this.cards) this.#pending.add(card);
    this.#soon();
  }

  changed(card) {
    this.#pending.add(card);
    this.#soon();
  }

  copy(card, what) {
    copyCard(card, what, this);
  }

  /** Begins anew soon: what is under way was asked of other texts, or in another language. */
  #soon() {
    this.#running?.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.judge(), DELAY);
    this.dispatchEvent(new Event("change"));
  }

  /** Judges all at once, without waiting, and tells a screen reader. */
  async judgeAll() {
    for (const card of this.cards) this.#pending.add(card);
    byId("told").textContent = "";
    await this.judge();
  }

  /**
   * Judges what has changed; gives up a judgement that is under way and takes its summaries too.
   */
  async judge() {
    clearTimeout(this.#timer);
    this.#running?.abort();
    const mine = new AbortController();
    this.#running = mine;
    const document = this.pane.text;
    const asked = [...this.#pending].filter((card) => this.cards.includes(card));
    for (const card of asked) {
      if (WORD.test(card.text) && WORD.test(document)) continue;
      card.clear();
      this.#pending.delete(card);
    }
    const cards = asked.filter((card) => this.#pending.has(card));
    if (cards.length === 0) {
      if (WORD.test(document) && this.pane.language.value === "auto") this.#guess(document, mine);
      return;
    }
    const summaries = cards.map(({ text }) => text);
    for (const card of cards)
      if (card.result === undefined) card.words.textContent = say("waiting");
    try {
      await ask(
        "judge",
        {
          document,
          summaries,
          language: this.pane.language.value,
          models: this.models,
          backend: this.backend,
        },
        {
          signal: mine.signal,
          onPart: (part) => this.#take(part, cards, { document, summaries }),
        },
      );
    } catch (error) {
      if (mine.signal.aborted) return;
      for (const card of cards) card.fail(error.message);
      this.#pending.clear();
    }
  }

  async #guess(text, { signal }) {
    const found = await ask("detect", { text }, { signal }).catch(() => undefined);
    if (found) this.pane.showLanguage(found);
  }

  #take({ guessed, model, results, error, isFirst: isWords }, cards, { document, summaries }) {
    if (guessed !== undefined) {
      this.pane.showLanguage(guessed);
      return;
    }
    const isFirst = model === this.models[0];
    cards.forEach((card, at) => {
      if (!this.cards.includes(card)) return;
      if (!isFirst) {
        if (card.text === summaries[at]) card.showOther(model, results?.[at], error);
        return;
      }
      if (card.text === summaries[at] && !isWords) this.#pending.delete(card);
      card.area.lang = results[at].language;
      card.show(results[at], { document, summary: summaries[at], isWords });
    });
    if (!isFirst) return;
    this.dispatchEvent(new Event("judged"));
    this.#tell();
  }

  /** Tells a screen reader the verdict of the summary that is worked on, once it is left alone. */
  #tell() {
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => {
      const card = this.cards.find(({ isActive }) => isActive);
      if (card?.spoken) byId("told").textContent = card.spoken;
    }, TELL_DELAY);
  }
}
