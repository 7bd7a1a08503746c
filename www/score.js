/** The card that tells whether a summary fits its document. */
import { Matcher } from "./epitome/dist/index.browser.js";
import {
  byId, directionOf, duration, element, fill, invalid, isOwn, LANGUAGES, LEVELS, nextFrame, percent, showError,
} from "./samples.js";

/** What a verdict says. */
const VERDICTS = {
  supported: "The text says this.",
  contradicted: "The text says otherwise.",
  unclear: "The text does not show it.",
};

/** The kinds of evidence that object to a part. */
const OBJECTIONS = new Set(["missing", "number", "name", "date", "negation"]);

export function startScore(pairs) {
  const language = byId("score-language");
  const sample = byId("score-sample");
  const model = byId("score-model");
  const text = byId("score-document");
  const summary = byId("score-summary");
  const form = byId("score-form");
  const status = byId("score-status");
  const problem = byId("score-error");
  const result = byId("score-result");
  const models = Matcher.models();
  const matchers = new Map(); // language and model → promise of a matcher
  let running; // the AbortController of the run in progress

  function forget() {
    running?.abort();
    running = undefined;
    form.removeAttribute("aria-busy");
    result.hidden = true;
    status.textContent = "";
    showError(problem, undefined, [text, summary]);
  }

  function takeSample() {
    forget();
    const chosen = pairs.find((pair) => pair.id === sample.value);
    if (!chosen) return;
    text.value = chosen.document;
    summary.value = chosen.summary;
  }

  function describeModel() {
    const chosen = models.find((one) => one.name === model.value);
    byId("score-model-note").textContent = chosen
      ? chosen.description
      : "The model that the package takes for this language.";
  }

  function takeLanguage() {
    const mine = pairs.filter((pair) => pair.language === language.value);
    const offered = [
      ...mine.map((pair) => [pair.id, `${pair.level} · ${LEVELS[pair.level - 1]}`]),
      ["", "Your own text"],
    ];
    fill(sample, offered, isOwn(sample, [text, summary]) ? "" : undefined);
    const fitting = models.filter(
      (one) => one.task === "matching" && one.languages.includes(language.value),
    );
    fill(model, [["", "Default"], ...fitting.map((one) => [one.name, one.name])]);
    for (const field of [text, summary]) field.lang = language.value;
    describeModel();
    takeSample();
  }

  function matcherFor(tag, name) {
    const key = `${tag} ${name}`;
    if (!matchers.has(key)) {
      const made = Matcher.create({ language: tag, ...(name && { model: name }) });
      matchers.set(key, made);
      made.catch(() => matchers.delete(key)); // so that the next try loads again
    }
    return matchers.get(key);
  }

  async function score() {
    forget();
    for (const [field, what] of [[text, "document"], [summary, "summary"]]) {
      if (field.value.trim() === "") {
        invalid(problem, field, `The ${what} is empty. Type one or pick a sample.`);
        return;
      }
    }
    const mine = new AbortController();
    running = mine;
    const asked = { document: text.value, summary: summary.value, language: language.value };
    form.setAttribute("aria-busy", "true");
    status.textContent = "Reading…";
    try {
      const matcher = await matcherFor(asked.language, model.value);
      await nextFrame();
      if (mine.signal.aborted) return;
      const before = performance.now();
      const answer = await matcher.match(asked.document, asked.summary, {
        explain: true,
        signal: mine.signal,
      });
      const spent = performance.now() - before;
      if (!mine.signal.aborted) show(answer, asked, spent);
    } catch (error) {
      if (!mine.signal.aborted) showError(problem, `The summary was not scored. ${error.message}`);
    } finally {
      if (running === mine) {
        running = undefined;
        form.removeAttribute("aria-busy");
        status.textContent = "";
      }
    }
  }

  function show(answer, asked, spent) {
    result.hidden = false;
    result.dataset.verdict = answer.verdict;
    byId("verdict-word").textContent = VERDICTS[answer.verdict];
    byId("verdict-score").textContent = answer.score.toFixed(1);
    byId("verdict-note").textContent =
      `Probability that it fits: ${percent(answer.probability)} · ${duration(spent)} · read ` +
      `${percent(answer.read.document)} of the document, ${percent(answer.read.summary)} of the summary`;
    const best = answer.levels.indexOf(Math.max(...answer.levels));
    byId("levels").replaceChildren(
      ...answer.levels
        .map((share, index) => {
          const row = element("li", index === best ? "best" : "");
          row.value = index + 1;
          const bar = element("span", "bar");
          bar.setAttribute("aria-hidden", "true");
          bar.style.setProperty("--share", `${share * 100}%`);
          row.append(
            element("span", "name", `${index + 1} · ${LEVELS[index]}`),
            bar,
            element("span", "share", percent(share)),
          );
          return row;
        })
        .reverse(),
    );
    showEvidence(answer.evidence ?? [], asked);
  }

  result.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.matches(".part")) {
      event.preventDefault();
      event.target.click();
    }
  });
  language.addEventListener("change", takeLanguage);
  sample.addEventListener("change", takeSample);
  model.addEventListener("change", () => {
    forget();
    describeModel();
  });
  for (const field of [text, summary]) {
    field.addEventListener("input", () => {
      forget();
      sample.value = "";
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    score();
  });

  fill(language, LANGUAGES.map(({ code, name }) => [code, name]), "zh");
  takeLanguage();
}

/** Marks the parts of the summary; pointing at one shows what supports it. */
function showEvidence(evidence, asked) {
  const whole = byId("evidence-summary");
  const source = byId("evidence-document");
  const note = byId("evidence-note");
  for (const place of [whole, source]) {
    place.lang = asked.language;
    place.dir = directionOf(asked.language);
  }
  const hint = "Point at a part, or move to it with Tab, to see the sentence behind it.";
  note.textContent = evidence.length > 0 ? hint : "The model gives no evidence for this pair.";
  source.textContent = asked.document;

  const pieces = [];
  let at = 0;
  for (const item of [...evidence].sort((a, b) => a.summarySpan.start - b.summarySpan.start)) {
    const { start, end } = item.summarySpan;
    if (start < at || end <= start) continue;
    pieces.push(document.createTextNode(asked.summary.slice(at, start)));
    const part = element(
      "span",
      `part ${OBJECTIONS.has(item.kind) ? "unsupported" : "supported"}`,
      asked.summary.slice(start, end),
    );
    part.tabIndex = 0;
    part.setAttribute("role", "button");
    const choose = () => {
      for (const other of whole.querySelectorAll(".chosen")) other.classList.remove("chosen");
      part.classList.add("chosen");
      note.textContent = noteOf(item, asked);
      const span = item.instead ?? item.documentSpan;
      if (!span) {
        source.textContent = asked.document;
        return;
      }
      source.replaceChildren(
        asked.document.slice(0, span.start),
        element("mark", "", asked.document.slice(span.start, span.end)),
        asked.document.slice(span.end),
      );
    };
    for (const kind of ["pointerenter", "focus", "click"]) part.addEventListener(kind, choose);
    pieces.push(part);
    at = end;
  }
  pieces.push(document.createTextNode(asked.summary.slice(at)));
  whole.replaceChildren(...pieces);
}

/** What a part shows, in words. */
function noteOf({ kind, instead, documentSpan }, asked) {
  if (instead) return `The text says “${asked.document.slice(instead.start, instead.end)}”.`;
  if (kind === "missing") return "The text does not hold this.";
  if (kind === "negation") return "One of the texts denies what the other says.";
  if (!documentSpan) return "No sentence of the text has these words.";
  return kind === "supported" ? "The marked sentence says this." : "The marked sentence is the nearest one; its words are others.";
}
