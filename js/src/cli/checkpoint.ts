/**
 * How far a run has come, kept beside its output as `OUTPUT.resume`, so that a
 * run that was killed goes on with `--resume`: the output is cut to what the
 * checkpoint vouches for, and reading goes on after the last line of that.
 */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { UsageError } from "./io.js";

/** How often a checkpoint is written at most, in milliseconds. */
const INTERVAL = 200;

/** What a checkpoint says. */
export interface Progressed {
  /** Which of the inputs is being read, from 0, and how much of it is done with. */
  input?: number;
  line: number;
  bytes: number;
  /** The beginning of the input. */
  prefix: { bytes: number; sha256: string };
  /** How much of the output belongs to it, in bytes. */
  output: number;
  /** How many lines were good, and which were bad. */
  good: number;
  bad: number;
  /** What the command counts. */
  state: unknown;
}

/** Whether `value` has the form of what a checkpoint says. */
function isProgress(value: unknown): value is Progressed {
  if (value === null || typeof value !== "object") return false;
  const { input = 0, line, bytes, prefix, output, good, bad } = value as Partial<Progressed>;
  const counts = [input, line, bytes, output, good, bad, prefix?.bytes];
  return counts.every((count) => Number.isSafeInteger(count) && (count as number) >= 0) && typeof prefix?.sha256 === "string";
}

export class Checkpoint {
  readonly #output: string;
  readonly #file: string;
  readonly #settings: string;
  #written = 0;

  /** A checkpoint for `output`; `settings` must be the same in the run that goes on. */
  constructor(output: string, settings: object) {
    this.#output = output;
    this.#file = `${output}.resume`;
    this.#settings = JSON.stringify(settings);
  }

  /** Where the run that was interrupted stood. */
  async read(): Promise<Progressed> {
    let saved: { settings?: unknown; progressed?: unknown } | null;
    try {
      saved = JSON.parse(await readFile(this.#file, "utf8"));
    } catch (cause) {
      const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
      throw new UsageError(
        missing
          ? `--resume: there is no ${this.#file}: the run has finished, or has not begun`
          : `--resume: ${this.#file} cannot be read: ${(cause as Error).message}`,
        { cause },
      );
    }
    if (!isProgress(saved?.progressed)) {
      throw new UsageError(`--resume: ${this.#file} is no account of a run; begin anew with --force`);
    }
    if (saved?.settings !== this.#settings) {
      throw new UsageError(
        `--resume: the run was begun with ${String(saved?.settings)}, not with ${this.#settings}`,
      );
    }
    return saved.progressed;
  }

  /** Throws a UsageError if a run to the same output was interrupted. */
  async refuseInterrupted(unit: string): Promise<void> {
    let good: number | undefined;
    try {
      good = (JSON.parse(await readFile(this.#file, "utf8")) as { progressed?: Progressed }).progressed?.good;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    }
    const done = good === undefined ? "" : ` after ${good.toLocaleString("en")} ${unit}`;
    throw new UsageError(
      `the run that writes ${this.#output} was interrupted${done}: go on with --resume, or begin anew with --force`,
    );
  }

  /** Whether the last checkpoint is no longer fresh. */
  get due(): boolean {
    return Date.now() - this.#written >= INTERVAL;
  }

  /** Writes a checkpoint. */
  async save(progressed: () => Progressed): Promise<void> {
    const draft = `${this.#file}.new`;
    const content = { settings: this.#settings, progressed: progressed() };
    await writeFile(draft, `${JSON.stringify(content)}\n`);
    await rename(draft, this.#file); // whole or not at all
    this.#written = Date.now();
  }

  /** Removes the checkpoint of a run that has finished. */
  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}
