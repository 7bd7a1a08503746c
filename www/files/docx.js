/**
 * The paragraphs of a Word document (.docx, ECMA-376): its XML out of the ZIP, without a library.
 */
import { UnreadableFile } from "./kinds.js";

const END = 0x06054b50; // the end of the central directory
const ENTRY = 0x02014b50; // an entry of it
/** The longest XML that is unpacked, in bytes. */
const MOST = 64_000_000;
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEADING = /heading|title|überschrift|titel|标题/iu;

/** The unpacked bytes of the file `name` of a ZIP; undefined if it has none. */
async function unzip(bytes, name) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new UnreadableFile("fileBroken");
  let at = view.getUint32(end + 16, true);
  for (
    let left = view.getUint16(end + 10, true);
    left > 0 && view.getUint32(at, true) === ENTRY;
    left -= 1
  ) {
    const length = view.getUint16(at + 28, true);
    const found = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    if (found === name) {
      const [method, packed, local] = [
        view.getUint16(at + 10, true),
        view.getUint32(at + 20, true),
        view.getUint32(at + 42, true),
      ];
      const start =
        local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const data = bytes.subarray(start, start + packed);
      return method === 0 ? data : await inflate(data);
    }
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
}

/** Unpacks; what is longer than MOST is refused while it comes. */
async function inflate(data) {
  const parts = [];
  let length = 0;
  for (
    const reader = new Blob([data])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"))
      .getReader();
    ;

  ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST) {
      await reader.cancel();
      throw new UnreadableFile("fileTooLong", MOST);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The text of a paragraph; what was deleted in revision is left out. */
function textOfParagraph(paragraph) {
  let text = "";
  for (const each of paragraph.getElementsByTagNameNS(WORD, "*")) {
    if (each.localName === "t") text += each.textContent;
    else if (each.localName === "tab") text += "\t";
    else if (each.localName === "br" || each.localName === "cr") text += "\n";
  }
  return text;
}

/** Paragraphs as `sectionsOf` takes them. */
export async function paragraphsOfDocx(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let xml;
  try {
    xml = await unzip(bytes, "word/document.xml");
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("fileBroken");
  }
  if (xml === undefined) throw new UnreadableFile("fileZip");
  const parsed = new DOMParser().parseFromString(new TextDecoder().decode(xml), "application/xml");
  if (parsed.querySelector("parsererror") !== null) throw new UnreadableFile("fileBroken");
  return [...parsed.getElementsByTagNameNS(WORD, "p")].map((paragraph) => {
    const [style] = paragraph.getElementsByTagNameNS(WORD, "pStyle");
    return {
      text: textOfParagraph(paragraph),
      isHeading: HEADING.test(style?.getAttributeNS(WORD, "val") ?? ""),
    };
  });
}
