/** A summary beside the text: its field, the verdict in words, and what the text objects to. */
import { button, make } from "../dom.js";
import { number, percent, say } from "../words.js";
import { Field, isOn } from "./field.js";
import { figuresOf } from "./figures.js";
import { nodesOf, plain, sentenceOf } from "./sentence.js";
import { hideTip, showTip } from "./tip.js";
import { correctionOf, readVerdict } from "./verdict.js";

let made = 0;

export class Card {
  /** `page` is told `changed(card)`, `removed(card)`, and asked to light parts of the text. */
  constructor(page, summary = "") {
    this.page = page;
    this.id = `summary-${++made}`;
    this.title = make("h3", { id: `${this.id}-title` });
    this.area = make("textarea", {
      id: this.id,
      rows: 1,
      dir: "auto",
      spellcheck: false,
      value: summary,
      placeholder: say("summaryHint"),
      "aria-labelledby": this.title.id,
      "aria-describedby": `${this.id}-verdict`,
    });
    this.words = make("p", { className: "words", id: `${this.id}-verdict` });
    this.notes = make("div", { className: "notes" });
    this.objections = make("ul", { className: "objections", "aria-label": say("objections") });
    this.others = make("ul", { className: "others" });
    this.figures = make(
      "details",
      { className: "figures" },
      make("summary", { textContent: say("figures") }),
    );
    this.figures.addEventListener("toggle", () => this.#showFigures());
    this.remove = button(say("remove"), () => page.removed(this), { className: "quiet" });
    const head = make("div", { className: "card-head" }, this.title, this.remove);
    this.actions = make(
      "div",
      { className: "actions" },
      ...["copy", "copyMarkdown", "copyJson"].map((what) =>
        button(say(what), () => page.copy(this, what), { className: "quiet" }),
      ),
    );
    this.root = make(
      "li",
      { className: "card" },
      head,
      this.area,
      this.words,
      this.notes,
      this.objections,
      this.others,
      make("div", { className: "card-foot" }, this.figures, this.actions),
    );
    this.field = new Field(this.area);
    this.#listen();
    this.clear();
  }

  get text() {
    return this.field.text;
  }

  set text(text) {
    this.field.text = text;
    this.page.changed(this);
  }

  number(n) {
    this.title.textContent = say("summaryNumber", number(n));
    this.remove.setAttribute("aria-label", say("removeNumber", number(n)));
  }

  #listen() {
    this.area.addEventListener("input", () => {
      hideTip();
      this.root.dataset.stale = "true";
      this.page.changed(this);
    });
    this.area.addEventListener("focus", () => this.light());
    this.area.addEventListener("pointermove", ({ clientX, clientY }) =>
      this.#pointAt(clientX, clientY),
    );
    this.area.addEventListener("pointerleave", () => this.#leave());
    this.area.addEventListener("blur", hideTip);
  }

  /** The caret has moved: what is said of its place. */
  caretMoved() {
    const at = this.area.selectionStart;
    const covers = ({ range }) =>
      at >= range.startOffset && at <= range.endOffset && !range.collapsed;
    this.#say(this.marked?.find(covers), this.statements?.find(covers));
  }

  #pointAt(x, y) {
    const mark = this.marked?.find(({ range }) => isOn(range, x, y));
    const statement = mark ? undefined : this.statements?.find(({ range }) => isOn(range, x, y));
    if (mark === this.pointed && statement === this.pointedStatement) return;
    [this.pointed, this.pointedStatement] = [mark, statement];
    this.light();
    this.#say(mark, statement);
  }

  #leave() {
    [this.pointed, this.pointedStatement] = [undefined, undefined];
    if (document.activeElement !== this.area) hideTip();
  }

  #say(mark, statement) {
    if (mark !== undefined) showTip(mark.range, say("tip", mark.objection));
    else hideTip();
    const part = mark
      ? (mark.objection.insteadSpan ?? mark.objection.documentSpan)
      : statement?.documentSpan;
    this.page.pane.point(part);
  }

  /** Lights in the text what this summary rests on. */
  light() {
    if (this.read === undefined) {
      this.page.pane.light([], []);
      return;
    }
    const supports = this.read.statements.filter(
      ({ state, documentSpan }) => state !== "wrong" && documentSpan,
    );
    const instead = this.read.objections.filter(({ insteadSpan }) => insteadSpan);
    this.page.pane.light(
      supports.map((one) => one.documentSpan),
      instead.map((one) => one.insteadSpan),
    );
  }

  /** Shows nothing, for a summary without words. */
  clear() {
    this.read = this.result = this.marked = this.statements = undefined;
    this.field.marks.clear();
    this.words.replaceChildren();
    for (const place of [this.notes, this.objections, this.others]) place.replaceChildren();
    this.figures.hidden = this.actions.hidden = this.others.hidden = true;
    delete this.root.dataset.verdict;
    delete this.root.dataset.stale;
  }

  /**
   * Shows how the summary was judged; `asked` are the texts that were, `isWords` if there are no
   * figures yet.
   */
  show(result, asked) {
    if (this.text !== asked.summary) return; // a newer text waits for its own judgement
    this.result = result;
    this.asked = asked;
    this.read = readVerdict(result, asked.document, asked.summary);
    this.root.dataset.verdict = this.read.wrong > 0 ? "contradicted" : result.verdict;
    delete this.root.dataset.stale;
    this.words.replaceChildren(...nodesOf(sentenceOf(this.read)));
    this.#mark();
    this.#showNotes();
    this.#listObjections();
    this.others.replaceChildren();
    this.others.hidden = true;
    this.figures.hidden = this.actions.hidden = Boolean(asked.isWords);
    this.#showFigures();
    if (this.isActive) {
      this.light();
      if (document.activeElement === this.area) this.caretMoved();
    }
  }

  /** Shows how another model judged it. */
  showOther(name, result, error) {
    const words =
      error === undefined
        ? nodesOf(sentenceOf(readVerdict(result, this.asked.document, this.asked.summary)))
        : [say("failed", error)];
    this.others.append(make("li", {}, make("b", { textContent: name }), " ", ...words));
    this.others.hidden = false;
  }

  /** Says that it could not be judged. */
  fail(message) {
    this.clear();
    this.words.textContent = say("failed", message);
  }

  /** The verdict as plain text, for a screen reader and for copies. */
  get spoken() {
    return this.read && plain(sentenceOf(this.read));
  }

  #mark() {
    const { statements, objections } = this.read;
    this.marked = objections.map((objection) => ({
      objection,
      range: this.field.range(trimmed(objection.span, this.text)),
    }));
    this.statements = statements.map((one) => ({
      ...one,
      range: this.field.range(trimmed(one.span, this.text)),
    }));
    this.field.marks.set(
      "wrong",
      this.marked.map(({ range }) => range),
    );
    this.field.marks.set(
      "unsure",
      this.statements.filter(({ state }) => state === "unsure").map(({ range }) => range),
    );
  }

  #showNotes() {
    const { languageMismatch: mismatch, read, verdict } = this.result;
    const notes = [];
    if (mismatch?.document && mismatch.summary && mismatch.document !== mismatch.summary) {
      notes.push(
        say("mismatch", this.page.nameOf(mismatch.document), this.page.nameOf(mismatch.summary)),
      );
    }
    if (verdict === "contradicted" && this.read.objections.length === 0)
      notes.push(say("modelSaysNo"));
    if (read.document < 0.995) notes.push(say("readPart", percent(read.document)));
    this.notes.replaceChildren(
      ...notes.map((textContent) => make("p", { className: "note", textContent })),
    );
  }

  #listObjections() {
    this.objections.replaceChildren(
      ...this.marked.map(({ objection, range }) => {
        const what = button(
          "",
          () => {
            this.light();
            this.page.pane.point(objection.insteadSpan ?? objection.documentSpan);
            showTip(range, say("tip", objection));
          },
          { className: "objection" },
        );
        what.append(...nodesOf(`\u2068${objection.text}\u2069 — ${say("tip", objection)}`));
        const right = correctionOf(objection);
        const fix =
          right && button("", () => this.field.replace(range, right), { className: "fix" });
        fix?.append(...nodesOf(say("fix", right)));
        return make("li", {}, what, fix);
      }),
    );
    this.objections.hidden = this.marked.length === 0;
  }

  #showFigures() {
    if (!this.figures.open || this.result === undefined) return;
    this.figures.querySelector("dl")?.remove();
    this.figures.append(figuresOf(this.result));
  }
}

/** A span without the blanks at its ends. */
function trimmed({ start, end }, text) {
  const part = text.slice(start, end);
  return {
    start: start + (part.length - part.trimStart().length),
    end: end - (part.length - part.trimEnd().length),
  };
}
