/** What every entry of the package exports alike. */
export {
  AbortError,
  DataError,
  EpitomeError,
  InvalidStateError,
  NetworkError,
  NotSupportedError,
  OperationError,
  QuotaExceededError,
} from "./errors.js";
export type { ErrorDetails } from "./errors.js";
export type { WasmSource } from "./host.js";
export type {
  Evidence,
  MatchBatchOptions,
  MatcherOptions,
  MatchOptions,
  MatchResult,
  Span,
} from "./matcher.js";
export type { TokenEmbeddings } from "./bert-score.js";
export type {
  ArmanOptions,
  CorpusPair,
  CorpusRow,
  GigawordOptions,
  PreparedCorpus,
  RuleCount,
  WordVectors,
} from "./corpus.js";
export type { CheckedEntity, EntityFactuality, EntityOptions, GivenEntities } from "./entities.js";
export type { ExtractiveFragments, Fragment } from "./fragments.js";
export type { PrecisionRecallF1, RougeOptions, RougeScores } from "./metrics.js";
export type { CustomModel, ModelInfo } from "./models.js";
export type { TextPair } from "./pairs.js";
export type { SummarizeOptions, SummarizerOptions, SummaryOptions } from "./summarizer.js";
