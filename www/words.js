/** The words of the page in its language, one file of strings each. */
import { chosenLanguage, directionOf } from "./language.js";

/** The language of the page. */
export const language = chosenLanguage();

const { default: strings } = await import(`./strings/${language}.js`);

/** What the page says at `key`; a string with values is a function of them. */
export function say(key, ...values) {
  const said = strings[key];
  if (said === undefined) throw new Error(`strings/${language}.js has no ${key}`);
  return typeof said === "function" ? said(...values) : said;
}

const tag = language === "fa" ? "fa-IR" : language;
const whole = new Intl.NumberFormat(tag);
const tenths = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(tag, { style: "percent" });
const bytes = new Intl.NumberFormat(tag, {
  style: "unit",
  unit: "megabyte",
  maximumFractionDigits: 1,
});

export const number = (value) => whole.format(value);
export const decimal = (value) => tenths.format(value);
export const percent = (value) => share.format(value);
export const megabytes = (value) => bytes.format(value / 1e6);

/** The name of a language in the language of the page. */
export const languageName = (code) =>
  new Intl.DisplayNames([tag], { type: "language" }).of(code) ?? code;

/**
 * Puts the words into every element with `data-say` and into attributes named by `data-say-
 * ATTRIBUTE`.
 */
export function fillPage(root = document) {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  document.title = say("title");
  for (const place of root.querySelectorAll("[data-say]"))
    place.textContent = say(place.dataset.say);
  for (const [data, attribute] of [
    ["sayLabel", "aria-label"],
    ["sayPlaceholder", "placeholder"],
    ["sayTitle", "title"],
  ]) {
    const name = data.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
    for (const place of root.querySelectorAll(`[data-${name}]`))
      place.setAttribute(attribute, say(place.dataset[data]));
  }
}
