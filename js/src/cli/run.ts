/** One run of a job over its inputs: which rows there are, and how far it has come. */
import type { Progressed } from "./checkpoint.js";
import { type Input, UsageError } from "./io.js";
import { type Line, type Place, Prefix, readLines } from "./lines.js";
import { Progress } from "./progress.js";
import { BadLines } from "./bad_lines.js";
import { type Format, nameOf, openSource, type Source } from "./sources.js";

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
  /** What is written for a row, as a line of JSON; an empty text for nothing. */
  write(row: Row<Item>, result: Result): string;
  /** What the command has counted, for a run that goes on. */
  state?: { save(): unknown; restore(state: unknown): void };
}

export function isWrong(value: unknown): value is Wrong {
  return typeof value === "object" && value !== null && "wrong" in value;
}

/** An input, by its index, and its beginning, as far as it has been read. */
interface Reading {
  readonly index: number;
  readonly prefix: Prefix;
}

/** A row that waits for its result. */
interface Waiting<Item> {
  row: Row<Item>;
  from: Reading;
  /** How many lines before it could not be read. */
  unreadable: number;
}

export class Run<Item, Result> {
  readonly #job: Job<Item, Result>;
  readonly #inputs: readonly Input[];
  readonly #format: Format | undefined;
  readonly #waiting: Waiting<Item>[] = [];
  readonly #lines: BadLines;
  readonly progress: Progress;
  /** The input that is being read, that of the row whose result is there, and of those that are done with. */
  #reading: Reading;
  #next: Reading;
  #done: Reading;
  readonly #expected: Progressed["prefix"] | undefined;
  /** What the rows that are done with end with, in their input. */
  #place: Place;
  /** How many lines could not be read, in all and before that place. */
  #unreadable: number;
  #unreadableBefore: number;
  /** How many rows could be read and have no result all the same. */
  #refused = 0;
  good: number;
  /** Whether this run is done with a row. */
  moved = false;

  constructor(
    job: Job<Item, Result>,
    inputs: readonly Input[],
    format: Format | undefined,
    before: Progressed | undefined,
  ) {
    this.#job = job;
    this.#inputs = inputs;
    this.#format = format;
    this.#place = { line: before?.line ?? 0, bytes: before?.bytes ?? 0 };
    this.#expected = before?.prefix;
    this.#reading = { index: before?.input ?? 0, prefix: new Prefix() };
    this.#next = this.#reading;
    this.#done = this.#reading;
    this.good = before?.good ?? 0;
    this.#unreadable = before?.bad ?? 0;
    this.#unreadableBefore = this.#unreadable;
    const sizes = inputs.map(({ size }) => size);
    this.progress = new Progress(job.unit, sizes.length === 1 ? sizes[0] : undefined);
    this.#lines = new BadLines(this.progress);
  }

  /** How many lines were left out. */
  get bad(): number {
    return this.#unreadable + this.#refused;
  }

  /** The reasons for which lines were left out, with their numbers. */
  get reasons(): string {
    return this.#lines.summary();
  }

  /** The rows with their results. */
  async *results(): AsyncGenerator<{ row: Row<Item>; result: Result | Wrong }, void, void> {
    for await (const result of this.#job.work(this.#items())) {
      const next = this.#waiting.shift();
      if (next === undefined) throw new Error("there are more results than rows");
      this.#unreadableBefore = next.unreadable;
      this.#next = next.from;
      yield { row: next.row, result };
    }
    if (this.#waiting.length > 0) throw new Error("there are fewer results than rows");
    this.#unreadableBefore = this.#unreadable;
  }

  /** Notes that what belongs to `row` is written. */
  finish(row: Row<Item>): void {
    this.good += 1;
    this.#pass(row.line);
    this.#lines.good();
    this.progress.add(row.line.end);
  }

  /** Leaves out `row`, which has no result. */
  refuse(row: Row<Item>, wrong: string): void {
    this.#refused += 1;
    this.#pass(row.line);
    this.#lines.report(this.#inputs[this.#done.index], row.line, wrong);
  }

  #pass(line: Line): void {
    this.moved = true;
    this.#done = this.#next;
    this.#place = { line: line.number, bytes: line.end };
  }

  /** Where the run stands, with `output` bytes written. */
  progressed(output: number): Progressed {
    return {
      input: this.#done.index,
      ...this.#place,
      prefix: this.#done.prefix.summary(this.#place.bytes),
      output,
      good: this.good,
      bad: this.#unreadableBefore + this.#refused,
      state: this.#job.state?.save(),
    };
  }

  async *#items(): AsyncGenerator<Item, void, void> {
    const begun = this.#reading.index;
    for (let index = begun; index < this.#inputs.length; index += 1) {
      const input = this.#inputs[index] as Input;
      // The rows of an input are done with before those of the next are read ahead.
      if (index > begun) this.#reading = { index, prefix: new Prefix() };
      const source = await openSource(input, this.#format);
      const from = index === begun ? { ...this.#place } : { line: 0, bytes: 0 };
      for await (const line of this.#linesOf(source, from)) {
        const content = line.content;
        if ("text" in content && content.text.trim() === "") continue;
        const row = "wrong" in content ? content.wrong : this.#row(line, content.text);
        if (typeof row === "string") {
          this.#unreadable += 1;
          this.#lines.report(input, line, row);
          continue;
        }
        this.#waiting.push({ row, from: this.#reading, unreadable: this.#unreadable });
        yield row.item;
      }
    }
  }

  /** The lines of `source` after the place `from`; what lies before is compared. */
  async *#linesOf(source: Source, from: Place): AsyncGenerator<Line, void, void> {
    if (source.seekable) {
      yield* readLines(this.#bytes(source.input, from), from);
      return;
    }
    const { prefix } = this.#reading;
    let compared = from.bytes === 0;
    let last = 0;
    for await (const line of source.rows((chunk) => prefix.add(chunk))) {
      last = line.end;
      if (line.end <= from.bytes) continue;
      if (!compared) this.#compare();
      compared = true;
      yield line;
    }
    if (!compared) {
      if (last < from.bytes) throw this.#other("it is shorter");
      this.#compare();
    }
  }

  /** The bytes of a file from `start` on; only its beginning is read besides. */
  async *#bytes(input: Input, { bytes: start }: Place): AsyncGenerator<Buffer, void, void> {
    const { prefix } = this.#reading;
    const expected = this.#expected?.bytes ?? 0;
    if (start > 0) {
      let at = 0;
      for await (const chunk of input.stream(0) as AsyncIterable<Buffer>) {
        prefix.add(chunk);
        at += chunk.length;
        if (at >= expected) break;
      }
      if (input.size !== undefined && input.size < start) throw this.#other("it is shorter");
      this.#compare();
    }
    for await (const chunk of input.stream(start) as AsyncIterable<Buffer>) {
      if (start === 0) prefix.add(chunk);
      yield chunk;
    }
  }

  #compare(): void {
    const expected = this.#expected;
    if (expected === undefined) return;
    if (this.#reading.prefix.summary(expected.bytes).sha256 !== expected.sha256) {
      throw this.#other("it begins otherwise");
    }
  }

  #other(how: string): UsageError {
    const input = this.#inputs[this.#reading.index];
    const which = this.#inputs.length > 1 && input !== undefined ? ` (${nameOf(input)})` : "";
    return new UsageError(`--resume: the input${which} is not that of the run that was begun: ${how}`);
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
    if (isWrong(item)) return item.wrong;
    // A row is one line, also where the input spreads it over several.
    const own = text.includes("\n") ? JSON.stringify(record) : text;
    return { line, text: own, fields: record, item };
  }
}
