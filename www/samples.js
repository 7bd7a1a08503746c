/** The samples, the languages, and what both cards need of the page. */

export const LANGUAGES = [
  { code: "zh", name: "Chinese" },
  { code: "en", name: "English" },
  { code: "fa", name: "Persian" },
  { code: "de", name: "German" },
];

/** The names of the levels, 1 to 5. */
export const LEVELS = [
  "unrelated or a comment",
  "a picked clause",
  "covers half",
  "almost a summary",
  "a good summary",
];

export async function readSamples() {
  const response = await fetch(new URL("./samples.json", import.meta.url));
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  return await response.json();
}

export const byId = (id) => document.getElementById(id);

export const directionOf = (language) => (language === "fa" ? "rtl" : "ltr");

/** Fills a select; `options` are `[value, text]`. */
export function fill(select, options, value) {
  select.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  if (value !== undefined) select.value = value;
}

/** Whether "Your own text" is chosen among the samples and there is some. */
export const isOwn = (sample, fields) =>
  sample.selectedIndex >= 0 && sample.value === "" && fields.some(({ value }) => value.trim() !== "");

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Shows `message` in the place of a form's error; without one, hides it. */
export function showError(place, message, fields = []) {
  place.textContent = message ?? "";
  place.hidden = !message;
  for (const field of fields) field.removeAttribute("aria-invalid");
}

export function invalid(place, field, message) {
  showError(place, message);
  field.setAttribute("aria-invalid", "true");
  field.focus();
}

/** Lets the browser draw before work that keeps it busy. */
export const nextFrame = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

export const percent = (share) => `${Math.round(share * 100)} %`;

export function duration(milliseconds) {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}
