/** What every entry of the package exports alike, besides its classes. */
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
export type { SummaryCandidate } from "./beam_search.js";
export { bertScore } from "./bert-score.js";
export type { TokenEmbeddings } from "./bert-score.js";
export { prepareCorpus } from "./corpus.js";
export type {
  ArmanOptions,
  CorpusPair,
  CorpusRow,
  GigawordOptions,
  PreparedCorpus,
  RuleCount,
  WordVectors,
} from "./corpus.js";
export { entityFactuality } from "./entities.js";
export type { CheckedEntity, EntityFactuality, EntityOptions, GivenEntities } from "./entities.js";
export { extractiveFragments } from "./fragments.js";
export type { ExtractiveFragments, Fragment } from "./fragments.js";
export type { WasmSource } from "./host.js";
export type { CacheOption, FileCache } from "./loading/cache.js";
export type { Fetch } from "./loading/download.js";
export type { LoadOptions } from "./loading/loading.js";
export type { CustomModel } from "./loading/model_files.js";
export type { CacheErrorEvent, CreateMonitor, DownloadProgressEvent } from "./loading/progress.js";
export { detectLanguage } from "./language.js";
export type { DetectedLanguage } from "./language.js";
export type {
  Evidence,
  EvidenceKind,
  JudgedSentence,
  Language,
  MatchBatchOptions,
  MatcherOptions,
  MatchOptions,
  MatchResult,
  Span,
  Verdict,
} from "./matcher.js";
export type {
  ClassifiedLine,
  ClassifyOptions,
  DocumentSection,
  DocumentStructure,
} from "./line_classifier.js";
export { rocAuc, rouge } from "./metrics.js";
export type { PrecisionRecallF1, RougeOptions, RougeScores } from "./metrics.js";
export type { ModelFile, ModelInfo, Task } from "./models.js";
export { optimizeModel } from "./optimize.js";
export type { OptimizedModel, OptimizeOptions } from "./optimize.js";
export type { BackendName } from "./options.js";
export { PageLayout } from "./page_layout.js";
export type {
  BlockOptions,
  DocumentBlocks,
  LayoutBlock,
  LayoutCuts,
  LayoutLine,
  PagePlace,
  PdfJsItem,
  PdfJsPage,
  PdfJsStyle,
} from "./page_layout.js";
export type { TextPair } from "./pairs.js";
export type { CandidateOptions, SummarizeOptions, SummarizerOptions } from "./summarizer.js";
export type {
  HeadlineModel,
  SummaryForm,
  SummaryMethod,
  SummaryModelInfo,
  SummaryOptions,
} from "./summary_options.js";
export { selectSubset, selectTexts } from "./subset.js";
export type {
  PairEntry,
  ScoredText,
  SubsetAttribute,
  SubsetOptions,
  SubsetProblem,
  SubsetSelection,
  TextLimits,
  TripleEntry,
} from "./subset.js";
