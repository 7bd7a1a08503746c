/** The lines of a stream, with their exact numbers and places. */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

/** The longest line that is read, in bytes: it bounds the memory. */
export const MAX_LINE = 64 * 1024 * 1024;

/** How much of the input tells it from another one, in bytes. */
const PREFIX = 64 * 1024;

const NEWLINE = 0x0a;

/** A line of the input. */
export interface Line {
  /** Its number, from 1. */
  number: number;
  /** The offset of the byte after it. */
  end: number;
  /** Its text without the line break, or what is wrong with it. */
  content: { text: string } | { wrong: string };
}

/** Where reading stands. */
export interface Place {
  /** How many lines lie before. */
  line: number;
  /** How many bytes lie before. */
  bytes: number;
}

/** The beginning of the input, by which a later run knows it again. */
export class Prefix {
  #bytes = Buffer.alloc(0);

  /** Takes note of the next bytes of the input. */
  add(chunk: Buffer): void {
    if (this.#bytes.length < PREFIX) {
      this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, PREFIX - this.#bytes.length)]);
    }
  }

  /** The first bytes of what was read, at most `upTo`, and their SHA-256. */
  summary(upTo: number): { bytes: number; sha256: string } {
    const first = this.#bytes.subarray(0, upTo);
    return { bytes: first.length, sha256: createHash("sha256").update(first).digest("hex") };
  }
}

/** The lines of `input`, whose first byte is at `from`. A final line needs no line break. */
export async function* readLines(
  input: Readable | AsyncIterable<Buffer>,
  from: Place,
): AsyncGenerator<Line, void, void> {
  let { line: number, bytes: offset } = from;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Line => {
    number += 1;
    const line = { number, end: offset, content: decode(parts, length) };
    parts = [];
    length = 0;
    return line;
  };
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_LINE) parts.push(part);
    else parts = []; // only its end is looked for
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, at));
      offset += at + 1 - start;
      start = at + 1;
      yield take();
    }
    add(chunk.subarray(start));
    offset += chunk.length - start;
  }
  if (length > 0) yield take();
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(parts: Buffer[], length: number): Line["content"] {
  if (length > MAX_LINE) return { wrong: `longer than ${MAX_LINE / (1024 * 1024)} MiB` };
  try {
    return { text: decoder.decode(Buffer.concat(parts)).replace(/\r$/u, "") };
  } catch {
    return { wrong: "not UTF-8" };
  }
}
