/** Writes summaries of the text and puts them beside the visitor's, each with its verdict. */
import { sentenceOf, nodesOf, plain } from "../check/sentence.js";
import { copyText } from "../check/copy.js";
import { readVerdict } from "../check/verdict.js";
import { button, byId, fill, make } from "../dom.js";
import { ask } from "../engine/client.js";
import { directionOf } from "../language.js";
import { say } from "../words.js";

const TYPES = ["headline", "tldr", "teaser", "key-points"];
const LENGTHS = ["short", "medium", "long"];
const WORD = /[\p{Alphabetic}\p{N}]/u;

export class Summarise {
  #running;

  /** `settings.method` says how they are written: "auto", a method, or the name of a model. */
  constructor(check, settings) {
    this.check = check;
    this.settings = settings;
    this.type = make("select", { id: "write-type" });
    this.length = make("select", { id: "write-length" });
    fill(
      this.type,
      TYPES.map((type) => [type, say("types")[type]]),
      "tldr",
    );
    fill(
      this.length,
      LENGTHS.map((length) => [length, say("lengths")[length]]),
    );
    this.start = make("button", {
      type: "submit",
      className: "primary",
      textContent: say("summarise"),
      id: "summarise",
    });
    this.stop = button(say("stop"), () => this.#running?.abort(), { hidden: true });
    this.status = make("span", { className: "note", role: "status" });
    this.list = make("ol", {
      className: "cards",
      id: "candidates",
      "aria-label": say("candidates"),
      hidden: true,
    });
    const form = make(
      "form",
      { className: "write", noValidate: true },
      make("label", { className: "inline" }, make("span", { textContent: say("kind") }), this.type),
      make(
        "label",
        { className: "inline" },
        make("span", { textContent: say("length") }),
        this.length,
      ),
      this.start,
      this.stop,
      this.status,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.run();
    });
    byId("write").replaceChildren(form, this.list);
  }

  async run() {
    this.#running?.abort();
    const mine = new AbortController();
    this.#running = mine;
    this.list.replaceChildren();
    this.list.hidden = true;
    const { text } = this.check.pane;
    if (!WORD.test(text)) {
      this.status.textContent = say("nothingToSummarise");
      this.check.pane.field.area.focus();
      return;
    }
    this.status.textContent = say("summarising");
    this.stop.hidden = false;
    const options = {
      text,
      language: this.check.pane.language.value,
      type: this.type.value,
      length: this.length.value,
      method: this.settings.method,
    };
    const judging = [];
    try {
      await ask("summarise", options, {
        signal: mine.signal,
        onPart: (candidate) => judging.push(this.#offer(candidate, text, mine.signal)),
      });
      await Promise.all(judging);
      const count = this.list.children.length;
      this.status.textContent = count === 0 ? say("noCandidates") : say("candidatesReady", count);
    } catch (error) {
      this.status.textContent = mine.signal.aborted ? "" : say("failedToWrite", error.message);
    } finally {
      if (this.#running === mine) this.stop.hidden = true;
    }
  }

  /** Shows a candidate, and its verdict as soon as it is known. */
  async #offer({ text: summary, method }, document, signal) {
    const words = make("p", { className: "words", textContent: say("waiting") });
    const title = make("h3", { textContent: say("methodNames")[method] ?? method });
    const body = make("p", {
      className: "candidate",
      lang: this.check.pane.read ?? "",
      dir: directionOf(this.check.pane.read),
      textContent: summary,
    });
    let spoken = "";
    let result;
    const root = make(
      "li",
      { className: "card offered" },
      title,
      body,
      words,
      make(
        "div",
        { className: "actions" },
        button(say("use"), () => this.#use(summary, root), { className: "use" }),
        button(say("copy"), () => copyText(summary), { className: "quiet" }),
        button(
          say("copyMarkdown"),
          () => copyText(`> ${summary.replaceAll("\n", "\n> ")}\n\n${spoken}\n`),
          { className: "quiet" },
        ),
        button(
          say("copyJson"),
          () => copyText(JSON.stringify({ document, summary, method, ...result }, undefined, 2)),
          { className: "quiet" },
        ),
      ),
    );
    this.list.append(root);
    this.list.hidden = false;
    const { models, pane } = this.check;
    const onPart = ({ results }) => {
      if (results === undefined) return;
      [result] = results;
      const read = readVerdict(result, document, summary);
      root.dataset.verdict = read.wrong > 0 ? "contradicted" : result.verdict;
      spoken = plain(sentenceOf(read));
      words.replaceChildren(...nodesOf(sentenceOf(read)));
    };
    try {
      await ask(
        "judge",
        {
          document,
          summaries: [summary],
          language: pane.language.value,
          models: models.slice(0, 1),
        },
        { signal, onPart },
      );
    } catch (error) {
      if (!signal.aborted) words.textContent = say("failed", error.message);
    }
  }

  /** Makes a candidate one of the summaries: in the place of an empty one, or as another. */
  #use(summary, root) {
    const { check } = this;
    const empty = check.cards.find(({ text }) => text.trim() === "");
    const card = empty ?? check.add(summary);
    if (empty) card.text = summary;
    root.remove();
    this.list.hidden = this.list.children.length === 0;
    check.activate(card);
    card.area.focus();
  }
}
