/** The card that scores many pairs, in a worker, and says where and how fast. */
import { Matcher } from "./epitome/dist/worker.browser.js";
import { byId, element, fill, invalid, LANGUAGES, LEVELS, showError } from "./samples.js";

/** How many pairs are made of the samples. */
const MADE = 2000;

/** How many lines without a pair are named. */
const NAMED = 3;

/** What a matcher has to have in a text. */
const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;

const count = new Intl.NumberFormat("en");

/** Every document with every summary of a language, over and over; none where there is no sample. */
function madeOf(samples, language) {
  const mine = samples.filter((pair) => pair.language === language);
  if (mine.length === 0) return [];
  return Array.from({ length: MADE }, (_, index) => ({
    document: mine[index % mine.length].document,
    summary: mine[Math.floor(index / mine.length) % mine.length].summary,
  }));
}

const isText = (value) => typeof value === "string" && LETTER_OR_DIGIT.test(value);

/** The pairs of JSON Lines, and the numbers of the lines that hold none that can be scored. */
function pairsIn(text) {
  const pairs = [];
  const bad = [];
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    try {
      const { document, summary } = JSON.parse(line);
      if (!isText(document) || !isText(summary)) throw new TypeError();
      pairs.push({ document, summary });
    } catch {
      bad.push(index + 1);
    }
  });
  return { pairs, bad };
}

export function startBatch(samples) {
  const form = byId("batch-form");
  const language = byId("batch-language");
  const backend = byId("batch-backend");
  const file = byId("batch-file");
  const status = byId("batch-status");
  const problem = byId("batch-error");
  const bar = byId("batch-progress");
  const result = byId("batch-result");
  const stop = byId("batch-stop");
  let running; // the AbortController of the run in progress
  let saved; // the address of the results

  /** The pairs, the lines that are left out, and what to say if there is no pair. */
  async function given() {
    const [chosen] = file.files;
    if (chosen !== undefined) {
      const none = 'No line of the file is a pair of texts with letters or digits: {"document": "…", "summary": "…"}.';
      return { ...pairsIn(await chosen.text()), none };
    }
    const none = "There are no samples to make pairs of. Choose a file.";
    return { pairs: madeOf(samples, language.value), bad: [], none };
  }

  function say(done, total, begin, where) {
    const seconds = (performance.now() - begin) / 1000;
    const speed = seconds > 0 ? ` · ${count.format(Math.round(done / seconds))} pairs a second` : "";
    status.textContent = `${count.format(done)} of ${count.format(total)}${speed}${where}`;
  }

  async function run() {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    showError(problem, undefined, [file]);
    result.hidden = true;
    form.setAttribute("aria-busy", "true");
    stop.hidden = false;
    status.textContent = "Reading…";
    let matcher;
    try {
      const { pairs, bad, none } = await given();
      if (pairs.length === 0) {
        status.textContent = "";
        invalid(problem, file, none);
        return;
      }
      matcher = await Matcher.create({
        language: language.value,
        backend: backend.value,
        signal: mine.signal,
      });
      bar.max = pairs.length;
      bar.value = 0;
      bar.hidden = false;
      const begin = performance.now();
      const results = await matcher.matchBatch(pairs, {
        signal: mine.signal,
        onProgress: ({ done, total }) => {
          bar.value = done;
          say(done, total, begin, "");
        },
      });
      const places = [...new Set(results.map((each) => each.backend))].join(" and ");
      say(pairs.length, pairs.length, begin, ` · on ${places}`);
      show(pairs, results, bad);
    } catch (error) {
      if (running !== mine) return;
      if (mine.signal.aborted) status.textContent = "Stopped.";
      else {
        status.textContent = "";
        showError(problem, `The pairs were not scored. ${error.message}`);
      }
    } finally {
      matcher?.destroy();
      if (running === mine) {
        running = undefined;
        form.removeAttribute("aria-busy");
        stop.hidden = true;
        bar.hidden = result.hidden;
      }
    }
  }

  function show(pairs, results, bad) {
    result.hidden = false;
    const tally = [0, 0, 0, 0, 0];
    for (const { levels } of results) tally[levels.indexOf(Math.max(...levels))] += 1;
    byId("batch-levels").replaceChildren(
      ...tally
        .map((many, index) => {
          const row = element("li");
          row.value = index + 1;
          const share = element("span", "bar");
          share.setAttribute("aria-hidden", "true");
          share.style.setProperty("--share", `${(many / results.length) * 100}%`);
          const name = element("span", "name", `${index + 1} · ${LEVELS[index]}`);
          row.append(name, share, element("span", "share", count.format(many)));
          return row;
        })
        .reverse(),
    );
    const named = bad.slice(0, NAMED).join(", ");
    const more = bad.length > NAMED ? ` and ${count.format(bad.length - NAMED)} more` : "";
    byId("batch-bad").textContent = bad.length > 0 ? `Left out, because they hold no pair of texts with letters or digits: line ${named}${more}.` : "";
    if (saved !== undefined) URL.revokeObjectURL(saved);
    const lines = pairs.map((pair, index) => {
      const { score, probability, matched, levels } = results[index];
      return `${JSON.stringify({ ...pair, score, probability, matched, levels })}\n`;
    });
    saved = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
    byId("batch-save").href = saved;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  stop.addEventListener("click", () => running?.abort());
  fill(language, LANGUAGES.map(({ code, name }) => [code, name]), "en");
}
