/**
 * What every host of the matrix runs: the same pair, in this thread and, where
 * the host has them, in workers. Imported by each project's own entry.
 */

/** The scores of `pair` by every model that reads its language. */
export async function check({ Matcher, Summarizer, rouge }, Threaded, pair) {
  const { language, document, summary } = pair;
  const found = {};
  for (const [name, Class] of Object.entries({ local: Matcher, worker: Threaded })) {
    if (Class === undefined) continue;
    for (const model of ["fit-zh", "rouge", "lstm-ii-zh"]) {
      const matcher = await Class.create({ language, model });
      const { probability } = await matcher.match(document, summary);
      const [again] = await matcher.matchBatch([{ document, summary }]);
      if (again.probability !== probability) throw new Error(`${name}: ${model} changed its mind`);
      matcher.destroy();
      found[`${name} ${model}`] = probability;
    }
  }
  const summarizer = await Summarizer.create({ type: "headline", language });
  if ((await summarizer.summarize(document)) === "") throw new Error("the summary is empty");
  summarizer.destroy();
  const { rouge1 } = await rouge(summary, document);
  if (!(rouge1.precision > 0)) throw new Error("ROUGE-1 is 0");
  return found;
}

/** A text for what was thrown. */
export const failed = (error) => ({ error: `${error?.name} ${error?.code}: ${error?.stack ?? error}` });
