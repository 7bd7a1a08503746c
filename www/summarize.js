/** The card that writes a summary. */
import { Summarizer } from "./epitome/dist/index.browser.js";
import {
  byId, directionOf, duration, element, fill, invalid, LANGUAGES, nextFrame, showError,
} from "./samples.js";

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
    fill(sample, [...mine.map((one) => [one.id, one.title]), ["", "Your own text"]]);
    sample.lang = text.lang = language.value;
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
      summarizer = await Summarizer.create({
        language: tag,
        type: type.value,
        length: length.value,
        format: "plain-text",
        signal: mine.signal,
      });
      await nextFrame();
      if (mine.signal.aborted) return;
      const before = performance.now();
      const summary = await summarizer.summarize(text.value, { signal: mine.signal });
      const spent = performance.now() - before;
      if (mine.signal.aborted) return;
      output.lang = tag;
      output.dir = directionOf(tag);
      written = summary;
      output.replaceChildren(...summary.split("\n").map((line) => element("p", "", line)));
      copy.textContent = "Copy";
      result.hidden = false;
      status.textContent = `Written in ${duration(spent)}.`;
    } catch (error) {
      if (mine.signal.aborted) return;
      status.textContent = "";
      showError(problem, `No summary was written. ${error.message}`);
    } finally {
      summarizer?.destroy();
      if (running === mine) {
        running = undefined;
        form.removeAttribute("aria-busy");
      }
    }
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
  for (const select of [type, length]) select.addEventListener("change", forget);
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
