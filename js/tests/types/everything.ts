/** Uses every public name; `tests/types.test.mjs` checks it with `tsc --strict`. */
import {
  AbortError,
  type ArmanOptions,
  bertScore,
  clearCache,
  type GivenPair,
  type ListenerOptions,
  type SummarizerAbout,
  type WasmModule,
  type BlockOptions,
  type CacheErrorEvent,
  type CacheOption,
  type CandidateOptions,
  type CheckedEntity,
  type ClassifiedLine,
  type ClassifyOptions,
  type CorpusPair,
  type CorpusRow,
  type CreateMonitor,
  type CustomModel,
  DataError,
  type Dtype,
  type ModelOptions,
  type DocumentBlocks,
  type DocumentSection,
  type DocumentStructure,
  type DownloadProgressEvent,
  type EntityFactuality,
  entityFactuality,
  type EntityOptions,
  EpitomeError,
  type ErrorDetails,
  type Evidence,
  type DetectedLanguage,
  type EvidenceKind,
  type JudgedSentence,
  type Verdict,
  type ExtractiveFragments,
  extractiveFragments,
  type Fetch,
  type FileCache,
  type Fragment,
  type GigawordOptions,
  type GivenEntities,
  type HeadlineModel,
  InvalidStateError,
  type Language,
  type LayoutBlock,
  type LayoutCuts,
  type LayoutLine,
  LineClassifier,
  type LineClassifierOptions,
  type LoadOptions,
  type MatchBatchOptions,
  Matcher,
  type MatcherOptions,
  type MatchOptions,
  type MatchResult,
  type ModelFile,
  type ModelInfo,
  NetworkError,
  NotSupportedError,
  OperationError,
  type BackendName,
  optimizeModel,
  type OptimizedModel,
  type OptimizeOptions,
  PageLayout,
  type PagePlace,
  type PdfJsItem,
  type PdfJsPage,
  type PdfJsStyle,
  type PairEntry,
  type PrecisionRecallF1,
  prepareCorpus,
  type PreparedCorpus,
  QuotaExceededError,
  rocAuc,
  detectLanguage,
  rouge,
  type RougeOptions,
  type RougeScores,
  type RuleCount,
  type ScoredText,
  selectSubset,
  selectTexts,
  type Span,
  type SubsetAttribute,
  type SubsetOptions,
  type SubsetProblem,
  type SubsetSelection,
  type SummarizeOptions,
  Summarizer,
  type SummarizerOptions,
  type SummaryCandidate,
  type SummaryForm,
  type SummaryMethod,
  type SummaryModelInfo,
  type SummaryOptions,
  type TextLimits,
  type TextPair,
  type TokenEmbeddings,
  type TripleEntry,
  type WasmSource,
  type WordVectors,
  type Task,
} from "epitome";
import * as threaded from "epitome/worker";

const controller = new AbortController();
const cache: FileCache = new Map<string, Uint8Array>();
const caches: CacheOption[] = [true, false, "folder", cache];
const custom: Fetch = (url, init) => fetch(url, { ...init, headers: { authorization: "x" } });
const wasm: WasmSource = new URL("https://example.com/epitome_bg.wasm");
const language: Language = "zh";
const backend: BackendName = "webgpu";
console.log(backend);
const model: CustomModel = { manifest: { name: "own" }, files: { "model.onnx": new Uint8Array() } };
const remote: CustomModel = { manifest: new URL("https://example.com/m/manifest.json") };

function monitor(target: CreateMonitor): void {
  target.addEventListener("downloadprogress", (event: DownloadProgressEvent) => {
    const share: number = event.loaded / event.total;
    console.log(share.toFixed(2), event.lengthComputable);
  });
  target.addEventListener("cacheerror", ({ error }: CacheErrorEvent) => console.warn(error));
}

const load: LoadOptions = { backend: "auto", signal: controller.signal, monitor, cache, fetch: custom, wasm };
const options: MatcherOptions = { language, ...load };
const spans = ({ start, end }: Span): string => "text".slice(start, end);
const supported = (evidence: Evidence): string | undefined =>
  evidence.documentSpan === null ? undefined : spans(evidence.documentSpan);

export async function everything(): Promise<void> {
  const state: "available" | "downloadable" | "downloading" | "unavailable" =
    await Matcher.availability(options);
    await Matcher.availability();
  const models: ModelInfo[] = Matcher.models();
  const task: Task | undefined = models[0]?.task;
  const file: ModelFile | undefined = models[0]?.files[0];
  console.log(state, models[0]?.bytes, task, caches.length, file?.parts?.length);

  const optimized: OptimizedModel = await optimizeModel(model, { cache: false, signal: controller.signal });
  const optimizing: OptimizeOptions = { fetch: custom };
  await optimizeModel("fit-en", optimizing);
  (await Matcher.create({ model: optimized })).destroy();
  using matcher = await Matcher.create(options);
  const how: MatchOptions = { explain: true, signal: controller.signal };
  const result: MatchResult = await matcher.match("document", "summary", how);
  const levels: [number, number, number, number, number] = result.levels;
  const read: { document: number; summary: number } = result.read;
  const where: "wasm" | "webgpu" = result.backend;
  console.log(result.score, result.probability, result.matched, levels, read, where);
  console.log(result.evidence?.map(supported), result.evidence?.[0]?.weight);
  const kind: EvidenceKind | undefined = result.evidence?.[0]?.kind;
  const verdict: Verdict = result.verdict;
  const sentences: JudgedSentence[] = result.sentences;
  console.log(kind, verdict, sentences[0]?.supported, result.language, result.languageMismatch?.summary);
  const all: MatchResult[] = await matcher.matchAll("document", ["summary"], { explain: true });
  const detected: DetectedLanguage | null = await detectLanguage("text");
  console.log(all.length, detected?.language, detected?.confidence);
  const pairs: TextPair[] = [{ document: "document", summary: "summary" }];
  const batch: MatchBatchOptions = { onProgress: ({ done, total }) => console.log(done / total) };
  const results: MatchResult[] = await matcher.matchBatch(pairs, batch);
  for await (const each of matcher.matchStream(pairs)) console.log(each.score, results.length);

  const summary: SummaryOptions = { type: "headline", length: "short", format: "plain-text", method: "auto" };
  const summarizing: SummarizerOptions = { ...summary, ...load };
  const summarizer = await Summarizer.create(summarizing);
  const give: SummarizeOptions = { signal: controller.signal };
  const text: string = await summarizer.summarize("text", give);
  const stream: ReadableStream<string> = summarizer.summarizeStreaming("text", give);
  console.log(text, await stream.getReader().read(), await Summarizer.availability(summary));
  summarizer.destroy();

  for (const method of ["extractive", "subset", "textrank", "lead", "auto"] as const) {
    (await Summarizer.create({ method })).destroy();
  }
  const writers: SummaryModelInfo[] = Summarizer.models();
  const named: HeadlineModel = writers[0]?.name ?? "headline-en";
  const form: SummaryForm = { language: "en", length: "short" };
  const ways: SummaryMethod[] = [
    { type: "headline", method: named }, { type: "headline", model: remote, method: "abstractive" }, {},
    { type: "headline", model: new URL("https://example.com/manifest.json") },
  ];
  for (const way of ways) (await Summarizer.create({ ...form, ...way, ...load })).destroy();
  const writer = await Summarizer.create({ type: "headline", method: "abstractive", language: "fa" });
  const searching: CandidateOptions = { beams: 4, lengthPenalty: 1, signal: controller.signal };
  const headlines: SummaryCandidate[] = await writer.candidates("text", searching);
  console.log(headlines[0]?.text, headlines[0]?.logProbability, (await writer.candidates("text")).length);

  const words: RougeOptions = { language: "zh" };
  const scores: RougeScores = await rouge("hypothesis", "reference", words);
  const first: PrecisionRecallF1 = scores.rouge1;
  console.log(first.precision, first.recall, first.f1, scores.rouge2, scores.rougeL, scores.rougeLsum);
  const area: number = await rocAuc([0.1, 0.9], [false, true]);

  const item: PdfJsItem = { str: "Hi", transform: [9, 0, 0, 9, 50, 700], width: 20, fontName: "f0" };
  const style: PdfJsStyle = { ascent: 0.8, descent: -0.2, fontFamily: "serif", name: "Times", bold: false };
  const page: PdfJsPage = { width: 600, height: 800, items: [item], styles: { f0: style } };
  const cuts: LayoutCuts = { words: 0.1, lines: 0.5, blocks: 1 };
  const layout: BlockOptions = { kinds: 8, seed: 1, cuts };
  const pages: PageLayout = PageLayout.fromPdfJs([page]);
  const blocks: DocumentBlocks = await pages.blocks(layout);
  const block: LayoutBlock | undefined = blocks.blocks[0];
  const line: LayoutLine | undefined = blocks.lines[0];
  const where2: PagePlace | undefined = line;
  console.log(block?.kind, line?.text, where2?.page, blocks.em, PageLayout.fromPdfJs([item]));
  const classifying: LineClassifierOptions = { language: "de", ...load };
  const classifier = await LineClassifier.create(classifying);
  const giving: ClassifyOptions = { signal: controller.signal };
  const structure: DocumentStructure = await classifier.classify(PageLayout.fromPdfToHtml("<x/>"), giving);
  const classified: ClassifiedLine | undefined = structure.lines[0];
  const section: DocumentSection | undefined = structure.sections[0];
  console.log(classified?.probability, section?.heading, await LineClassifier.availability(), LineClassifier.models());
  const lining: threaded.LineClassifierOptions = { workers: 1 };
  (await threaded.LineClassifier.create(lining)).destroy();
  const embeddings: TokenEmbeddings = { values: new Float32Array(4), dimension: 2, weights: [1, 1] };
  const semantic: PrecisionRecallF1 = await bertScore(embeddings, embeddings);
  const copied: ExtractiveFragments = await extractiveFragments("document", "summary");
  const fragment: Fragment | undefined = copied.fragments[0];
  console.log(semantic.f1, copied.coverage, copied.density, copied.compression, fragment?.length);
  const given: GivenEntities = { summary: ["Rome"] };
  const finding: EntityOptions = { language: "en", reference: "reference", entities: given };
  const facts: EntityFactuality = await entityFactuality("document", "summary", finding);
  const entity: CheckedEntity | undefined = facts.entities[0];
  console.log(facts.precisionSource, facts.f1Target, entity?.inDocument, entity?.summarySpan?.start);

  const raw: CorpusPair[] = [{ document: "document", summary: "summary" }, { document: "alone" }];
  const gigaword: GigawordOptions = { recipe: "gigaword", seed: 1 };
  const vectors: WordVectors = { dimension: 1, words: ["a"], values: [1] };
  const arman: ArmanOptions = { recipe: "arman", objective: "ss-80", embeddings: vectors };
  const prepared: PreparedCorpus = await prepareCorpus(raw, gigaword);
  const [row, rule]: [CorpusRow | undefined, RuleCount | undefined] = [prepared.rows[0], prepared.counts[0]];
  console.log(row?.split, rule?.after, (await prepareCorpus(new Set(raw), arman)).rows.length);

  const related: PairEntry[] = [[0, 1, 2]];
  const three: TripleEntry = [0, 1, 2, 0.5];
  const tokens: SubsetAttribute = { name: "tokens", budget: 5, unary: [3, 2, 4], pairs: related };
  const problem: SubsetProblem = {
    unary: new Float64Array(3), pairs: related, triples: [three], attributes: [tokens],
  };
  const choosing: SubsetOptions = { method: "mqmcg", start: [0], timeLimit: 1000, signal: controller.signal };
  const selection: SubsetSelection = await selectSubset(problem, choosing);
  console.log(selection.chosen, selection.objective, selection.spent, selection.multipliers);
  console.log(selection.exact, selection.bound, selection.iterations);
  const candidates: ScoredText[] = [{ text: "text", score: 0.5, label: "news" }];
  const limits: TextLimits = { items: 1, tokens: 10, quota: 1, repeats: 0, neighbours: 5, weight: 0.5 };
  console.log((await selectTexts(candidates, limits)).chosen);

  const threads: threaded.ThreadOptions = { workers: 4 };
  const inWorkers: threaded.MatcherOptions = { language: "en", ...threads };
  const other = await threaded.Matcher.create(inWorkers);
  const same: Matcher = other;
  const kinds: threaded.SummarizerOptions = { type: "tldr", ...threads };
  console.log(area, await same.match("a", "b"), await threaded.Summarizer.create(kinds));
  await Matcher.create({ model });
  await Matcher.create({ model: remote, language: "zh" });
  await Matcher.create({ model: new URL("https://example.com/manifest.json") });

  try {
    other.destroy();
  } catch (error) {
    const classes = [
      AbortError, DataError, InvalidStateError, NetworkError, NotSupportedError, OperationError,
      QuotaExceededError,
    ];
    const details: ErrorDetails = { code: "mine", cause: error };
    if (error instanceof EpitomeError) console.log(error.code, error.cause, classes.length);
    throw new DataError("mine", details);
  }

  await Matcher.create({});
  await Matcher.create();
  // @ts-expect-error a size or a model
  await Matcher.create({ language: "en", size: "large", model: "fit-en" as never, sizes: 1 });
  const dtype: Dtype = "q8";
  const ofTheField: ModelOptions = { dtype, task: "entailment", labels: ["entailment", "neutral"], digests: {} };
  await Matcher.create({ model: "./nli/", ...ofTheField });
  await Summarizer.create({ type: "tldr", model: "./t5-small/", dtype });
  // @ts-expect-error there is no such option
  await Matcher.create({ language: "en", languages: "en" });
  // @ts-expect-error workers are of epitome/worker
  await Matcher.create({ language: "en", workers: 2 });
  // @ts-expect-error a manifest at hand needs its files
  await Matcher.create({ model: { manifest: {} } });
  // @ts-expect-error there is no such method
  await selectSubset(problem, { method: "best" });
  // @ts-expect-error a problem has budgets
  await selectSubset({ unary: [1] });
  // @ts-expect-error there is no such type of summary
  await Summarizer.create({ type: "haiku" });
  // @ts-expect-error a model writes in a language
  await Summarizer.create({ type: "headline", method: "abstractive" });
  // @ts-expect-error models write headlines only
  await Summarizer.create({ type: "tldr", method: "abstractive", language: "en" });
  // @ts-expect-error models write headlines only
  await Summarizer.create({ method: "headline-en" });
  // @ts-expect-error sentences are taken without a model
  await Summarizer.create({ type: "headline", method: "lead", model });
  // @ts-expect-error a pair has a document
  await matcher.matchBatch([{ summary: "summary" }]);
  // @ts-expect-error instances are made by create
  new Matcher();
  // @ts-expect-error internals are no part of the interface
  console.log(Matcher.compute);
}

export async function inGeneral(matcher: Matcher, summarizer: Summarizer, module: WasmModule): Promise<unknown[]> {
  const pairs: GivenPair[] = [["document", "summary"], { document: "document", summary: "summary" }];
  const once: ListenerOptions = { once: true };
  const monitor = (m: CreateMonitor) => m.addEventListener("downloadprogress", () => {}, once);
  await clearCache();
  const about: SummarizerAbout = summarizer.toJSON();
  const usage = await summarizer.measureInputUsage("text", { context: "context" });
  await matcher.matchBatch(new Set(pairs));
  return [
    about, usage <= summarizer.inputQuota, matcher.model, matcher.version, matcher.language, matcher.backend,
    await Matcher.create({ language: "en", base: "/epitome/", monitor, wasm: module as WasmSource }),
    await Summarizer.create({
      type: "tldr", sharedContext: "context", expectedInputLanguages: ["en"], outputLanguage: "en",
    }),
  ];
}
