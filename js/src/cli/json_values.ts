/** The objects of a JSON array, or of JSON values one after the other, each with its own text. */
import { type Line, MAX_LINE } from "./lines.js";

const [QUOTE, BACKSLASH, NEWLINE] = [0x22, 0x5c, 0x0a];
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** What may stand between values: white space, commas, the brackets of the array and a byte order mark. */
const BETWEEN: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x5d, 0xef, 0xbb, 0xbf];

/** The values of `chunks` as lines, numbered by the line on which they begin. */
export async function* readValues(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line, void, void> {
  const scanner = new Scanner();
  for await (const chunk of chunks) yield* scanner.scan(chunk);
  yield* scanner.end();
}

class Scanner {
  #parts: Buffer[] = [];
  #length = 0;
  #begun = false;
  #scalar = false;
  #depth = 0;
  #string = false;
  #escaped = false;
  #first = true;
  #line = 1;
  #from = 1;
  #offset = 0;

  *scan(chunk: Buffer): Generator<Line, void, void> {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (!this.#begun) {
        if (byte === NEWLINE) this.#line += 1;
        if (BETWEEN.includes(byte)) continue;
        if (this.#first && byte === OPENING[0]) {
          this.#first = false;
          continue;
        }
        this.#first = false;
        this.#begin(byte);
        start = at;
        if (byte === QUOTE) this.#string = true;
        else if (OPENING.includes(byte)) this.#depth = 1;
        continue;
      }
      if (byte === NEWLINE) this.#line += 1;
      if (this.#string) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#string = false;
        continue;
      }
      if (byte === QUOTE) this.#string = true;
      else if (OPENING.includes(byte)) this.#depth += 1;
      else if (this.#scalar && this.#depth === 0 && BETWEEN.includes(byte)) {
        this.#add(chunk.subarray(start, at));
        yield this.#take(this.#offset + at);
      } else if (CLOSING.includes(byte) && this.#depth > 0) {
        this.#depth -= 1;
        if (this.#depth > 0 || this.#scalar) continue;
        this.#add(chunk.subarray(start, at + 1));
        yield this.#take(this.#offset + at + 1);
      }
    }
    if (this.#begun) this.#add(chunk.subarray(start));
    this.#offset += chunk.length;
  }

  *end(): Generator<Line, void, void> {
    if (this.#begun) yield this.#take(this.#offset);
  }

  #begin(byte: number): void {
    this.#begun = true;
    this.#scalar = !OPENING.includes(byte);
    this.#depth = 0;
    this.#string = false;
    this.#escaped = false;
    this.#from = this.#line;
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= MAX_LINE) this.#parts.push(part);
    else this.#parts = [];
  }

  #take(end: number): Line {
    const content =
      this.#length > MAX_LINE
        ? { wrong: `longer than ${MAX_LINE / (1024 * 1024)} MiB` }
        : { text: Buffer.concat(this.#parts).toString("utf8") };
    this.#parts = [];
    this.#length = 0;
    this.#begun = false;
    return { number: this.#from, end, content };
  }
}
