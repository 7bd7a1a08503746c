/**
 * What `npm run test:gpu` asks of every host: a list of jobs, each of which a host
 * does with `perform`. Runs unchanged in Node and in pages; jobs and what they give are JSON.
 */
import { generatedPairs, sampledPairs, similarCalls } from "../support/generated-pairs.mjs";
import {
  adapterFacts, autoChoices, compare, loseDevice, makeMany, pretend, watchDevices, withDefaultLimits,
} from "../support/gpu-page.mjs";

/** The default matchers, and the best of the others. */
export const DEFAULTS = ["lstm-ii-zh", "fit-en", "fit-de", "fit-fa", "fit-zh"];

/** The systems of Hou et al. 2017 that have a graph. */
export const SYSTEMS = ["cnn", "gru", "lstm-i", "bi-lstm", "lstm-ii-plain", "lstm-i-five", "lstm-ii-plain-five", "lsi"].flatMap(
  (system) => [`${system}-zh`, `${system}-en`],
);

/** Characters of the longest document. */
export const LONGEST = 2000;

/** Pairs in a call. */
export const CALL = 32;

/** Of how many pairs one is scored alone too. */
export const ALONE_OF = 50;

/** The parity of a model on so many pairs. */
export const parity = (model, pairs) => ({ task: "parity", model, pairs });

/**
 * What is asked besides. A `fresh` job needs a process or page of its own, because it
 * lies about the adapter or its device is the first.
 */
export const BEHAVIOUR = [
  { task: "software", model: "fit-zh", fresh: true },
  { task: "hardware", model: "cnn-zh", fresh: true },
  { task: "limits", model: "fit-en", pairs: 1024, longest: 60, fresh: true },
  { task: "lost", model: "fit-zh", fresh: true },
  { task: "buffers", model: "fit-zh", fresh: true },
];

const languageOf = (model) => model.split("-").at(-1);

const TASKS = {
  adapter: () => adapterFacts(),

  parity(Matcher, _, { model, pairs }) {
    const all = sampledPairs(languageOf(model), pairs, LONGEST);
    return compare(Matcher, model, all, { calls: similarCalls(all, CALL), every: Math.min(ALONE_OF, pairs) });
  },

  /** The host's own adapter, which computes on the CPU. */
  software: (Matcher, watch, { model }) =>
    autoChoices(Matcher, watch, model, sampledPairs(languageOf(model), 64, 60)),

  /** The same adapter under the name of a GPU, so that it is measured. */
  hardware(Matcher, watch, { model }) {
    pretend("info", { vendor: "tester", architecture: "", device: "", description: "", isFallbackAdapter: false });
    return autoChoices(Matcher, watch, model, sampledPairs(languageOf(model), 64, 60));
  },

  limits: (Matcher, watch, { model, pairs, longest }) =>
    withDefaultLimits(Matcher, watch, model, sampledPairs(languageOf(model), pairs, longest)),

  lost: (Matcher, watch, { model }) =>
    loseDevice(Matcher, watch, model, generatedPairs(languageOf(model), [40])),

  async buffers(Matcher, watch, { model }) {
    const [pair] = generatedPairs(languageOf(model), [40]);
    const alive = await makeMany(Matcher, watch, model, pair, 2);
    return { alive, later: await makeMany(Matcher, watch, model, pair, 100) };
  },
};

let watch;

/** What a job gives; an error as `{ error }`. */
export async function perform({ Matcher }, job) {
  try {
    if (job.task !== "adapter") watch ??= watchDevices();
    return await TASKS[job.task](Matcher, watch, job);
  } catch (error) {
    return { error: `${error?.name} ${error?.code}: ${error?.stack ?? error}` };
  }
}

/** What is wrong with what a job gave, as a list of complaints. */
export function complaints({ task }, found) {
  const expect = (holds, problem) => (holds ? [] : [problem]);
  if (found.error !== undefined) return [found.error];
  // What is no number, such as NaN, is null in JSON.
  const below = (value, limit) => typeof value === "number" && value < limit;
  const agrees = () => [
    ...expect(below(found.apart, 1e-3), `${found.apart} from wasm`),
    ...expect(below(found.company, 1e-5), `${found.company} from what it scores alone`),
    ...expect(found.backends.join() === "webgpu", `ran on ${found.backends}`),
    ...expect(found.warnings.length === 0, found.warnings.join("; ")),
  ];
  const judges = {
    parity: agrees,
    software: () => [
      ...expect(found.one.join() === "wasm" && found.many.join() === "wasm", `chose ${found.one} and ${found.many}`),
      ...expect(!found.measured, "ran something on an adapter that computes on the CPU"),
    ],
    hardware: () => [
      ...expect(found.one.join() === "wasm" && !found.measuredForOne, `one pair ran on ${found.one}`),
      ...expect(found.measured, "measured nothing"),
    ],
    limits: () => [...agrees(), ...expect(found.others.length === 0, `the device has ${found.others.join(", ")}`)],
    lost: () => [
      ...expect(below(found.apart, 1e-6), `${found.apart} from the run on wasm`),
      ...expect(found.backends.join() === "wasm" && found.again === "webgpu", `${found.backends}, then ${found.again}`),
      ...expect(found.warnings.length === 1, `${found.warnings.length} warnings`),
    ],
    buffers: () => expect(found.alive === found.later, `${found.alive} buffers, then ${found.later}`),
  };
  return judges[task]();
}
