/**
 * The page offline. Asks the network first, so that nobody sees an old page, and keeps what came;
 * without a network, what was kept. WebAssembly and models are kept by the library itself.
 */
const CACHE = "epitome-page-2";

/**
 * The page's own files, also those that it loads when asked. A test compares them with the folder.
 */
const FILES = [
  "./",
  "check/card.js",
  "check/check.js",
  "check/copy.js",
  "check/field.js",
  "check/figures.js",
  "check/highlights.js",
  "check/sentence.js",
  "check/text_pane.js",
  "check/tip.js",
  "check/verdict.js",
  "dom.js",
  "engine/client.js",
  "engine/companions.js",
  "engine/judging.js",
  "engine/loading.js",
  "engine/reading.js",
  "engine/start.js",
  "engine/worker.js",
  "engine/writing.js",
  "favicon.svg",
  "files/docx.js",
  "files/html.js",
  "files/kinds.js",
  "files/layout_sections.js",
  "files/markdown.js",
  "files/open.js",
  "files/pdf.js",
  "files/sections.js",
  "files/sections_list.js",
  "language.js",
  "loads.js",
  "main.js",
  "manifest.webmanifest",
  "more/bring.js",
  "more/kept.js",
  "more/models.js",
  "more/offline.js",
  "more/share.js",
  "more/view.js",
  "page_language.js",
  "pairs/client.js",
  "pairs/filters.js",
  "pairs/rows.js",
  "pairs/saving.js",
  "pairs/store.js",
  "pairs/table.js",
  "pairs/view.js",
  "pairs/worker.js",
  "pdfjs/pdf.min.mjs",
  "pdfjs/pdf.worker.min.mjs",
  "samples.json",
  "strings/de.js",
  "strings/en.js",
  "strings/fa.js",
  "strings/zh.js",
  "style/field.css",
  "style/page.css",
  "style/pairs.css",
  "style/panels.css",
  "views.js",
  "words.js",
  "write/summarise.js",
];

/** What the library keeps under its own digests. */
const isKeptElsewhere = (url) => /\.(?:bin|wasm|onnx)$/u.test(url.pathname);
const isOwn = (url) => url.origin === location.origin && url.href.startsWith(registration.scope);

self.addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })))),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("epitome-page-") && name !== CACHE;
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (old(name)) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  const wanted = (event.data.keep ?? [])
    .map((each) => new URL(each))
    .filter((url) => isOwn(url) && !isKeptElsewhere(url));
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      for (const url of wanted)
        if (!(await cache.match(url))) await cache.add(url.href).catch(() => {});
    })(),
  );
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) void cache.put(request, response.clone()).catch(() => {});
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept !== undefined) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && isOwn(url) && !isKeptElsewhere(url))
    event.respondWith(answer(event.request));
});
