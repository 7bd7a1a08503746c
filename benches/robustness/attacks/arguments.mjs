/** Values that no program should give, to every call. */
import * as epitome from "epitome";

export const group = "arguments";

const trap = new Proxy({}, { get: (_, key) => (key === "then" ? undefined : (() => { throw new Error("the attack"); })()), ownKeys: () => { throw new Error("the attack"); } });
const VALUES = {
  "null": null, "undefined": undefined, "NaN": NaN, "a negative number": -1, "2^53": 2 ** 53, "a big integer": 10n, "a symbol": Symbol("a"), "a function": () => 5,
  "an empty object": {}, "an empty array": [], "an array of itself": (() => { const all = []; all.push(all); return all; })(), "a date": new Date(NaN), "a String object": new String("a"),
  "a typed array": new Float64Array([NaN, Infinity]), "a proxy that throws": trap,
  "an object of a prototype": JSON.parse('{"__proto__": {"language": "en"}, "constructor": 1}'), "a string that converts": { toString: () => "en", valueOf: () => "en" },
  "a text of another kind": "\0'; DROP TABLE --", "a promise": Promise.resolve("en"), "a regular expression": /en/u, "a WeakMap": new WeakMap(),
};

/** Each call with the value in one of its places. */
function calls(value) {
  const { bertScore, detectLanguage, entityFactuality, extractiveFragments, LineClassifier, Matcher, PageLayout, prepareCorpus, rocAuc, rouge, selectSubset, selectTexts, Summarizer } = epitome;
  const made = Matcher.create({ language: "en" });
  const summarizer = Summarizer.create();
  return [
    () => Matcher.create(value),
    ...["language", "model", "size", "cache", "fetch", "backend", "monitor", "signal", "digests", "dtype", "task", "labels"].map((key) => () => Matcher.create({ language: "en", [key]: value })),
    ...["type", "length", "format", "method", "language", "sharedContext"].map((key) => () => Summarizer.create({ [key]: value })),
    async () => (await made).match(value, "a"),
    async () => (await made).match("a", value),
    async () => (await made).match("a", "a", value),
    async () => (await made).match("a", "a", { explain: value }),
    async () => (await made).matchBatch(value),
    async () => (await made).matchBatch([value]),
    async () => (await made).matchBatch([{ document: "a", summary: value }], { onProgress: value }),
    async () => (await made).matchAll("a", value),
    async () => { for await (const _ of (await made).matchStream(value)); },
    async () => (await summarizer).summarize(value),
    async () => (await summarizer).summarize("It opens in May.", value),
    async () => (await summarizer).summarize("It opens in May.", { context: value }),
    () => detectLanguage(value),
    () => rouge(value, "a"),
    () => rouge("a", "a", value),
    () => rocAuc(value, [1]),
    () => rocAuc([1, 0], value),
    () => bertScore(value, value),
    () => bertScore({ dimension: value, values: value }, { dimension: 2, values: [1, 2] }),
    () => entityFactuality("a", "a", value),
    () => entityFactuality("a", "a", { language: value, reference: value }),
    () => extractiveFragments(value, "a"),
    () => prepareCorpus(value, { recipe: "gigaword" }),
    () => prepareCorpus([{ document: "a", summary: value }], { recipe: "arman", seed: value }),
    () => prepareCorpus([{ document: "a" }], { recipe: "arman", embeddings: { dimension: value, words: value, values: value } }),
    () => selectSubset(value),
    () => selectSubset({ unary: value, attributes: value }),
    () => selectSubset({ unary: [1, 2], pairs: [[0, 1, value]], attributes: [{ budget: value, unary: [1, 1] }] }),
    () => selectSubset({ unary: [1, 2], pairs: [[value, 1, 1]], attributes: [{ budget: 1, unary: [1, 1] }] }, { timeLimit: value, seed: value, rounds: value }),
    () => selectTexts([{ text: "a", score: value }], { items: value }),
    () => selectTexts(value, { items: 1, neighbours: value }),
    () => PageLayout.fromPdfToHtml(value),
    () => PageLayout.fromPdfJs(value),
    () => PageLayout.fromPdfJs([{ width: value, height: value, items: value, styles: value }]).blocks(),
    () => PageLayout.fromPdfToHtml("<pdf2xml/>").blocks({ kinds: value, seed: value, cuts: value }),
    async () => (await LineClassifier.create()).classify(value),
    () => new Matcher(value),
    () => Matcher.availability(value),
  ];
}

/** Errors of the package, of the language for what no type allows, and the attack's own. */
const known = (error) => error instanceof epitome.EpitomeError || error instanceof TypeError || error?.message === "the attack";

export const attacks = Object.fromEntries(
  Object.entries(VALUES).map(([name, value]) => [
    name,
    async () => {
      const broken = [];
      for (const call of calls(value)) {
        try {
          await call();
        } catch (error) {
          if (!known(error) || error.code === "wasm-trap" || error.code === "internal") broken.push(`${call}: ${error?.code ?? ""} ${error?.stack ?? String(error)}`);
        }
      }
      // What was refused has spoilt nothing.
      const matcher = await epitome.Matcher.create({ language: "en" });
      await matcher.match("The line opens in May.", "The line opens.");
      if (broken.length > 0) throw new Error(broken.join("\n"));
    },
  ]),
);
