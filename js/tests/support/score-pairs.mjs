/** Scores the pairs of the samples; runs unchanged on every host. */

/** The rows of `pairs`: each with its default model and with rouge, Chinese ones also with lstm-ii-zh. */
export async function scorePairs(Matcher, pairs) {
  const rows = [];
  const languages = [...new Set(pairs.map(({ language }) => language))];
  for (const language of languages) {
    const own = pairs.filter((pair) => pair.language === language);
    const models = [`fit-${language}`, "rouge", ...(language === "zh" ? ["lstm-ii-zh"] : [])];
    for (const model of models) {
      const matcher = await Matcher.create({ language, model });
      const results = await matcher.matchBatch(own);
      matcher.destroy();
      rows.push(...results.map((result, index) => ({ id: own[index].id, model, ...result })));
    }
  }
  return rows;
}
