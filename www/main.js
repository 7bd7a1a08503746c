/**
 * Builds the page: the words, the text and its summaries; what is seldom used loads when asked for.
 */
import { Check } from "./check/check.js";
import { byId, make } from "./dom.js";
import { showLoads } from "./loads.js";
import { keepDraft, keepInHistory, keptDraft } from "./more/kept.js";
import { showPageLanguage } from "./page_language.js";
import { Views } from "./views.js";
import { fillPage, language, say } from "./words.js";

/** How long a text is left alone before it is kept in the history, in milliseconds. */
const SETTLED = 4000;

fillPage();
showPageLanguage();
showLoads();

const { document: sampleText, summaries: sampleSummaries } = say("sample");
const sample = { text: sampleText, summaries: sampleSummaries, language: "auto" };
const isSample = (state) => JSON.stringify(state) === JSON.stringify(sample);
const hasFragment = /^#(?:c|text)=/u.test(location.hash);

const settings = { method: "auto", model: "", backend: "auto" };
const check = new Check();
check.take(hasFragment ? { text: "", summaries: [] } : (keptDraft() ?? sample));
void check.judge();

byId("clear-text").addEventListener("click", () => {
  check.take({ text: "", summaries: [] });
  check.pane.field.area.focus();
});

/** Loads a style sheet that only one view needs. */
const loadStyle = (file) =>
  new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href: new URL(file, import.meta.url).href });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });

const views = new Views({
  pairs: async () => {
    await loadStyle("./style/pairs.css");
    const { Pairs } = await import("./pairs/view.js");
    return new Pairs({ openPair: openState, settings });
  },
  more: async () => {
    const { More } = await import("./more/view.js");
    return new More({ check, settings, openState });
  },
});

/** Shows a text with its summaries in the check. */
function openState(state) {
  void views.show("check");
  check.take(state);
  check.cards[0].area.focus();
}

/** Takes the state out of the address, where a link or a bookmarklet put it. */
async function takeFragment() {
  if (!/^#(?:c|text)=/u.test(location.hash)) return;
  const { sharedState } = await import("./more/share.js");
  const state = await sharedState(location.hash);
  history.replaceState(null, "", location.pathname + location.search);
  if (state === undefined) {
    byId("page-error").textContent = say("linkBroken");
    byId("page-error").hidden = false;
  }
  openState(state ?? sample);
}

/** The first verdict, the visitor's first move, or the end of patience, in milliseconds. */
const PATIENCE = 6000;
await takeFragment();
await new Promise((resolve) => {
  check.addEventListener("judged", resolve, { once: true });
  for (const move of ["pointerdown", "pointermove", "keydown", "dragenter", "paste"])
    addEventListener(move, resolve, { once: true });
  setTimeout(resolve, PATIENCE);
});
// What follows is not needed for the first verdict.
const [{ Files }, { Summarise }] = await Promise.all([
  import("./files/open.js"),
  import("./write/summarise.js"),
]);
new Files(check, async (file) => (await views.show("pairs")).open(file));
new Summarise(check, settings);
addEventListener("hashchange", () => void takeFragment());

let keeping;
let settling;
const keepNow = () => {
  clearTimeout(keeping);
  const { state } = check;
  keepDraft(isSample(state) || state.text === "" ? undefined : state);
};
check.addEventListener("change", () => {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, 1000);
});
check.addEventListener("judged", () => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    const { state } = check;
    if (!isSample(state)) keepInHistory({ ...state, time: Date.now() });
  }, SETTLED);
});
addEventListener("pagehide", keepNow);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void check.judgeAll();
});

document.documentElement.dataset.ready = language;
const { goOffline } = await import("./more/offline.js");
void goOffline();
