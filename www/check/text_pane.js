/** The document: its field, its language, and what of it is lit. */
import { byId, fill } from "../dom.js";
import { directionOf, LANGUAGES } from "../language.js";
import { languageName, say } from "../words.js";
import { Field } from "./field.js";

export class TextPane {
  constructor() {
    this.field = new Field(byId("text"));
    this.language = byId("text-language");
    this.note = byId("text-note");
    this.offer("");
  }

  get text() {
    return this.field.text;
  }

  /** Offers the languages; `found` is the one that the text is in. */
  offer(found) {
    const names = LANGUAGES.map((code) => [code, languageName(code)]);
    fill(this.language, [["auto", say("languageAuto", found && languageName(found))], ...names]);
  }

  /** Says which language the text is read in, and doubts it where it is none of the four. */
  showLanguage({ language, confidence }) {
    this.offer(this.language.value === "auto" ? language : "");
    this.read = language;
    this.field.area.lang = language;
    this.field.root.dir = directionOf(language);
    this.note.textContent = confidence < 0.6 && this.text.length > 40 ? say("languageDoubt") : "";
  }

  /** Lights what supports a summary, and what says otherwise. */
  light(supports, instead) {
    const { marks } = this.field;
    marks.set(
      "support",
      supports.map((span) => this.field.range(span)),
    );
    marks.set(
      "instead",
      instead.map((span) => this.field.range(span)),
    );
    marks.set("active", []);
  }

  /** Lights one part more than the others, and scrolls to it. */
  point(span) {
    if (!span) {
      this.field.marks.set("active", []);
      return;
    }
    const range = this.field.range(span);
    this.field.marks.set("active", [range]);
    this.field.reveal(range);
  }
}
