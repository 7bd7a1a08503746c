/** The paragraphs of an HTML page: what is read, without menus, scripts and styles. */

const SKIPPED =
  "script, style, noscript, template, nav, header nav, footer, aside, form, svg, iframe, [hidden], [aria-hidden=true]";
const BLOCKS =
  "p, li, h1, h2, h3, h4, h5, h6, blockquote, pre, td, th, dd, dt, figcaption, div, section, article";

/** Paragraphs as `sectionsOf` takes them. Nothing of the page is run or loaded. */
export function paragraphsOfHtml(source) {
  const page = new DOMParser().parseFromString(source, "text/html");
  for (const each of page.querySelectorAll(SKIPPED)) each.remove();
  for (const each of page.querySelectorAll("br")) each.replaceWith("\n");
  const root = page.querySelector("article, main, [role=main]") ?? page.body;
  const innermost = [...root.querySelectorAll(BLOCKS)].filter(
    (each) => each.querySelector(BLOCKS) === null,
  );
  const paragraphs = innermost.map((each) => ({
    text: each.textContent
      .replace(/[^\S\n]+/gu, " ")
      .replace(/ ?\n ?/gu, each.localName === "pre" ? "\n" : " ")
      .trim(),
    isHeading: /^h[1-6]$/u.test(each.localName),
  }));
  if (paragraphs.some(({ text }) => text !== "")) return paragraphs;
  return [{ text: root.textContent.replace(/\s+/gu, " "), isHeading: false }];
}
