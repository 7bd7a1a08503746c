/**
 * The verdict as a sentence, what is quoted from the texts between isolates, and how it is shown.
 */
import { make } from "../dom.js";
import { say } from "../words.js";

/** Most objections that the sentence names; the list under the field has all. */
const NAMED = 3;

/** The sentence of a verdict. */
export function sentenceOf(read) {
  const counts = say(read.total === 1 ? "verdictOfOne" : "verdictOfMany", read);
  const named = read.objections
    .slice(0, NAMED)
    .map((one) => say(read.total === 1 ? "objectionOfOne" : "objection", one));
  const more = read.objections.length - named.length;
  if (more > 0) named.push(say("moreObjections", more));
  return say("verdictSentence", counts, named, read.total > 1 ? read.unsure : 0);
}

const ISOLATED = /\u2068([^\u2069]*)\u2069/gu;

/** The words as nodes; what is quoted stands out and keeps its own direction. */
export function nodesOf(words) {
  const nodes = [];
  let from = 0;
  for (const { 0: whole, 1: quoted, index } of words.matchAll(ISOLATED)) {
    nodes.push(words.slice(from, index), make("bdi", { className: "quoted", textContent: quoted }));
    from = index + whole.length;
  }
  nodes.push(words.slice(from));
  return nodes;
}

/** The words as plain text, with quotation marks. */
export const plain = (words) => words.replace(ISOLATED, (_, quoted) => say("quote", quoted));
