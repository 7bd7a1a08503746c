/**
 * Files that a bundler has written into its modules as `data:` addresses. They are decoded here: the
 * policy of a page (`connect-src`) need not allow to fetch them.
 */

/** The form of a `data:` address: its media type, whether it is base64, and the data. */
const FORM = /^data:[^,]*?(;base64)?,(.*)$/su;

/** The bytes that the `data:` address `url` holds. */
export function bytesOfDataUrl({ href }: URL): Uint8Array<ArrayBuffer> {
  const [, base64, data = ""] = FORM.exec(href) ?? [];
  const text = base64 === undefined ? unescaped(data) : atob(decodeURIComponent(data));
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** `data` with `%XX` as the byte that it stands for, each byte a character. */
function unescaped(data: string): string {
  return data.replace(/%([\da-f]{2})/giu, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
