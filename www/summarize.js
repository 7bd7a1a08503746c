/** The card that writes a summary. */
import { Summarizer } from "./epitome/dist/index.browser.js";
import { startMethods } from "./methods.js";
import {
  byId, directionOf, duration, element, fill, invalid, isOwn, LANGUAGES, nextFrame, showError,
} from "./samples.js";

/** How many candidates are shown besides the summary. */
const OTHERS = 4;

export function startSummarize(documents) {
  const language = byId("write-language");
  const type = byId("write-type");
  const length = byId("write-length");
  const sample = byId("write-sample");
  const text = byId("write-text");
  const form = byId("write-form");
  const status = byId("write-status");
  const problem = byId("write-error");
  const result = byId("write-result");
  const output = byId("write-output");
  const copy = byId("write-copy");
  const methods = startMethods(language, type);
  let written = ""; // the summary shown
  let running; // the AbortController of the run in progress

  function forget() {
    running?.abort();
    running = undefined;
    form.removeAttribute("aria-busy");
    result.hidden = true;
    status.textContent = "";
    showError(problem, undefined, [text]);
  }

  function takeSample() {
    forget();
    const chosen = documents.find((one) => one.id === sample.value);
    if (chosen) text.value = chosen.text;
  }

  function takeLanguage() {
    const mine = documents.filter((one) => one.language === language.value);
    const offered = [...mine.map((one) => [one.id, one.title]), ["", "Your own text"]];
    fill(sample, offered, isOwn(sample, [text]) ? "" : undefined);
    sample.lang = text.lang = language.value;
    methods.offer();
    takeSample();
  }

  async function summarize() {
    forget();
    if (text.value.trim() === "") {
      invalid(problem, text, "The text is empty. Type one or pick a sample.");
      return;
    }
    const mine = new AbortController();
    running = mine;
    form.setAttribute("aria-busy", "true");
    status.textContent = "Reading…";
    let summarizer;
    try {
      const tag = language.value;
      const writer = methods.writer();
      summarizer = await Summarizer.create({
        language: tag,
        type: type.value,
        length: length.value,
        method: methods.select.value,
        format: "plain-text",
        signal: mine.signal,
      });
      await nextFrame();
      if (mine.signal.aborted) return;
      const before = performance.now();
      begin(tag);
      await show(summarizer.summarizeStreaming(text.value, { signal: mine.signal }));
      const spent = performance.now() - before;
      if (mine.signal.aborted) return;
      const { name } = writer ?? {};
      status.textContent = `Written in ${duration(spent)}${name ? ` by ${name}` : ""}.`;
      if (writer) showOthers(await summarizer.candidates(text.value, { signal: mine.signal }), tag);
    } catch (error) {
      if (mine.signal.aborted) return;
      status.textContent = "";
      result.hidden = true;
      showError(problem, `No summary was written. ${error.message}`);
    } finally {
      summarizer?.destroy();
      if (running === mine) {
        running = undefined;
        form.removeAttribute("aria-busy");
      }
    }
  }

  /** Makes room for a summary in a language. */
  function begin(tag) {
    written = "";
    output.lang = tag;
    output.dir = directionOf(tag);
    output.replaceChildren();
    byId("write-others").hidden = true;
    copy.textContent = "Copy";
  }

  /** Shows the summary while its parts come. */
  async function show(stream) {
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      written += part.value;
      output.replaceChildren(...written.split("\n").map((line) => element("p", "", line)));
      result.hidden = false;
    }
  }

  /** Lists the candidates after the first, which is the summary. */
  function showOthers(candidates, tag) {
    const list = byId("write-candidates");
    list.lang = tag;
    list.dir = directionOf(tag);
    list.replaceChildren(
      ...candidates.slice(1, 1 + OTHERS).map(({ text: other, logProbability }) => {
        const row = element("li", "");
        const log = element("span", "log", logProbability.toFixed(2));
        log.dir = "ltr";
        row.append(element("span", "text", other), log);
        return row;
      }),
    );
    byId("write-others").hidden = candidates.length < 2;
  }

  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(written);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(output);
      copy.textContent = "Selected: press Ctrl or ⌘ and C";
    }
  });
  language.addEventListener("change", takeLanguage);
  sample.addEventListener("change", takeSample);
  type.addEventListener("change", () => methods.offer());
  for (const select of [type, length, methods.select]) select.addEventListener("change", forget);
  text.addEventListener("input", () => {
    forget();
    sample.value = "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    summarize();
  });

  fill(language, LANGUAGES.map(({ code, name }) => [code, name]), "fa");
  takeLanguage();
}
