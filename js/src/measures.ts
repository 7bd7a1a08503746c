/**
 * What needs no model, as a module of its own: a bundle of a program that imports nothing else holds
 * no model.
 */
export { bertScore } from "./bert-score.js";
export { clearCache } from "./clear_cache.js";
export { prepareCorpus } from "./corpus.js";
export { entityFactuality } from "./entities.js";
export { extractiveFragments } from "./fragments.js";
export { detectLanguage } from "./language.js";
export { rocAuc, rouge } from "./metrics.js";
export { PageLayout } from "./page_layout.js";
export { selectSubset, selectTexts } from "./subset.js";
