/** Writes summaries, in the worker. */
import { detectLanguage, Summarizer } from "../epitome/dist/standalone.js";
import { bringCompanion } from "./companions.js";
import { monitorOf } from "./loading.js";

/** The methods that take sentences, in the order in which their summaries are offered. */
const TAKING = ["extractive", "subset", "textrank", "lead"];

/** How many summaries a model offers. */
const WRITTEN = 3;

async function takenBy(method, options, text, signal) {
  const summarizer = await Summarizer.create({ ...options, method, format: "plain-text", signal });
  try {
    return await summarizer.summarize(text, { signal });
  } finally {
    summarizer.destroy();
  }
}

async function writtenBy(model, text, signal) {
  await bringCompanion(model);
  const options = { type: "headline", method: model, format: "plain-text", signal };
  const summarizer = await Summarizer.create({ ...options, monitor: monitorOf(model) });
  try {
    const candidates = await summarizer.candidates(text, { signal });
    return candidates.slice(0, WRITTEN).map((one) => one.text);
  } finally {
    summarizer.destroy();
  }
}

export const writing = {
  /**
   * Summaries of a text, each told as `{ text, method }` once; `method` "auto" is all that take
   * sentences.
   */
  async summarise({ text, language, type, length, method }, { signal, tell }) {
    const guessed = language === "auto" ? (await detectLanguage(text))?.language : language;
    const options = { type, length, ...(guessed && { language: guessed }) };
    const said = new Set();
    const offer = (text, by) => {
      if (text.trim() === "" || said.has(text)) return;
      said.add(text);
      tell({ text, method: by });
    };
    if (method.startsWith("headline-")) {
      for (const text_ of await writtenBy(method, text, signal)) offer(text_, method);
      return;
    }
    for (const each of method === "auto" ? TAKING : [method]) {
      offer(await takenBy(each, options, text, signal), each);
    }
  },

  /** The models that write headlines in a language: `{ name, bytes }`. */
  async writers({ language }) {
    await bringCompanion("headline-");
    return Summarizer.models()
      .filter(({ languages }) => languages.includes(language))
      .map(({ name, bytes }) => ({ name, bytes }));
  },
};
