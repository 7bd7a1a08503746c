/** The four languages of the page: which one the visitor reads. */

export const LANGUAGES = ["en", "zh", "de", "fa"];

/** Where the chosen language of the page is kept. */
const KEY = "epitome.language";

/**
 * The language that the visitor chose, else the first of the browser's that the page has, else
 * English.
 */
export function chosenLanguage() {
  const kept = stored();
  if (LANGUAGES.includes(kept)) return kept;
  const known = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return known.find((tag) => LANGUAGES.includes(tag)) ?? "en";
}

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a page that may not store anything
  }
}

/** Keeps the chosen language for later visits. */
export function chooseLanguage(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // It is asked for again.
  }
}

export const directionOf = (language) => (language === "fa" ? "rtl" : "ltr");
