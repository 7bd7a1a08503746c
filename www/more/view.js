/** What is seldom changed: models, how summaries are written, what is kept, sharing, installing. */
import { copyText } from "../check/copy.js";
import { button, byId, fill, make } from "../dom.js";
import { ask } from "../engine/client.js";
import { language as pageLanguage, megabytes, number, say } from "../words.js";
import { clearKept, isKeeping, keep, keptHistory } from "./kept.js";
import { installPrompt } from "./offline.js";
import { Models } from "./models.js";
import { addressOf, bookmarklet, MOST_SHARED } from "./share.js";

const TAKING = ["auto", "extractive", "subset", "textrank", "lead"];

export class More {
  constructor({ check, settings, openState }) {
    this.check = check;
    this.settings = settings;
    this.openState = openState;
    this.models = new Models(check, settings);
    this.method = make("select", { id: "write-method" });
    this.method.addEventListener("change", () => (settings.method = this.method.value));
    this.history = make("ol", { className: "history" });
    byId("more").replaceChildren(
      this.models.root,
      this.#writing(),
      this.#kept(),
      this.#sharing(),
      this.#about(),
    );
  }

  /** Shows what is so now. */
  async show() {
    this.#listHistory();
    const language = this.check.pane.read ?? "en";
    const options = TAKING.map((name) => [name, say("methodNames")[name]]);
    fill(this.method, options, this.settings.method);
    await this.models.show();
    const writers = await ask("writers", { language }).catch(() => []);
    fill(
      this.method,
      [
        ...options,
        ...writers.map(({ name, bytes }) => [name, say("modelWrites", name, megabytes(bytes))]),
      ],
      this.settings.method,
    );
  }

  #section(title, ...children) {
    return make(
      "section",
      { className: "card" },
      make("h2", { textContent: say(title) }),
      ...children,
    );
  }

  #writing() {
    return this.#section(
      "writing",
      make(
        "label",
        { className: "inline" },
        make("span", { textContent: say("method") }),
        this.method,
      ),
      make("p", { className: "note", textContent: say("writingHint") }),
    );
  }

  #kept() {
    const box = make("input", { type: "checkbox", id: "keep", checked: isKeeping() });
    box.addEventListener("change", () => {
      keep(box.checked);
      this.#listHistory();
    });
    const clear = button(
      say("clearKept"),
      () => {
        clearKept();
        this.#listHistory();
        byId("told-short").textContent = say("cleared");
        setTimeout(() => (byId("told-short").textContent = ""), 3000);
      },
      { id: "clear-kept" },
    );
    return this.#section(
      "kept",
      make("p", { className: "note", textContent: say("keptHint") }),
      make(
        "div",
        { className: "mapping" },
        make("label", { className: "inline" }, box, make("span", { textContent: say("keepThis") })),
        clear,
      ),
      this.history,
    );
  }

  #listHistory() {
    const when = new Intl.DateTimeFormat(pageLanguage, { dateStyle: "medium", timeStyle: "short" });
    this.history.replaceChildren(
      ...keptHistory().map((entry) => {
        const open = button("", () => this.openState(entry), { className: "quiet" });
        open.append(make("bdi", { textContent: entry.text.slice(0, 80) }));
        return make(
          "li",
          {},
          open,
          make("span", {
            className: "note",
            textContent: ` ${when.format(entry.time)} · ${say("historySummaries", number(entry.summaries.length))}`,
          }),
        );
      }),
    );
    if (this.history.children.length === 0)
      this.history.append(make("li", { className: "note", textContent: say("historyEmpty") }));
  }

  #sharing() {
    const share = button(
      say("copyLink"),
      async () => {
        const address = await addressOf(this.check.state);
        if (address === undefined)
          byId("told-short").textContent = say("tooLongToShare", number(MOST_SHARED));
        else await copyText(address);
      },
      { id: "copy-link" },
    );
    const mark = make("a", {
      href: bookmarklet(),
      textContent: say("bookmarkletName"),
      className: "bookmarklet",
      draggable: true,
    });
    mark.addEventListener("click", (event) => event.preventDefault()); // it is for other pages
    return this.#section(
      "sharing",
      make("p", { className: "note", textContent: say("sharingHint") }),
      share,
      make("p", { className: "note", textContent: say("bookmarkletHint") }),
      make("p", {}, mark),
    );
  }

  #about() {
    const install = button(
      say("install"),
      async () => {
        const prompt = installPrompt();
        if (prompt) await prompt.prompt();
        else
          install.replaceWith(make("p", { className: "note", textContent: say("installByMenu") }));
      },
      { id: "install" },
    );
    return this.#section(
      "about",
      make("p", { textContent: say("private") }),
      make("p", { className: "note", textContent: say("offlineHint") }),
      install,
      make("p", { className: "note", textContent: say("limits") }),
    );
  }
}
