/**
 * The state in the fragment of an address, which browsers do not send: packed as `#c=…`, or plain
 * as `#text=…&summary=…`, which a bookmarklet can write.
 */

/** The longest text that is put into an address, in bytes. */
export const MOST_SHARED = 20_000;

async function through(bytes, transform) {
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer(),
  );
}

function toBase64Url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const fromBase64Url = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
    char.charCodeAt(0),
  );

/** The address of the page with a state; undefined if the text is too long. */
export async function addressOf({ text, summaries, language }, base = location.href) {
  const bytes = new TextEncoder().encode(JSON.stringify({ text, summaries, language }));
  if (new TextEncoder().encode(text).length > MOST_SHARED) return undefined;
  const address = new URL(base);
  address.hash = `c=${toBase64Url(await through(bytes, new CompressionStream("deflate-raw")))}`;
  return address.href;
}

/** The state of a fragment; undefined if it has none. */
export async function sharedState(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/u, ""));
  if (fields.has("text")) {
    return {
      text: fields.get("text"),
      summaries: fields.getAll("summary"),
      language: fields.get("language") ?? "auto",
    };
  }
  if (!fields.has("c")) return undefined;
  try {
    const bytes = await through(
      fromBase64Url(fields.get("c")),
      new DecompressionStream("deflate-raw"),
    );
    const { text, summaries, language } = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof text !== "string" || !Array.isArray(summaries)) return undefined;
    return { text, summaries: summaries.map(String), language: String(language ?? "auto") };
  } catch {
    return undefined; // cut off on its way
  }
}

/** A bookmarklet that checks what is selected on a page against the text of the page. */
export function bookmarklet(base = location.href) {
  const page = new URL(base);
  page.hash = "";
  const code = `(()=>{const s=String(getSelection()),r=document.querySelector("article,main")||document.body;open(${JSON.stringify(page.href)}+"#"+new URLSearchParams({text:r.innerText.slice(0,100000),summary:s}))})()`;
  return `javascript:${encodeURIComponent(code)}`;
}
