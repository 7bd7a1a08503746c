/**
 * What the commands over JSON Lines share: rows in, one result for each, in
 * the same order and in bounded memory; bad lines reported with their numbers
 * and counted; progress on a terminal; runs that can be resumed.
 */
import { Checkpoint, type Progressed } from "./checkpoint.js";
import { EXIT, type Input, isRegular, openInput, Output, readsFrom, UsageError } from "./io.js";
import { type Line, type Place, Prefix, readLines } from "./lines.js";
import { Progress } from "./progress.js";

/** The options of these commands. */
export const ROW_OPTIONS = {
  output: { type: "string" },
  resume: { type: "boolean", default: false },
} as const;

/** A good line. */
export interface Row<Item> {
  line: Line;
  text: string;
  fields: Record<string, unknown>;
  item: Item;
}

/** What is wrong with a row. */
export interface Wrong {
  wrong: string;
}

/** What one command does with rows. */
export interface Job<Item, Result> {
  /** What rows are called in messages, in the plural. */
  unit: string;
  /** What a run that goes on must have in common with the one before. */
  settings: object;
  /** What is to be worked on in a row, or what is wrong with the row. */
  read(fields: Record<string, unknown>): Item | Wrong;
  /** A result for each item, or what is wrong with its row, in their order. */
  work(items: AsyncIterable<Item>): AsyncIterable<Result | Wrong>;
  /** What is written for a row; an empty text for nothing. */
  write(row: Row<Item>, result: Result): string;
  /** What the command has counted, for a run that goes on. */
  state?: { save(): unknown; restore(state: unknown): void };
}

/** How a run ended. */
export interface Outcome {
  /** How many rows have a result. */
  good: number;
  /** How many lines were left out. */
  bad: number;
  exit: number;
}

/** Runs `job` over the rows of `file`. */
export async function runRows<Item, Result>(
  job: Job<Item, Result>,
  file: string | undefined,
  options: { output?: string | undefined; resume: boolean },
): Promise<Outcome> {
  const target = options.output === "-" ? undefined : options.output;
  if (options.resume && target === undefined) {
    throw new UsageError("--resume needs --output FILE, whose rows it goes on after");
  }
  const input = await openInput(file);
  if (target !== undefined && (await readsFrom(input, target))) {
    throw new UsageError(
      `--output: ${target} is the input, which is read while rows are written; name another file`,
    );
  }
  const kept = target !== undefined && (await isRegular(target)); // not by a pipe or a device
  if (options.resume && !kept) {
    throw new UsageError(`--resume: ${target} is no regular file, whose rows it could go on after`);
  }
  const checkpoint = kept ? new Checkpoint(target, job.settings) : undefined;
  const before = options.resume ? await checkpoint?.read() : undefined;
  if (before !== undefined) job.state?.restore(before.state);
  const run = new Run(job, input, before);
  const output = await Output.open(target, before?.output ?? 0);
  let writing = false;
  try {
    if (before === undefined) await checkpoint?.save(() => run.progressed(output.bytes), true);
    for await (const { row, result } of run.results()) {
      if (isWrong(result)) {
        run.refuse(row, result.wrong);
      } else {
        writing = true;
        await output.write(job.write(row, result));
        run.finish(row);
        writing = false;
      }
      await checkpoint?.save(() => run.progressed(output.bytes));
    }
    await checkpoint?.remove();
  } catch (error) {
    if (checkpoint === undefined || error instanceof UsageError) throw error;
    // Half a row may be written, or no row: then the last checkpoint is the one that holds.
    if (!writing && run.moved) {
      await checkpoint.save(() => run.progressed(output.bytes), true).catch(() => {});
    }
    if (error instanceof Error) {
      error.message += " (what is done is kept: go on with --resume)";
    }
    throw error;
  } finally {
    run.progress.clear();
    await output.close();
  }
  const { good, bad } = run;
  if (bad > 0) {
    process.stderr.write(
      `epitome: ${bad} bad ${bad === 1 ? "line" : "lines"} left out, ${good} ${job.unit} done\n`,
    );
  }
  return { good, bad, exit: bad > 0 ? EXIT.failed : EXIT.ok };
}

/**
 * The line of `row` with the fields of `added`: its own text and they, so that
 * numbers stay as they are written; composed anew only if it has one of them.
 */
export function extended({ text, fields }: Row<unknown>, added: Record<string, unknown>): string {
  if (Object.keys(added).some((name) => Object.hasOwn(fields, name))) {
    return `${JSON.stringify({ ...fields, ...added })}\n`;
  }
  // A good row has a field: a comma follows it.
  const own = text.slice(0, text.lastIndexOf("}")).trimEnd();
  return `${own},${JSON.stringify(added).slice(1)}\n`;
}

function isWrong(value: unknown): value is Wrong {
  return typeof value === "object" && value !== null && "wrong" in value;
}

/** One run over an input. */
class Run<Item, Result> {
  readonly #job: Job<Item, Result>;
  readonly #input: Input;
  readonly #prefix = new Prefix();
  readonly #expected: Progressed["prefix"] | undefined;
  readonly #waiting: { row: Row<Item>; unreadable: number }[] = [];
  readonly progress: Progress;
  /** What the rows that are done with end with. */
  #place: Place;
  /** How many lines could not be read, in all and before that place. */
  #unreadable: number;
  #unreadableBefore: number;
  /** How many rows could be read and have no result all the same. */
  #refused = 0;
  good: number;
  /** Whether this run is done with a row. */
  moved = false;

  constructor(job: Job<Item, Result>, input: Input, before: Progressed | undefined) {
    this.#job = job;
    this.#input = input;
    this.#place = { line: before?.line ?? 0, bytes: before?.bytes ?? 0 };
    this.#expected = before?.prefix;
    this.good = before?.good ?? 0;
    this.#unreadable = before?.bad ?? 0;
    this.#unreadableBefore = this.#unreadable;
    this.progress = new Progress(job.unit, input.size);
  }

  /** How many lines were left out. */
  get bad(): number {
    return this.#unreadable + this.#refused;
  }

  /** The rows with their results. */
  async *results(): AsyncGenerator<{ row: Row<Item>; result: Result | Wrong }, void, void> {
    for await (const result of this.#job.work(this.#items())) {
      const next = this.#waiting.shift();
      if (next === undefined) throw new Error("there are more results than rows");
      this.#unreadableBefore = next.unreadable;
      yield { row: next.row, result };
    }
    if (this.#waiting.length > 0) throw new Error("there are fewer results than rows");
    this.#unreadableBefore = this.#unreadable;
  }

  /** Notes that what belongs to `row` is written. */
  finish(row: Row<Item>): void {
    this.good += 1;
    this.#pass(row.line);
    this.progress.add(row.line.end);
  }

  /** Leaves out `row`, which has no result. */
  refuse(row: Row<Item>, wrong: string): void {
    this.#refused += 1;
    this.#pass(row.line);
    this.#report(row.line, wrong);
  }

  #pass(line: Line): void {
    this.moved = true;
    this.#place = { line: line.number, bytes: line.end };
  }

  #report(line: Line, wrong: string): void {
    this.progress.clear();
    const { file } = this.#input;
    const where = file === undefined ? "" : `${file}: `;
    process.stderr.write(`epitome: ${where}line ${line.number}: ${wrong}\n`);
  }

  /** Where the run stands, with `output` bytes written. */
  progressed(output: number): Progressed {
    return {
      ...this.#place,
      prefix: this.#prefix.summary(this.#place.bytes),
      output,
      good: this.good,
      bad: this.#unreadableBefore + this.#refused,
      state: this.#job.state?.save(),
    };
  }

  async *#items(): AsyncGenerator<Item, void, void> {
    for await (const line of readLines(this.#bytes(), this.#place)) {
      const content = line.content;
      if ("text" in content && content.text.trim() === "") continue;
      const row = "wrong" in content ? content.wrong : this.#row(line, content.text);
      if (typeof row === "string") {
        this.#unreadable += 1;
        this.#report(line, row);
        continue;
      }
      this.#waiting.push({ row, unreadable: this.#unreadable });
      yield row.item;
    }
  }

  /** The bytes after the place where the run begins; what lies before is compared. */
  async *#bytes(): AsyncGenerator<Buffer, void, void> {
    const { bytes: start } = this.#place;
    let at = 0;
    const prefix = this.#expected?.bytes ?? 0;
    // A file is read from its place on; only its beginning is read besides.
    const jump = this.#input.file !== undefined && this.#input.size !== undefined ? start : 0;
    if (jump > 0) {
      for await (const chunk of this.#input.stream(0) as AsyncIterable<Buffer>) {
        this.#prefix.add(chunk);
        at += chunk.length;
        if (at >= prefix) break;
      }
      at = jump;
      this.#compare();
    }
    for await (const chunk of this.#input.stream(jump) as AsyncIterable<Buffer>) {
      if (jump === 0) this.#prefix.add(chunk);
      const skipped = Math.min(chunk.length, Math.max(0, start - at));
      if (jump === 0 && start > 0 && at < start && at + chunk.length >= start) this.#compare();
      at += chunk.length;
      if (skipped < chunk.length) yield chunk.subarray(skipped);
    }
    if (at < start) throw this.#other("it is shorter");
  }

  #compare(): void {
    const expected = this.#expected;
    if (expected === undefined) return;
    const { size } = this.#input;
    if (size !== undefined && size < this.#place.bytes) throw this.#other("it is shorter");
    if (this.#prefix.summary(expected.bytes).sha256 !== expected.sha256) {
      throw this.#other("it begins otherwise");
    }
  }

  #other(how: string): UsageError {
    return new UsageError(`--resume: the input is not that of the run that was begun: ${how}`);
  }

  #row(line: Line, text: string): Row<Item> | string {
    let fields: unknown;
    try {
      fields = JSON.parse(text);
    } catch (error) {
      return `not JSON: ${(error as Error).message}`;
    }
    if (fields === null || typeof fields !== "object" || Array.isArray(fields)) {
      return "not a JSON object";
    }
    const record = fields as Record<string, unknown>;
    const item = this.#job.read(record);
    return isWrong(item) ? item.wrong : { line, text, fields: record, item };
  }
}
