/** Which models judge: one marks the fields, others are shown beside; a model of one's own. */
import { button, fill, make } from "../dom.js";
import { ask } from "../engine/client.js";
import { languageName, megabytes, say } from "../words.js";
import { loadModel, modelAtAddress, modelInFolder } from "./bring.js";

export class Models {
  #own = []; // names of models that were brought

  constructor(check, settings) {
    this.check = check;
    this.settings = settings;
    this.list = make("ul", { className: "models" });
    this.title = make("p", { className: "note" });
    this.status = make("p", { className: "note", role: "status", id: "bring-status" });
    this.problem = make("p", {
      className: "error",
      role: "alert",
      id: "bring-error",
      hidden: true,
    });
    this.root = make(
      "section",
      { className: "card" },
      make("h2", { textContent: say("models") }),
      this.title,
      this.list,
      this.#backends(),
      this.#bringing(),
    );
  }

  /** Where the models run. */
  #backends() {
    const select = make("select", { id: "backend" });
    fill(select, Object.entries(say("backends")), this.check.backend);
    select.addEventListener("change", () => {
      this.check.backend = this.settings.backend = select.value;
      this.check.textChanged();
    });
    return make(
      "label",
      { className: "inline" },
      make("span", { textContent: say("backend") }),
      select,
    );
  }

  /** Lists the models of the language that the text is in. */
  async show() {
    const language = this.check.pane.read ?? "en";
    this.title.textContent = say("modelsHint", languageName(language));
    const models = await ask("models", { language, backend: this.check.backend }).catch(() => []);
    const [first] = models;
    const rows = models.map((model) => ({
      ...model,
      key: model.name === first?.name ? "" : model.name,
    }));
    for (const name of this.#own) rows.push({ key: name, name, description: say("ownModel"), isLoaded: true });
    this.list.replaceChildren(...rows.map((row) => this.#row(row)));
  }

  #row({ key, name, bytes, description, isLoaded }) {
    const { check, settings } = this;
    const main = make("input", { type: "radio", name: "model", checked: check.models[0] === key });
    const beside = make("input", { type: "checkbox", checked: check.models.includes(key, 1) });
    main.addEventListener("change", () => {
      check.models = [key, ...check.models.slice(1).filter((each) => each !== key)];
      settings.model = this.#own.includes(key) ? "" : key;
      void this.show();
      check.textChanged();
    });
    beside.disabled = main.checked;
    beside.addEventListener("change", () => {
      check.models = check.models.filter((each, at) => at === 0 || each !== key);
      if (beside.checked) check.models.push(key);
      check.textChanged();
    });
    const size = isLoaded ? say("modelThere") : bytes ? say("modelSize", megabytes(bytes)) : "";
    return make(
      "li",
      {},
      make("label", { className: "inline" }, main, make("b", { textContent: name })),
      make("span", { className: "note", textContent: size }),
      make("label", { className: "inline" }, beside, make("span", { textContent: say("beside") })),
      make("p", { className: "note", textContent: description }),
    );
  }

  #bringing() {
    const folder = make("input", {
      type: "file",
      id: "model-folder",
      webkitdirectory: true,
      multiple: true,
      hidden: true,
    });
    const address = make("input", {
      type: "url",
      id: "model-address",
      placeholder: "https://…",
      required: true,
    });
    this.found = make("div", { className: "actions", id: "model-found" });
    folder.addEventListener("change", () => {
      this.#offer(folder.files.length > 0 ? modelInFolder(folder.files) : undefined);
      folder.value = "";
    });
    const form = make(
      "form",
      { className: "mapping", noValidate: true },
      button(say("chooseFolder"), () => folder.click()),
      folder,
      make(
        "label",
        { className: "inline" },
        make("span", { textContent: say("modelAddress") }),
        address,
      ),
      make("button", { type: "submit", textContent: say("lookUp") }),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (address.value.trim() === "") return address.focus();
      this.status.textContent = say("lookingUp");
      this.#offer(await modelAtAddress(address.value.trim()).catch(() => undefined));
    });
    return make(
      "div",
      { className: "bring" },
      make("h3", { textContent: say("bringModel") }),
      make("p", { className: "note", textContent: say("bringHint") }),
      form,
      this.found,
      this.status,
      this.problem,
    );
  }

  /** Says what was found and what it weighs, before anything is loaded. */
  #offer(found) {
    this.problem.hidden = true;
    this.status.textContent = "";
    this.found.replaceChildren();
    if (found === undefined) {
      this.problem.textContent = say("noModel");
      this.problem.hidden = false;
      return;
    }
    const size = found.bytes === undefined ? say("sizeUnknown") : megabytes(found.bytes);
    const load = button(say("loadModel", found.name, size), () => void this.#load(found, load), {
      className: "primary",
      id: "load-model",
    });
    this.found.append(load);
    load.focus();
  }

  async #load(found, load) {
    load.disabled = true;
    this.status.textContent = say("loadingModel", found.name);
    try {
      const name = await loadModel(found);
      this.#own = [...this.#own.filter((each) => each !== name), name];
      this.check.models = [...this.check.models.filter((each) => each !== name), name];
      this.status.textContent = say("modelLoaded", name);
      this.found.replaceChildren();
      await this.show();
      this.check.textChanged();
    } catch (error) {
      this.status.textContent = "";
      this.problem.textContent = say("modelFailed", error.message);
      this.problem.hidden = false;
      load.disabled = false;
    }
  }
}
