/** What a file is, by its first bytes and its name, and its text where it is one. */

/** A file that is not understood; `reason` is a key of the strings. */
export class UnreadableFile extends Error {
  constructor(reason, ...values) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

/** The longest file that is read into a field, in bytes; tables are streamed and may be longer. */
export const MOST_BYTES = 100_000_000;

/** What files begin with that are no text. */
const SIGNATURES = [
  ["%PDF", "pdf"],
  ["PK\u0003\u0004", "zip"],
  ["\u00d0\u00cf\u0011\u00e0", "office"],
  ["{\\rtf", "rtf"],
  ["\u0089PNG", "image"],
  ["\u00ff\u00d8\u00ff", "image"],
  ["GIF8", "image"],
  ["\u001f\u008b", "gzip"],
];

const BY_NAME = [
  [/\.(?:html?|xhtml)$/iu, "html"],
  [/\.(?:md|markdown)$/iu, "markdown"],
  [/\.(?:csv|tsv|jsonl|ndjson)$/iu, "rows"],
  [/\.json$/iu, "json"],
];

/** What a file is: pdf, zip, html, markdown, rows, json, text, or what it is that is not read. */
export async function kindOf(file) {
  const head = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const latin = String.fromCharCode(...head);
  // A PDF may have other bytes before it.
  if (latin.includes("%PDF-")) return "pdf";
  const signed = SIGNATURES.find(([start]) => latin.startsWith(start));
  if (signed !== undefined) return signed[1];
  const named = BY_NAME.find(([pattern]) => pattern.test(file.name));
  if (named !== undefined) return named[1];
  if (/^\s*(?:<!doctype html|<html)/iu.test(latin)) return "html";
  return "text";
}

/** The text of a file in UTF-8 or, with a byte order mark, UTF-16. */
export async function textOf(file) {
  if (file.size > MOST_BYTES) throw new UnreadableFile("fileTooLong", MOST_BYTES);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new UnreadableFile("fileEmpty");
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : undefined;
  let text;
  try {
    text = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile("fileNoText");
  }
  if (text.includes("\0")) throw new UnreadableFile("fileNoText");
  return text;
}
