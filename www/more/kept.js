/**
 * What stays in this browser: the draft and the last texts that were checked, until they are
 * cleared.
 */

const DRAFT = "epitome.draft";
const HISTORY = "epitome.history";
const OFF = "epitome.keep-nothing";
/** How many texts are kept, and how long one may be, in characters. */
const MOST = 20;
const LONGEST = 200_000;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // a page that may not store anything, or what another program left
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full, or not allowed
  }
}

const drop = (key) => {
  try {
    localStorage.removeItem(key);
  } catch {
    // There is nothing then.
  }
};

const isState = (value) =>
  typeof value?.text === "string" &&
  Array.isArray(value.summaries) &&
  value.summaries.every((each) => typeof each === "string");

/** Whether anything is kept. */
export const isKeeping = () => read(OFF) !== true;

export function keep(isOn) {
  if (isOn) drop(OFF);
  else {
    clearKept();
    write(OFF, true);
  }
}

/** The draft of the last visit; undefined if there is none. */
export function keptDraft() {
  const draft = read(DRAFT);
  return isState(draft) ? draft : undefined;
}

export function keepDraft(state) {
  if (!isKeeping()) return;
  if (state === undefined || state.text.length > LONGEST) drop(DRAFT);
  else write(DRAFT, state);
}

/**
 * The last texts that were checked, the newest first: `{ text, summaries, language, time, verdict
 * }`.
 */
export function keptHistory() {
  const history = read(HISTORY);
  return Array.isArray(history) ? history.filter(isState) : [];
}

/** Puts a text first; it takes the place of an entry about the same text. */
export function keepInHistory(entry) {
  if (!isKeeping() || entry.text.length > LONGEST) return;
  let history = [entry, ...keptHistory().filter(({ text }) => text !== entry.text)].slice(0, MOST);
  while (history.length > 0 && !write(HISTORY, history)) history = history.slice(0, -1); // the oldest make room
}

export function clearKept() {
  drop(DRAFT);
  drop(HISTORY);
}
