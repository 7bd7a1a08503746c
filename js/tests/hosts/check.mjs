/**
 * What every host of the matrix runs: every pair of the samples with every matcher
 * that reads its language, in this thread and, where the host has them, in
 * workers, and headlines of the documents. Imported by each project's own entry.
 */

/** The probabilities and headlines of `cases` by place, model and text. */
export async function check({ Matcher, Summarizer, rouge }, Threaded, cases) {
  const found = {};
  for (const [name, Class] of Object.entries({ local: Matcher, worker: Threaded })) {
    if (Class === undefined) continue;
    for (const { model, language, pairs } of cases.scores) {
      const matcher = await Class.create({ language, model });
      const results = await matcher.matchBatch(pairs);
      const [{ document, summary }] = pairs;
      const again = await matcher.match(document, summary);
      matcher.destroy();
      // A default matcher gives the same in any company; others pad, which rounds differently.
      const most = model.startsWith("fit-") ? 0 : 1e-4;
      const off = Math.abs(again.probability - results[0].probability);
      if (!(off <= most)) throw new Error(`${name}: ${model} changed its mind by ${off}`);
      results.forEach(({ probability }, at) => (found[`${name} ${model} ${pairs[at].id}`] = probability));
    }
  }
  for (const { model, language, documents } of cases.headlines) {
    const summarizer = await Summarizer.create({ type: "headline", format: "plain-text", language, method: model });
    for (const { id, text } of documents) found[`local ${model} ${id}`] = await summarizer.summarize(text);
    summarizer.destroy();
  }
  const [{ language, pairs }] = cases.scores;
  const [{ document, summary }] = pairs;
  const summarizer = await Summarizer.create({ type: "tldr", language });
  if ((await summarizer.summarize(document)) === "") throw new Error("the summary is empty");
  summarizer.destroy();
  const { rouge1 } = await rouge(summary, document);
  if (!(rouge1.precision > 0)) throw new Error("ROUGE-1 is 0");
  return found;
}

/** A text for what was thrown. */
export const failed = (error) => ({ error: `${error?.name} ${error?.code}: ${error?.stack ?? error}` });
