/**
 * The same as `epitome`, with classes that compute in Web Workers or worker threads, so that the
 * calling thread stays free.
 */
export * from "./shared.js";
export type { ThreadOptions } from "./thread_options.js";
export type {
  LineClassifierOptions,
  MatcherOptions,
  SummarizerOptions,
} from "./worker_classes.js";
export { LineClassifier, Matcher, Summarizer } from "./worker_classes.js";
