/**
 * A matcher of every language: each pair is judged by the default model of the language that its
 * document is in, which is loaded when the first such text comes.
 */
import type { AbortScope } from "./abort.js";
import type { HeldMatcher } from "./compute.js";
import { detectLanguage } from "./language.js";
import type { MatchResult } from "./match_result.js";
import { CHUNK_PAIRS, type TextPair } from "./pairs.js";

/** The language of texts without a letter of a known script. */
const FALLBACK = "en";

/** What has the model of a language opened; called once for each. */
export type OpenLanguage = (language: string) => Promise<HeldMatcher>;

/** Judges by the models that `open` gives. */
export function autoMatcher(open: OpenLanguage): HeldMatcher {
  const opened = new Map<string, Promise<HeldMatcher>>();
  let freed = false;

  const held = (language: string): Promise<HeldMatcher> => {
    let opening = opened.get(language);
    if (opening === undefined) {
      opening = open(language);
      opened.set(language, opening);
      opening.then(
        (late) => {
          if (freed) late.free();
        },
        () => opened.delete(language), // the next text tries again
      );
    }
    return opening;
  };

  return {
    width: 1,
    drains: true,
    batch: CHUNK_PAIRS,
    async matchBatch(pairs: TextPair[], explain: boolean, scope: AbortScope) {
      const places = new Map<string, number[]>();
      for (const [at, { document }] of pairs.entries()) {
        const language = (await detectLanguage(document))?.language ?? FALLBACK;
        const of = places.get(language);
        if (of === undefined) places.set(language, [at]);
        else of.push(at);
      }
      const results = new Array<MatchResult>(pairs.length);
      for (const [language, of] of places) {
        const matcher = await scope.race(held(language));
        for (let from = 0; from < of.length; from += matcher.batch) {
          const chunk = of.slice(from, from + matcher.batch);
          const given = chunk.map((at) => pairs[at] as TextPair);
          const found = await matcher.matchBatch(given, explain, scope);
          for (const [index, at] of chunk.entries()) results[at] = found[index] as MatchResult;
        }
      }
      return results;
    },
    free() {
      freed = true;
      for (const opening of opened.values()) {
        opening.then((matcher) => matcher.free(), () => {});
      }
      opened.clear();
    },
  };
}
