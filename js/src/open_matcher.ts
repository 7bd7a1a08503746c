/** How a matcher is opened: its options checked, its model chosen and loaded. */
import { AbortScope } from "./abort.js";
import { autoMatcher } from "./auto_matcher.js";
import type { Compute, HeldMatcher, Threads } from "./compute.js";
import { DataError, NotSupportedError } from "./errors.js";
import { checkModel, liesElsewhere, MODEL_KEYS, refuseModelOptions } from "./hub/model_options.js";
import { checkLoading, LOAD_KEYS, type LoadOptions } from "./loading/loading.js";
import { aboutModel, loadModel, type ModelAbout, modelState } from "./loading/model_files.js";
import { wasmState } from "./loading/wasm_file.js";
import type { MatcherOptions } from "./matcher_options.js";
import { bringModel, chooseModel, defaultsAtHand, modelOfSize } from "./models.js";
import { type BackendName, checkOptions, checkSignal } from "./options.js";
import { checkThreads, type ThreadOptions } from "./thread_options.js";
import { VERSION } from "./version.js";
import { checkWebGpu, chooseBackend } from "./webgpu.js";

/** What `availability` says of several models: the first of these that one of them is in. */
const STATES = ["downloading", "downloadable"] as const;

/** Where matchers run. */
const BACKENDS = ["auto", "wasm", "webgpu"] as const;

/** A matcher that is held, what judges, and where. */
interface OpenedMatcher {
  readonly held: HeldMatcher;
  readonly about: ModelAbout;
  readonly backend: BackendName;
}

/** The options of a matcher, checked, with the model and the language that they ask for. */
function checkWanted(place: string, extraKeys: readonly (keyof ThreadOptions)[], options: MatcherOptions) {
  const keys = ["language", "model", "size", ...MODEL_KEYS, ...LOAD_KEYS, ...extraKeys] as const;
  const checked = checkOptions<MatcherOptions & ThreadOptions>(place, options, keys);
  if (checked.model === null) {
    throw new DataError(
      `${place}: model: expected a name, a URL, a path with a slash, { files } or { manifest, files }, got null`,
      { code: "invalid-argument" },
    );
  }
  const ofSize = modelOfSize(place, checked.size, checked.model);
  const model = checked.model ?? ofSize;
  const language = checked.language === "auto" ? undefined : checked.language;
  if (!liesElsewhere(model)) refuseModelOptions(place, checked);
  return { checked, model, language };
}

/** Loads the model that `options` ask for, as `Matcher.create` says. */
export async function openMatcher(
  compute: Compute,
  extraKeys: readonly (keyof ThreadOptions)[],
  options: MatcherOptions,
): Promise<OpenedMatcher> {
  const place = "Matcher.create";
  const { checked, model, language } = checkWanted(place, extraKeys, options);
  const threads = checkThreads(place, checked);
  compute.check();
  if (language === undefined && model === undefined) {
    const { held, backend } = await openAuto(place, compute, checked, threads);
    return { held, about: { name: "auto", version: VERSION, language: undefined }, backend };
  }
  const repository = checkModel(place, checked);
  const wanted = { task: "matching", language, model, repository } as const;
  if (!liesElsewhere(model)) {
    await bringModel(compute.host, model);
    chooseModel(place, "matching", language, model); // before any download
  }
  const scope = new AbortScope(checkSignal(place, checked.signal));
  scope.throwIfAborted();
  const asked = checkLoading(place, compute.host, checked, BACKENDS);
  if (asked.backend === "webgpu") await scope.race(checkWebGpu(place));
  const loading = { ...asked, backend: await scope.race(chooseBackend(asked.backend)) };
  loading.progress.begin();
  const loaded = loadModel(place, compute.host, wanted, loading);
  const [files] = await scope.race(Promise.all([loaded, compute.start(loading)]));
  const opening = compute.openMatcher(files, threads, loading);
  const held = await scope.race(opening).catch((error: unknown) => {
    opening.then((late) => late.free(), () => {});
    throw error;
  });
  loading.progress.end();
  return { held, about: aboutModel(files), backend: loading.backend };
}

/** What `openMatcher` would have to do, as `Matcher.availability` says. */
export async function matcherState(
  compute: Compute,
  extraKeys: readonly (keyof ThreadOptions)[],
  options: MatcherOptions,
): Promise<"available" | "downloadable" | "downloading" | "unavailable"> {
  const place = "Matcher.availability";
  try {
    const { checked, model, language } = checkWanted(place, extraKeys, options);
    const { monitor: _, ...rest } = checked;
    const loading = checkLoading(place, compute.host, rest, BACKENDS);
    compute.check();
    if (loading.backend === "webgpu") await checkWebGpu(place);
    await bringModel(compute.host, model);
    const stateOf = (of: typeof language) =>
      modelState(place, compute.host, { task: "matching", language: of, model }, loading, compute.ready);
    if (language !== undefined || model !== undefined) return await stateOf(language);
    const states = await Promise.all(defaultsAtHand("matching").map(stateOf));
    if (!compute.ready) states.push(await wasmState(compute.host, loading));
    return STATES.find((state) => states.includes(state)) ?? "available";
  } catch (error) {
    if (error instanceof NotSupportedError && error.code !== "unknown-option") return "unavailable";
    throw error;
  }
}

/** A matcher of every language; loads WebAssembly alone. */
async function openAuto(
  place: string,
  compute: Compute,
  options: LoadOptions,
  threads: Threads,
): Promise<{ held: HeldMatcher; backend: BackendName }> {
  const scope = new AbortScope(checkSignal(place, options.signal));
  const first = checkLoading(place, compute.host, options, BACKENDS);
  if (first.backend === "webgpu") await scope.race(checkWebGpu(place));
  const backend = await scope.race(chooseBackend(first.backend));
  first.progress.begin();
  await scope.race(compute.start(first));
  first.progress.end();
  const held = autoMatcher(async (language) => {
    // The signal and the monitor are those of `create`, which has ended.
    const { signal: _, monitor: __, ...rest } = options;
    const loading = { ...checkLoading(place, compute.host, rest, BACKENDS), backend };
    loading.progress.begin();
    const wanted = { task: "matching", language, model: undefined } as const;
    const files = await loadModel(place, compute.host, wanted, loading);
    const opened = await compute.openMatcher(files, threads, loading);
    loading.progress.end();
    return opened;
  });
  return { held, backend };
}
