/** Copies a summary with its verdict: as text, as Markdown, as JSON. */
import { byId } from "../dom.js";
import { say } from "../words.js";

/** The summary with its verdict as Markdown: a quotation, the sentence, the objections. */
export function markdownOf(card) {
  const quote = card.text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  return `${quote}\n\n${card.spoken ?? ""}\n`;
}

/** The texts and the judgement as the library gives it. */
export function jsonOf(card) {
  const { spent: _, ...result } = card.result ?? {};
  return JSON.stringify(
    { document: card.asked?.document, summary: card.text, ...result },
    undefined,
    2,
  );
}

const WAYS = { copy: (card) => card.text, copyMarkdown: markdownOf, copyJson: jsonOf };

/** Puts a text into the clipboard and says so. */
export async function copyText(text) {
  const told = byId("told-short");
  try {
    await navigator.clipboard.writeText(text);
    told.textContent = say("copied");
  } catch {
    told.textContent = say("copyFailed");
  }
  setTimeout(() => (told.textContent = ""), 3000);
}

export const copyCard = (card, what) => copyText(WAYS[what](card));
