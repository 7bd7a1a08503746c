/** Judges summaries by the models of the package and by those that the visitor brings. */
import { detectLanguage, Matcher } from "../epitome/dist/standalone.js";
import { bringCompanion } from "./companions.js";
import { monitorOf } from "./loading.js";

/** The language of texts without a letter of a known script. */
const FALLBACK = "en";

/**
 * The matcher without a network of its own. What it says in words is what the default models say,
 * for both compare the texts; its figures are others. It judges until a default model is loaded.
 */
const WORDS_ONLY = "rouge";

const matchers = new Map(); // key → promise of a matcher
const loaded = new Set(); // the keys of those that are there
const brought = new Map(); // name → the options of a model that the visitor brought

const keyOf = (language, model, backend = "auto") =>
  brought.has(model) ? `${model} ${backend}` : `${language} ${model} ${backend}`;

/** The matcher of a language, or of a model by its name, on a backend. */
function matcherFor(language, model, backend = "auto") {
  const key = keyOf(language, model, backend);
  if (!matchers.has(key)) {
    const made = open(language, model, backend);
    matchers.set(key, made);
    made.then(
      () => loaded.add(key),
      () => matchers.delete(key), // so that the next try loads again
    );
  }
  return matchers.get(key);
}

async function open(language, model, backend) {
  const monitor = monitorOf(model || language);
  if (brought.has(model)) {
    await bringCompanion("onnx");
    return await Matcher.create({ ...brought.get(model), backend, monitor }); // it reads any language
  }
  if (model) await bringCompanion(model);
  return await Matcher.create({ language, ...(model && { model }), backend, monitor });
}

let known = { text: undefined, found: undefined }; // the last text whose language was guessed

async function languageOf(text) {
  if (known.text !== text) known = { text, found: await detectLanguage(text) };
  return known.found ?? { language: FALLBACK, confidence: 0 };
}

export const judging = {
  /** Loads WebAssembly, then the default model of a language. */
  async warm({ language }) {
    await matcherFor(language, WORDS_ONLY);
    await matcherFor(language, "");
  },

  /** The language of a text: `{ language, confidence }`. */
  detect: ({ text }) => languageOf(text),

  /**
   * Judges `summaries` by each of `models` ("" is the default of the language); tells how each
   * model judged, `{ model, results }`, as soon as it has; an error of a later one is a part too.
   * Until the first is loaded, tells what can be said in words: `isFirst` results.
   */
  async judge({ document, summaries, language, models, backend }, { signal, tell }) {
    const guessed = language === "auto" ? await languageOf(document) : { language, confidence: 1 };
    tell({ guessed });
    if (models[0] === "" && !loaded.has(keyOf(guessed.language, "", backend))) {
      const matcher = await matcherFor(guessed.language, WORDS_ONLY);
      const results = await matcher.matchAll(document, summaries, { explain: true, signal });
      tell({ model: "", results, isFirst: true });
    }
    for (const model of models) {
      try {
        const matcher = await matcherFor(guessed.language, model, backend);
        signal.throwIfAborted();
        const before = performance.now();
        const results = await matcher.matchAll(document, summaries, { explain: true, signal });
        const spent = (performance.now() - before) / summaries.length;
        const said = results.map((result) => ({ ...result, spent, model: matcher.model }));
        tell({ model, results: said });
      } catch (error) {
        if (signal.aborted || model === models[0]) throw error;
        tell({ model, error: error.message });
      }
    }
  },

  /**
   * The models that judge a language, its default first: `{ name, description, bytes, isLoaded }`.
   */
  async models({ language, backend }) {
    for (const name of [`fit-${language}-large`, "judge-multi"])
      await bringCompanion(name).catch(() => {});
    return Matcher.models()
      .filter(({ languages }) => languages.includes(language))
      .map(({ name, description, bytes }, at) => ({
        name,
        description,
        bytes,
        isLoaded: loaded.has(keyOf(language, at === 0 ? "" : name, backend)),
      }));
  },

  /** Loads a model that the visitor brings, and says what it is. */
  async bring({ name, model, options = {} }) {
    for (const [key, old] of matchers) {
      if (!key.startsWith(`${name} `)) continue;
      old.then(
        (matcher) => matcher.destroy(),
        () => {},
      );
      matchers.delete(key);
    }
    brought.set(name, { model: typeof model === "string" ? new URL(model) : model, ...options });
    try {
      const matcher = await matcherFor(FALLBACK, name);
      return matcher.toJSON();
    } catch (error) {
      brought.delete(name);
      throw error;
    }
  },
};
