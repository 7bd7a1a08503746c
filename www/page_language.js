/** The menu of the page's own language. */
import { byId, fill } from "./dom.js";
import { chooseLanguage, LANGUAGES } from "./language.js";
import { language } from "./words.js";

/** The languages by their own names. */
const ownName = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);

/** Shows the menu; the page is built again in the chosen language. */
export function showPageLanguage() {
  const menu = byId("page-language");
  fill(
    menu,
    LANGUAGES.map((code) => [code, ownName(code)]),
    language,
  );
  for (const option of menu.options) option.lang = option.value;
  menu.addEventListener("change", () => {
    chooseLanguage(menu.value);
    location.reload();
  });
}
