// A worker judges, so that the page stays free. The language is guessed from each text.
import { Matcher } from "epitome/worker";

const form = document.querySelector("form");
const output = document.querySelector("output");
const loading = Matcher.create({
  monitor: (events) =>
    events.addEventListener("downloadprogress", ({ loaded }) => (output.value = `${Math.round(loaded * 100)} %`)),
});

let last; // only the answer to the last input is shown
async function judge() {
  last?.abort();
  const { signal } = (last = new AbortController());
  const [text, summary] = [form.elements.document.value, form.elements.summary.value];
  try {
    const matcher = await loading;
    const { verdict, evidence } = await matcher.match(text, summary, { explain: true, signal });
    const objections = evidence
      .filter(({ instead }) => instead !== null)
      .map(({ summarySpan, instead }) => {
        const [said, wanted] = [summary.slice(summarySpan.start, summarySpan.end), text.slice(instead.start, instead.end)];
        return ` “${said}”: the text says “${wanted}”.`;
      });
    output.value = `${verdict}.${objections.join("")}`;
  } catch (error) {
    if (!signal.aborted) output.value = error.message;
  }
}

form.addEventListener("input", judge);
judge();
