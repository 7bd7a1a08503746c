/** Files, standard streams and exit statuses of the command line. */
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** The exit statuses. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** The command line is wrong. */
export class UsageError extends Error {}

/** A reader that went away, such as `head`, is no error. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(EXIT.ok);
      throw error;
    });
  }
}

/** How `parse` has the command line read. */
interface ParseConfig<T extends ParseArgsConfig["options"]> {
  args: string[];
  options: T;
  allowPositionals: true;
  strict: true;
}

/** Parses `args`; an unknown option or a missing value is a UsageError. */
export function parse<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: T,
  maxFiles: number,
): ReturnType<typeof parseArgs<ParseConfig<T>>> {
  try {
    const parsed = parseArgs<ParseConfig<T>>({ args, options, allowPositionals: true, strict: true });
    if (parsed.positionals.length > maxFiles) {
      throw new UsageError(`unexpected argument "${parsed.positionals[maxFiles]}"`);
    }
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The bytes of `file`; of standard input when it is absent or "-". */
export async function openInput(file: string | undefined): Promise<Readable> {
  if (file === undefined || file === "-") return process.stdin;
  try {
    await (await open(file)).close();
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
  return createReadStream(file);
}

/** Where a command writes: `file`, or standard output when it is absent or "-". */
export class Output {
  readonly #stream: Writable;
  #failure: Error | undefined;

  private constructor(stream: Writable) {
    this.#stream = stream;
    if (stream !== process.stdout) stream.on("error", (error) => (this.#failure = error));
  }

  static async open(file: string | undefined): Promise<Output> {
    if (file === undefined || file === "-") return new Output(process.stdout);
    const stream = createWriteStream(file);
    try {
      await once(stream, "open");
    } catch (error) {
      throw new UsageError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
    }
    return new Output(stream);
  }

  /** Writes `text`, waiting while the reader is slower. */
  async write(text: string): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (!this.#stream.write(text)) await once(this.#stream, "drain");
  }

  async close(): Promise<void> {
    if (this.#stream === process.stdout) return;
    this.#stream.end();
    await once(this.#stream, "close");
    if (this.#failure !== undefined) throw this.#failure;
  }
}
