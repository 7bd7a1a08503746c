/** Everything, computed in the thread that calls. `epitome/worker` has the same classes in workers. */
export * from "./shared.js";
export type { LineClassifierOptions } from "./line_classifier.js";
export { LineClassifier, Matcher, Summarizer } from "./classes.js";
