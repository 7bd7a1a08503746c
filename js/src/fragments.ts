/** Extractive fragments: how much of a summary was copied (Grusky et al. 2018). */
import { startedEngine } from "./current.js";
import { checkString } from "./options.js";

/** A sequence of words that summary and document share. */
export interface Fragment {
  /** The position of its first word among the words of the summary, from 0. */
  summary: number;
  /** The position of its first word among the words of the document, from 0. */
  document: number;
  /** How many words it has. */
  length: number;
}

/** The fragments of a summary and what they say of it. */
export interface ExtractiveFragments {
  /** Share of the summary's words that are in a fragment, 0 to 1. */
  coverage: number;
  /** Mean length of the fragment that a word of the summary is in, from 0. */
  density: number;
  /** Words of the document for each word of the summary. */
  compression: number;
  /** The fragments in the order of the summary. */
  fragments: Fragment[];
}

/** How much of `summary` was copied from `document`. All zero for a summary without words. */
export async function extractiveFragments(
  document: string,
  summary: string,
): Promise<ExtractiveFragments> {
  checkString("extractiveFragments: document", document);
  checkString("extractiveFragments: summary", summary);
  const engine = await startedEngine("extractiveFragments");
  return engine.run((wasm) => wasm.extractiveFragments(document, summary)) as ExtractiveFragments;
}
