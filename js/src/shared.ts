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
export {
  bertScore,
  clearCache,
  detectLanguage,
  entityFactuality,
  extractiveFragments,
  PageLayout,
  prepareCorpus,
  rocAuc,
  rouge,
  selectSubset,
  selectTexts,
} from "./measures.js";
export type { SummaryCandidate } from "./beam_search.js";
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
export type { WasmModule, WasmSource } from "./host.js";
export type { CacheOption, FileCache } from "./loading/cache.js";
export type { Fetch } from "./loading/download.js";
export type { Dtype } from "./hub/file_names.js";
export type { ModelOptions } from "./hub/model_options.js";
export type { LoadOptions } from "./loading/loading.js";
export type { CustomModel } from "./loading/model_files.js";
export type {
  CacheErrorEvent,
  CreateMonitor,
  DownloadProgressEvent,
  ListenerOptions,
} from "./loading/progress.js";
export type { DetectedLanguage } from "./language.js";
export type {
  Evidence,
  EvidenceKind,
  JudgedSentence,
  MatchResult,
  Span,
  Verdict,
} from "./match_result.js";
export type { Language, MatchBatchOptions, MatcherOptions, MatchOptions } from "./matcher_options.js";
export type {
  ClassifiedLine,
  ClassifyOptions,
  DocumentSection,
  DocumentStructure,
} from "./line_classifier.js";
export type { PrecisionRecallF1, RougeOptions, RougeScores } from "./metrics.js";
export type { ModelFile, ModelInfo, Task } from "./models.js";
export { optimizeModel } from "./optimize.js";
export type { OptimizedModel, OptimizeOptions } from "./optimize.js";
export type { BackendName } from "./options.js";
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
export type { GivenPair, TextPair } from "./pairs.js";
export type {
  CandidateOptions,
  SummarizeOptions,
  SummarizerAbout,
  SummarizerOptions,
} from "./summarizer.js";
export type {
  HeadlineModel,
  SummaryForm,
  SummaryMethod,
  SummaryModelInfo,
  SummaryOptions,
} from "./summary_options.js";
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
