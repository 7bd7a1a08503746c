/** The best part of a corpus, or of any set of items, under budgets. */
import { AbortScope } from "./abort.js";
import { startedEngine } from "./current.js";
import type { Wasm } from "./engine.js";
import { DataError } from "./errors.js";
import { checkDepth, checkOneOf, checkOptions, checkSignal, checkString, checkWhole, describe } from "./options.js";
import { turnsOf } from "./turns_of.js";
import type { WasmSubset } from "./wasm/epitome.js";

/** Two different items, counted from 0, and what they have together, at least 0. */
export type PairEntry = readonly [item: number, item: number, value: number];

/** Three different items, counted from 0, and what they have together, at least 0. */
export type TripleEntry = readonly [item: number, item: number, item: number, value: number];

/** What is limited. It has unary values, pairwise ones, or both, which add up. */
export interface SubsetAttribute {
  /** What errors call it. Default: its number. */
  name?: string;
  /** The most that the chosen items may have of it together, over 0. */
  budget: number;
  /** One value of at least 0 for every item. Default: zeros. */
  unary?: ArrayLike<number>;
  /** What pairs of items cost when both are chosen. */
  pairs?: ArrayLike<PairEntry>;
}

/** Items, how they are related, and what is limited. An entry given twice adds up. */
export interface SubsetProblem {
  /** One value of at least 0 for every item; its length is the number of items. */
  unary: ArrayLike<number>;
  /** What pairs of items add when both are chosen. */
  pairs?: ArrayLike<PairEntry>;
  /** What triples of items add when all three are chosen. */
  triples?: ArrayLike<TripleEntry>;
  /** At least one. */
  attributes: ArrayLike<SubsetAttribute>;
}

/** The options of `selectSubset`. */
export interface SubsetOptions {
  /**
   * How the items are chosen. Default: `"mqmcg"`, minimum cuts, the best;
   * `"greedy"` is the fastest, `"dlib"` moves single items.
   */
  method?: "greedy" | "dlib" | "mqmcg";
  /** What the random start of `"dlib"` is drawn with, a whole number. Default: 0. */
  seed?: number;
  /** A choice to start from. If it is within the budgets, the answer is never worse. */
  start?: ArrayLike<number>;
  /** The first multiplier of every attribute, at least 0. Default: by the problem. */
  multiplier?: number;
  /** The step of the multipliers of `"dlib"`, over 0. Default: by the problem. */
  step?: number;
  /** The most updates of the multipliers. Default: 200 for `"dlib"`, 60 for `"mqmcg"`. */
  rounds?: number;
  /** Milliseconds after which the best choice so far is the answer. Default: no limit. */
  timeLimit?: number;
  /** Gives up the call. */
  signal?: AbortSignal;
}

/** The items that were chosen, and what is known of the choice. */
export interface SubsetSelection {
  /** The items, counted from 0, ascending. */
  chosen: number[];
  /** The relatedness that they keep. */
  objective: number;
  /** What they have of every attribute, never more than its budget. */
  spent: number[];
  /** What one more unit of each budget was worth; zeros for `"greedy"`. */
  multipliers: number[];
  /** Whether the choice is proven optimal, up to a billionth of its objective. */
  exact: boolean;
  /** No choice has a greater objective than this; `null` where that is not known. */
  bound: number | null;
  /** How often multipliers were tried. */
  iterations: number;
}

const OPTION_KEYS = [
  "method",
  "seed",
  "start",
  "multiplier",
  "step",
  "rounds",
  "timeLimit",
  "signal",
] as const;
const METHODS = ["greedy", "dlib", "mqmcg"] as const;
const PROBLEM_KEYS = ["unary", "pairs", "triples", "attributes"] as const;
const ATTRIBUTE_KEYS = ["name", "budget", "unary", "pairs"] as const;

/**
 * The best choice of items within all budgets that the method finds: as much
 * relatedness as possible. The answer is the same on every machine, but where a
 * time limit ends the search.
 *
 * Rejects with a DataError (`invalid-argument`) that names the entry which is
 * wrong, a NotSupportedError (`unknown-option`), the reason of the signal, or
 * an OperationError (`wasm-trap`).
 */
export async function selectSubset(
  problem: SubsetProblem,
  options?: SubsetOptions,
): Promise<SubsetSelection> {
  const place = "selectSubset";
  const checked = checkOptions(place, options, OPTION_KEYS);
  checkShape(`${place}: problem`, problem, PROBLEM_KEYS);
  const flat = read(problem);
  return await search(place, checked, async (wasm) => write(wasm, flat));
}

/** Searches the problem that `make` writes down, until its end, limit or signal. */
async function search(
  place: string,
  options: SubsetOptions,
  make: (wasm: Wasm, turn: () => Promise<void> | undefined) => Promise<WasmSubset>,
): Promise<SubsetSelection> {
  const { timeLimit, signal, start, ...rest } = options;
  const scope = new AbortScope(checkSignal(place, signal));
  checkOneOf(`${place}: method`, rest.method, METHODS);
  checkWhole(`${place}: seed`, rest.seed);
  const limit = timeLimit === undefined ? Infinity : checkNumber(`${place}: timeLimit`, timeLimit);
  if (!(limit > 0)) {
    throw invalid(`${place}: timeLimit is ${describe(timeLimit)}: it must be a number over 0`);
  }
  const given: [string, unknown][] = Object.entries(rest).filter(
    ([, value]) => value !== undefined,
  );
  if (start !== undefined) {
    const item = (each: unknown, index: number) => checkNumber(`${place}: start[${index}]`, each);
    given.push(["start", Array.from(list(`${place}: start`, start), item)]);
  }
  checkDepth(place, given);
  scope.throwIfAborted();
  const engine = await scope.race(startedEngine(place));
  const began = performance.now();
  const turn = turnsOf(scope);
  let held: WasmSubset;
  try {
    held = await engine.runAsync((wasm) => make(wasm, turn));
  } catch (error) {
    scope.throwIfAborted(); // with the signal's own reason
    throw error;
  }
  try {
    await turn();
    engine.run(() => held.begin(Object.fromEntries(given)));
    await turn();
    while (!engine.run(() => held.step())) {
      if (performance.now() - began >= limit) break;
      await turn();
    }
    return engine.run(() => held.selection()) as SubsetSelection;
  } finally {
    // After a trap there is nothing to free.
    if (engine.ready) held.free();
  }
}

/** Entries of some items and a value each, in two flat arrays. */
interface Entries {
  items: Uint32Array;
  values: Float64Array;
}

/** A problem in the arrays that the WebAssembly side takes. */
interface FlatProblem {
  unary: Float64Array;
  pairs: Entries;
  triples: Entries;
  attributes: { name: string | undefined; budget: number; unary: Float64Array; pairs: Entries }[];
}

function read(problem: SubsetProblem): FlatProblem {
  return {
    unary: numbers("problem.unary", problem.unary),
    pairs: entries("problem.pairs", problem.pairs ?? [], 2),
    triples: entries("problem.triples", problem.triples ?? [], 3),
    attributes: Array.from(
      list("selectSubset: problem.attributes", problem.attributes),
      (attribute, index) => {
        const place = `problem.attributes[${index}]`;
        checkShape(`selectSubset: ${place}`, attribute, ATTRIBUTE_KEYS);
        const { name, budget, unary, pairs } = attribute;
        return {
          name: name === undefined ? undefined : checkString(`selectSubset: ${place}.name`, name),
          budget: checkNumber(`selectSubset: ${place}.budget`, budget),
          unary: numbers(`${place}.unary`, unary ?? []),
          pairs: entries(`${place}.pairs`, pairs ?? [], 2),
        };
      },
    ),
  };
}

function write(wasm: Wasm, { unary, pairs, triples, attributes }: FlatProblem): WasmSubset {
  const held = wasm.WasmSubset.create(unary);
  try {
    held.pairs(pairs.items, pairs.values);
    held.triples(triples.items, triples.values);
    for (const { name, budget, unary, pairs } of attributes) {
      held.attribute(name, budget, unary, pairs.items, pairs.values);
    }
    return held;
  } catch (error) {
    held.free();
    throw error;
  }
}

function checkShape<T extends object>(
  place: string,
  value: T,
  keys: readonly (keyof T & string)[],
): void {
  if (value === undefined || Array.isArray(value)) {
    throw invalid(`${place}: expected an object, got ${describe(value)}`);
  }
  checkOptions(place, value, keys);
}

function checkNumber(place: string, value: unknown): number {
  if (typeof value === "number") return value;
  throw invalid(`${place}: expected a number, got ${describe(value)}`);
}

/** `value`, which must be a finite number of at least `least`. */
function checkLeast(place: string, value: unknown, least: number): number {
  const number = checkNumber(place, value);
  if (number >= least && Number.isFinite(number)) return number;
  throw invalid(`${place}: expected a finite number of at least ${least}, got ${describe(value)}`);
}

/** The most entries of a list, and the greatest item. */
const MAX_COUNT = 0xffff_ffff;

function list<T>(place: string, value: ArrayLike<T>): ArrayLike<T> {
  if (value === null || typeof value !== "object" || typeof value.length !== "number") {
    throw invalid(`${place}: expected an array, got ${describe(value)}`);
  }
  const { length } = value;
  if (Number.isInteger(length) && length >= 0 && length <= MAX_COUNT) return value;
  throw invalid(`${place}.length: expected a whole number from 0 to ${MAX_COUNT}, got ${length}`);
}

// Lists are checked before there is an array of their length, for which there may be no room.

function numbers(place: string, value: ArrayLike<number>): Float64Array {
  const given = Array.from(list(`selectSubset: ${place}`, value), (number, index) =>
    checkNumber(`selectSubset: ${place}[${index}]`, number),
  );
  return new Float64Array(given);
}

/** Entries of `count` items and a value. */
function entries(
  place: string,
  value: ArrayLike<readonly number[]>,
  count: 2 | 3,
): Entries {
  const given = Array.from(list(`selectSubset: ${place}`, value), (entry, index) => {
    if (Array.isArray(entry) && entry.length === count + 1) return entry;
    throw invalid(
      `selectSubset: ${place}[${index}]: expected an array of ${count} items and a value, got ${describe(entry)}`,
    );
  });
  const items = new Uint32Array(count * given.length);
  const values = new Float64Array(given.length);
  for (const [index, entry] of given.entries()) {
    for (let position = 0; position < count; position += 1) {
      const item: unknown = entry[position];
      if (!Number.isInteger(item) || (item as number) < 0 || (item as number) > MAX_COUNT) {
        throw invalid(
          `selectSubset: ${place}[${index}][${position}]: an item is a whole number from 0, got ${describe(item)}`,
        );
      }
      items[count * index + position] = item as number;
    }
    values[index] = checkNumber(`selectSubset: ${place}[${index}][${count}]`, entry[count]);
  }
  return { items, values };
}

function invalid(message: string): DataError {
  return new DataError(message, { code: "invalid-argument" });
}

/** A text with what counts when a part of a corpus is chosen. */
export interface ScoredText {
  /** What is compared with the other texts, in any of the languages. */
  text: string;
  /** How good it is, at least 0. */
  score: number;
  /** What a quota is for. */
  label?: string;
}

/** Limits of a choice of texts, and how the texts are related. */
export interface TextLimits {
  /** At most so many texts. */
  items?: number;
  /** At most so many words. */
  tokens?: number;
  /** At most so many texts of each label. */
  quota?: number;
  /** At most so many pairs of texts that nearly repeat each other; 0 allows none. */
  repeats?: number;
  /** Relates each text to so many nearest ones, 0 to 100. Default: 5. */
  neighbours?: number;
  /** What the relatedness of two equal texts counts, at least 0. Default: 0.5. */
  weight?: number;
}

/** The limits, of which there must be one. */
const BUDGETS = ["items", "tokens", "quota", "repeats"] as const;
const LIMIT_KEYS = [...BUDGETS, "neighbours", "weight"] as const;
/** The least that each may be, where it is not 0. */
const LEAST: Partial<Record<(typeof LIMIT_KEYS)[number], number>> = { items: 1, tokens: 1, quota: 1 };

/**
 * The best of scored texts, and those related to each other, within all limits,
 * of which there must be one. Texts are related by the cosine of their tf-idf
 * vectors, each to its nearest. `spent` and `multipliers` are those of the
 * limits that were given: items, tokens, repeats, and each label, sorted.
 *
 * Rejects like `selectSubset`.
 */
export async function selectTexts(
  texts: readonly ScoredText[],
  limits: TextLimits,
  options?: SubsetOptions,
): Promise<SubsetSelection> {
  const place = "selectTexts";
  const checked = checkOptions(place, options, OPTION_KEYS);
  checkShape(`${place}: limits`, limits, LIMIT_KEYS);
  const given = list(`${place}: texts`, texts);
  const strings = Array.from(given, (entry, index) =>
    checkString(`${place}: texts[${index}].text`, entry?.text),
  );
  const scores = Float64Array.from(given, (entry, index) =>
    checkLeast(`${place}: texts[${index}].score`, entry.score, 0),
  );
  for (const key of LIMIT_KEYS) {
    if (limits[key] !== undefined) checkLeast(`${place}: ${key}`, limits[key], LEAST[key] ?? 0);
  }
  if (BUDGETS.every((key) => limits[key] === undefined)) {
    throw invalid(`${place}: limits: expected one of ${BUDGETS.join(", ")} at least, got none`);
  }
  const { items, tokens, quota, repeats, neighbours = 5, weight = 0.5 } = limits;
  const labels =
    quota === undefined
      ? []
      : Array.from(given, (entry, index) =>
          checkString(`${place}: texts[${index}].label`, entry.label),
        );
  return await search(place, checked, async (wasm, turn) => {
    const held = await wasm.WasmSubset.fromTexts(strings, scores, { neighbours, weight }, turn);
    try {
      if (items !== undefined) held.limitItems(items);
      if (tokens !== undefined) held.limitWords(tokens);
      if (repeats !== undefined) held.limitRepeats(repeats);
      if (quota !== undefined) held.limitLabels(labels, quota);
      return held;
    } catch (error) {
      held.free();
      throw error;
    }
  });
}
