/** Bytes as text: UTF-8, UTF-16 by its byte order mark, gzip; anything else is refused. */
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { UsageError } from "./io.js";

/** Input that is no text, or none that can be read whole. */
export class NotTextError extends Error {}

const UTF16 = [
  { mark: Buffer.from([0xff, 0xfe]), label: "utf-16le" },
  { mark: Buffer.from([0xfe, 0xff]), label: "utf-16be" },
] as const;

/** How many bytes tell what a stream holds. */
const TELLING = 16;

/** How many blanks before the first letter are looked past, and what blanks are. */
const MAX_BLANKS = 1024 * 1024;
const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

const GZIP = Buffer.from([0x1f, 0x8b]);

/** The longest text that is read whole, in bytes: it bounds the memory, also of what was packed. */
const MAX_TEXT = 256 * 1024 * 1024;

/** A stream whose first bytes are known. */
export interface Opened {
  /** The first bytes, as they are after unpacking and decoding. */
  readonly head: Buffer;
  /** All the bytes, in UTF-8. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Whether they are the bytes of the input itself. */
  readonly plain: boolean;
}

/** The UTF-8 bytes of `input`; `where` names it in messages. */
export async function decoded(input: AsyncIterable<Buffer>, where: string): Promise<Opened> {
  const raw = await peek(input);
  const packed = raw.head.subarray(0, GZIP.length).equals(GZIP);
  const unpacked = packed ? await peek(gunzip(raw.chunks, where)) : raw;
  const { head } = unpacked;
  const utf16 = UTF16.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
  if (utf16 !== undefined) {
    const text = await peek(fromUtf16(unpacked.chunks, utf16.label));
    return { ...text, plain: false };
  }
  if (head.subarray(0, 4).toString("latin1") === "%PDF") {
    throw new UsageError(
      `${where} is a PDF, of which epitome segment reads the text: pdftohtml -xml -i -stdout FILE.pdf | epitome segment --sections`,
    );
  }
  if (head.includes(0)) throw new NotTextError(`${where} is not UTF-8 text: it holds NUL bytes`);
  return { ...unpacked, plain: !packed };
}

/** The whole text of `input`. */
export async function decodedText(input: AsyncIterable<Buffer>, where: string): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of (await decoded(input, where)).chunks) {
    length += chunk.length;
    if (length > MAX_TEXT) throw new NotTextError(`${where} is longer than ${MAX_TEXT / (1024 * 1024)} MiB`);
    parts.push(chunk);
  }
  const bytes = Buffer.concat(parts);
  if (bytes.includes(0)) throw new NotTextError(`${where} is not UTF-8 text: it holds NUL bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes); // without a byte order mark
  } catch (cause) {
    throw new NotTextError(`${where} is not UTF-8`, { cause });
  }
}

async function peek(input: AsyncIterable<Buffer>): Promise<{ head: Buffer; chunks: AsyncIterable<Buffer> }> {
  const iterator = input[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  // A pipe may bring one byte first, and blanks tell nothing.
  while (head.length < TELLING || (head.length < MAX_BLANKS && head.every((byte) => BLANKS.includes(byte)))) {
    const next = await iterator.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* chunks(): AsyncGenerator<Buffer, void, void> {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head, chunks: chunks() };
}

async function* gunzip(chunks: AsyncIterable<Buffer>, where: string): AsyncGenerator<Buffer, void, void> {
  const source = Readable.from(chunks);
  const unpacking = createGunzip();
  source.on("error", (error) => unpacking.destroy(error));
  try {
    yield* source.pipe(unpacking) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new NotTextError(`${where} cannot be unpacked: ${(cause as Error).message}`, { cause });
  }
}

async function* fromUtf16(
  chunks: AsyncIterable<Buffer>,
  label: string,
): AsyncGenerator<Buffer, void, void> {
  const decoder = new TextDecoder(label);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  const rest = decoder.decode();
  if (rest !== "") yield Buffer.from(rest);
}
