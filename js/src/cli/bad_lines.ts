/** Bad lines: the first are reported one by one, all are counted by what is wrong with them. */
import type { Input } from "./io.js";
import type { Line } from "./lines.js";
import type { Progress } from "./progress.js";

/** How many are reported one by one. */
const SHOWN = 20;

/** How many kinds of reasons are told apart. */
const KINDS = 8;

export class BadLines {
  readonly #progress: Progress;
  readonly #kinds = new Map<string, number>();
  #count = 0;
  #anyGood = false;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Notes that a row is good. */
  good(): void {
    this.#anyGood = true;
  }

  /** Reports a line of `input`. */
  report(input: Input | undefined, line: Line, wrong: string): void {
    this.#count += 1;
    const kind = wrong.replace(/:.*| \(--.*\)$/su, ""); // without what differs from line to line
    const known = this.#kinds.has(kind) || this.#kinds.size < KINDS ? kind : "other";
    this.#kinds.set(known, (this.#kinds.get(known) ?? 0) + 1);
    if (this.#count > SHOWN) return;
    this.#progress.clear();
    const where = input?.file === undefined ? "" : `${input.file}: `;
    process.stderr.write(`epitome: ${where}line ${line.number}: ${wrong}\n`);
    if (this.#count < SHOWN) return;
    process.stderr.write("epitome: further bad lines are counted, and not reported one by one\n");
    if (this.#anyGood) return;
    process.stderr.write(
      "epitome: no line is good so far: expected one JSON object a line; --input-format says json (an array), csv or tsv\n",
    );
  }

  /** How many lines are bad in each way, the most frequent first. */
  summary(): string {
    return [...this.#kinds]
      .sort(([, a], [, b]) => b - a)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ");
  }
}
