/** Files, standard streams and exit statuses of the command line. */
import { once } from "node:events";
import { type BigIntStats, createReadStream, fstatSync } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { nearest } from "../nearest_name.js";

/** The exit statuses. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** How many files a command takes that reads one after the other. */
export const MANY_FILES = Number.POSITIVE_INFINITY;

/** The command line is wrong. */
export class UsageError extends Error {}

/** What `error` says, without the call that it names: the command line has options in the place of calls. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^(?:[A-Z]\w*\.\w+|optimizeModel|selectTexts): /u, "");
}

/** A reader that went away, such as `head`, is no error: without one of the output the work is done. */
export function tolerateClosedPipes(): void {
  const unlessClosed = (then: () => void) => (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    then();
  };
  process.stdout.on("error", unlessClosed(() => process.exit(EXIT.ok)));
  process.stderr.on("error", unlessClosed(() => {})); // messages are lost, the work goes on
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
    throw new UsageError(wrongArguments(args, options, error), { cause: error });
  }
}

/** What is wrong with `args`, with the option that was most likely meant. */
function wrongArguments(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
  error: unknown,
): string {
  const message = error instanceof Error ? error.message : String(error);
  if ((error as { code?: string }).code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") return message;
  const unknown = /'(-[^']*)'/u.exec(message)?.[1]?.split(/[ ,=]/u)[0] ?? "";
  const given = args.find((arg) => arg === unknown || arg.startsWith(`${unknown}=`)) ?? unknown;
  const name = given.replace(/^-+/u, "").split("=")[0] ?? "";
  const near = given.startsWith("--") ? nearest(name, Object.keys(options)) : undefined;
  const meant = near === undefined ? "" : `; did you mean --${near}?`;
  return `unknown option ${given.split("=")[0]}${meant}`;
}

/** The number that `text`, the value of `option`, stands for. */
export function parseNumber(
  option: string,
  text: string,
  least: number,
  most: number,
  whole: boolean,
): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  throw new UsageError(
    `${option}: expected a ${whole ? "whole number" : "number"} from ${least} to ${most}, got "${text}"`,
  );
}

/** What a command reads: a file, or standard input. */
export interface Input {
  /** The name of the file; undefined for standard input. */
  readonly file: string | undefined;
  /** The size of a regular file, in bytes; undefined for what is read as it comes. */
  readonly size: number | undefined;
  /** The bytes from `start` on; of what is read as it comes all bytes, once. */
  stream(start: number): Readable;
}

/** The input that the argument `file` names; standard input when it is absent or "-". */
export async function openInput(file: string | undefined): Promise<Input> {
  if (file === undefined || file === "-") {
    if (process.stdin.isTTY) {
      process.stderr.write("epitome: reading from the terminal; end with Ctrl-D, or give a FILE\n");
    }
    return { file: undefined, size: undefined, stream: () => process.stdin };
  }
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${whyUnread(error)}`, { cause: error });
  }
  const about = await handle.stat();
  if (!about.isFile() && !about.isDirectory()) {
    // A pipe or a device has no places to start from, and is gone once it is closed.
    return { file, size: undefined, stream: () => handle.createReadStream() };
  }
  await handle.close();
  if (about.isDirectory()) throw new UsageError(`cannot read ${file}: it is a folder`);
  return { file, size: about.size, stream: (start) => createReadStream(file, { start }) };
}

/** What the system says of a file that it does not open. */
function whyUnread(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  return code === "EACCES" ? "it may not be read" : message;
}

/** What the system says of a file that it does not write. */
function whyUnwritten(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such folder";
  if (code === "EISDIR") return "it is a folder";
  return code === "EACCES" ? "it may not be written" : message;
}

/** The descriptor of standard input. */
const STDIN = 0;

/** What the system says of a file, by its path or its descriptor; undefined where there is none. */
async function aboutFile(file: string | number): Promise<BigIntStats | undefined> {
  try {
    const whole = { bigint: true } as const; // some systems number files beyond 2^53
    return typeof file === "number" ? fstatSync(file, whole) : await stat(file, whole);
  } catch {
    return undefined; // opening it says why
  }
}

/** Whether `input` is read from the regular file that `target` names, directly or through links. */
export async function readsFrom(input: Input, target: string): Promise<boolean> {
  const read = await aboutFile(input.file ?? STDIN);
  const written = await aboutFile(target);
  if (!read?.isFile() || !written?.isFile()) return false;
  return read.dev === written.dev && read.ino === written.ino;
}

/** Whether `target` is a regular file, or will be one when it is written. */
export async function isRegular(target: string): Promise<boolean> {
  return (await aboutFile(target))?.isFile() ?? true;
}

/** Throws a UsageError if `target` is a regular file that holds something, which `force` would lose. */
export async function refuseToOverwrite(target: string | undefined, force: boolean | undefined): Promise<void> {
  if (force || target === undefined || target === "-") return;
  const about = await aboutFile(target);
  if (!about?.isFile() || about.size === 0n) return;
  throw new UsageError(`--output: ${target} holds ${about.size} bytes; name another file, or write over it with --force`);
}

/** Throws a UsageError if `folder` holds files, which `force` may write over. */
export async function refuseFolder(folder: string, force: boolean | undefined): Promise<void> {
  if (force || !(await holdsFiles(folder))) return;
  throw new UsageError(`${folder} holds files; give an empty folder, or --force to write into it`);
}

async function holdsFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch {
    return false;
  }
}

/** Where a command writes: `file`, or standard output when it is absent or "-". */
export class Output {
  readonly #handle: FileHandle | undefined;
  /** Whether it is a regular file, which is written at its end. */
  readonly #regular: boolean;
  /** How many bytes a regular file has; of anything else, how many were written. */
  bytes: number;

  private constructor(handle: FileHandle | undefined, regular: boolean, bytes: number) {
    this.#handle = handle;
    this.#regular = regular;
    this.bytes = bytes;
  }

  /** Opens `file`, cut to its first `keep` bytes, which it must have. */
  static async open(file: string | undefined, keep = 0): Promise<Output> {
    if (file === undefined || file === "-") return new Output(undefined, false, 0);
    let handle: FileHandle | undefined;
    try {
      handle = await open(file, keep === 0 ? "w" : "r+");
      const about = await handle.stat();
      if (about.size < keep) {
        throw new UsageError(
          `--resume: ${file} has ${about.size} bytes, but the run that was begun had written ${keep}; begin anew without --resume`,
        );
      }
      if (keep > 0) await handle.truncate(keep);
      return new Output(handle, about.isFile(), keep);
    } catch (error) {
      await handle?.close();
      if (error instanceof UsageError) throw error;
      throw new UsageError(`cannot write ${file}: ${whyUnwritten(error)}`, { cause: error });
    }
  }

  /** Writes `content`, waiting while the reader is slower. */
  async write(content: string | Buffer): Promise<void> {
    if (content.length === 0) return;
    if (this.#handle === undefined) {
      if (!process.stdout.write(content)) await once(process.stdout, "drain");
      this.bytes += Buffer.byteLength(content);
      return;
    }
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) {
      const place = this.#regular ? this.bytes : null;
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, place);
      done += bytesWritten;
      this.bytes += bytesWritten;
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}
