/** Many pairs: a table from a file, judged as it streams, sorted, filtered, saved. */
import { button, byId, fill, make } from "../dom.js";
import { LANGUAGES } from "../language.js";
import { languageName, number, say } from "../words.js";
import { askTable } from "./client.js";
import { Filters } from "./filters.js";
import { Table } from "./table.js";

/** How often the table is drawn again while results stream, in milliseconds. */
const REDRAW = 700;

export class Pairs {
  #sort = { sort: "row", descending: false };
  #drawn = 0;

  /**
   * `openPair({ text, summaries, language })` shows a pair in the check; `settings.model` judges.
   */
  constructor({ openPair, settings }) {
    this.settings = settings;
    this.openPair = openPair;
    this.file = make("input", {
      type: "file",
      hidden: true,
      accept: ".csv,.tsv,.jsonl,.ndjson,.json",
      id: "table-file",
    });
    this.file.addEventListener(
      "change",
      () => this.file.files[0] && void this.open(this.file.files[0]),
    );
    this.status = make("p", { className: "note", role: "status", id: "pairs-status" });
    this.problem = make("p", {
      className: "error",
      role: "alert",
      id: "pairs-error",
      hidden: true,
    });
    this.columns = Object.fromEntries(
      ["document", "summary", "language"].map((what) => [
        what,
        make("select", { id: `column-${what}` }),
      ]),
    );
    const label = (what) =>
      make(
        "label",
        { className: "inline" },
        make("span", { textContent: say(`${what}Column`) }),
        this.columns[what],
      );
    this.start = button(say("judgeAll"), () => void this.judge(), {
      className: "primary",
      id: "judge-all",
    });
    this.stop = button(say("stop"), () => void askTable("stop"), {
      id: "stop-judging",
      hidden: true,
    });
    this.bar = make("progress", { "aria-label": say("judgeAll"), hidden: true });
    this.filters = new Filters(() => void this.#view(true));
    this.table = new Table({
      onSort: (key) => this.#sortBy(key),
      onOpen: (index) => void this.#open(index),
    });
    this.sample = button(say("sampleTable"), () => void this.#openSample(), {
      id: "sample-table",
      className: "quiet",
    });
    this.saves = ["csv", "jsonl"].map((format) =>
      button("", () => void this.#save(format), { id: `save-${format}` }),
    );
    this.work = make(
      "div",
      { className: "pairs-work", hidden: true },
      make(
        "div",
        { className: "mapping" },
        label("document"),
        label("summary"),
        label("language"),
        this.start,
        this.stop,
      ),
      this.bar,
      this.filters.root,
      make("div", { className: "mapping" }, ...this.saves),
      this.table.root,
    );
    for (const select of Object.values(this.columns))
      select.addEventListener("change", () => void this.#map());
    byId("pairs").replaceChildren(
      make(
        "div",
        { className: "pane-head" },
        make("h2", { textContent: say("viewPairs") }),
        make("span", { className: "push" }),
        this.sample,
        button(say("openTable"), () => this.file.click(), { id: "open-table" }),
        this.file,
      ),
      make("p", { className: "note", textContent: say("pairsHint") }),
      this.status,
      this.problem,
      this.work,
    );
  }

  /** Reads a table and guesses which columns hold the pairs. */
  async open(file) {
    this.problem.hidden = true;
    this.work.hidden = true;
    this.name = file.name.replace(/\.[^.]*$/u, "");
    this.status.textContent = say("reading", file.name);
    try {
      const { columns, rows, guess } = await askTable("open", { file }, (part) => {
        this.status.textContent = say("rowsRead", number(part.rows));
      });
      if (rows === 0 || guess.document === undefined || guess.summary === undefined)
        throw new Error(say("noColumns"));
      const names = columns.map((name) => [name, name]);
      fill(this.columns.document, names, guess.document);
      fill(this.columns.summary, names, guess.summary);
      fill(
        this.columns.language,
        [
          ["auto", say("languageAuto", "")],
          ...LANGUAGES.map((code) => [code, languageName(code)]),
          ...columns.map((name) => [`column:${name}`, say("fromColumn", name)]),
        ],
        guess.language ? `column:${guess.language}` : "auto",
      );
      this.status.textContent = say("tableRead", file.name, number(rows));
      this.filters.clear();
      await this.#map();
      this.work.hidden = false;
      this.sample.hidden = true;
      await this.#view(true);
      this.start.focus();
    } catch (error) {
      this.status.textContent = "";
      this.problem.textContent = say("fileFailed", file.name, error.message);
      this.problem.hidden = false;
    } finally {
      this.file.value = "";
    }
  }

  /** Opens a small table, for who has none at hand. */
  async #openSample() {
    const response = await fetch(new URL("../samples.json", import.meta.url));
    const { pairs } = await response.json();
    await this.open(new File([JSON.stringify(pairs)], "sample.json"));
  }

  async #map() {
    const chosen = this.columns.language.value;
    const counts = await askTable("map", {
      columns: {
        document: this.columns.document.value,
        summary: this.columns.summary.value,
        language: chosen.startsWith("column:") ? chosen.slice("column:".length) : undefined,
      },
    });
    this.filters.show(counts);
    this.start.textContent = say("judgeAll");
    await this.#view(true);
  }

  /** Judges what waits; stopping keeps what is done, and the button goes on. */
  async judge() {
    const chosen = this.columns.language.value;
    const language = chosen.startsWith("column:") ? "column" : chosen;
    this.problem.hidden = true;
    this.start.hidden = true;
    this.stop.hidden = this.bar.hidden = false;
    this.stop.focus();
    for (const select of Object.values(this.columns)) select.disabled = true;
    const { verdicts } = await askTable("counts");
    const total = verdicts.waiting;
    this.bar.max = Math.max(1, total);
    this.bar.removeAttribute("value");
    this.status.textContent = say("starting");
    const show = ({ done, seconds, ...counts }) => {
      this.bar.value = done;
      const speed = seconds > 0 ? done / seconds : 0;
      this.status.textContent = say(
        "judged",
        number(done),
        number(total),
        number(Math.round(speed)),
        speed > 0 ? Math.ceil((total - done) / speed) : undefined,
      );
      this.filters.show(counts);
      if (performance.now() - this.#drawn < REDRAW) return;
      this.#drawn = performance.now();
      void this.#view(false);
    };
    try {
      show(
        await askTable(
          "judge",
          { language, model: this.settings.model, backend: this.settings.backend },
          show,
        ),
      );
    } catch (error) {
      const counts = await askTable("counts");
      this.filters.show(counts);
      if (error.name === "AbortError") {
        this.status.textContent = say(
          "stoppedAt",
          number(total - counts.verdicts.waiting),
          number(total),
        );
        this.start.textContent = say("goOn");
      } else {
        this.problem.textContent = say("failed", error.message);
        this.problem.hidden = false;
      }
    } finally {
      const hadFocus = document.activeElement === this.stop;
      this.start.hidden = false;
      this.stop.hidden = this.bar.hidden = true;
      for (const select of Object.values(this.columns)) select.disabled = false;
      if (hadFocus) this.start.focus();
      await this.#view(false);
    }
  }

  #sortBy(key) {
    const { sort, descending } = this.#sort;
    this.#sort = { sort: key, descending: sort === key && !descending };
    void this.#view(true);
  }

  /** Which rows are shown, and in which order. */
  get #shown() {
    return { ...this.filters.options, ...this.#sort };
  }

  async #view(fromTop) {
    const count = await askTable("view", { options: this.#shown });
    const [csv, jsonl] = this.saves;
    csv.textContent = say("saveCsv", number(count));
    jsonl.textContent = say("saveJsonl", number(count));
    this.table.sorted(this.#sort.sort, this.#sort.descending);
    await this.table.show(count, fromTop);
  }

  async #open(index) {
    const { document: text, summary, language } = await askTable("pair", { index });
    this.openPair({
      text: String(text ?? ""),
      summaries: [String(summary ?? "")],
      language: LANGUAGES.includes(language) ? language : "auto",
    });
  }

  /** Saves the rows that are shown. */
  async #save(format) {
    const blob = await askTable("save", { format, options: this.#shown });
    const link = make("a", {
      href: URL.createObjectURL(blob),
      download: `${this.name}-checked.${format}`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}
