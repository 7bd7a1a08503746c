/** The methods of the card that writes a summary: what each does, and which are offered. */
import { Summarizer } from "./epitome/dist/index.browser.js";
import { byId, fill } from "./samples.js";

/** The methods that take sentences, with their names and what they do. */
const TAKING = [
  ["extractive", "Best sentences", "Takes the sentences that are most like the rest of the text."],
  ["subset", "Best together", "Takes the sentences that say the most together, in as many words."],
  ["textrank", "TextRank", "Takes the sentences that are most central."],
  ["lead", "First sentences", "Takes the first sentences."],
];

const AUTO = ["auto", "Automatic", "Has a model write a headline in Chinese and English; else takes the best sentences."];
/** The languages in which it does. */
const AUTO_WRITES = ["zh", "en"];

/** The method that is chosen among those of a language and a type of summary. */
export function startMethods(language, type) {
  const method = byId("write-method");
  const models = Summarizer.models();

  /** The models that write this type of summary in this language. */
  const writers = () =>
    type.value === "headline" ? models.filter(({ languages }) => languages.includes(language.value)) : [];

  /** The model that writes what is asked for; undefined where sentences are taken. */
  const writer = () =>
    method.value === "auto"
      ? writers().find(({ languages }) => languages.some((each) => AUTO_WRITES.includes(each)))
      : writers().find(({ name }) => name === method.value);

  function describe() {
    const [, , about] = [AUTO, ...TAKING].find(([value]) => value === method.value) ?? [];
    byId("write-method-note").textContent = writer()?.description ?? about ?? "";
  }

  /** Offers what there is for the language and the type; keeps what was chosen if it is offered. */
  function offer() {
    const before = method.value;
    fill(method, [AUTO, ...writers().map(({ name }) => [name, `Model ${name}`]), ...TAKING], AUTO[0]);
    if ([...method.options].some(({ value }) => value === before)) method.value = before;
    describe();
  }

  method.addEventListener("change", describe);
  return { offer, writer, select: method };
}
