/** What `measure.mjs` finds in a page of Chromium. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname } from "node:path";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("js/package.json", root));
const { chromium } = require("playwright-core");

const TYPES = { ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };
/** Only an isolated page has a clock of microseconds. */
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title>
<script type="module">
import { measure } from "/benches/against/measure.mjs";
import * as ort from "/js/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs";
import "/dist/packages/@epitome/onnx/dist/index.browser.js";
import { Matcher } from "/dist/package/dist/index.browser.js";
const read = async (path) => {
  const response = await fetch("/" + path);
  if (!response.ok) throw new Error(path + ": " + response.status);
  return new Uint8Array(await response.arrayBuffer());
};
globalThis.measured = () => measure({ ort, Matcher, read });
</script>`;

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  try {
    const body = pathname === "/" ? PAGE : await readFile(new URL(`.${pathname}`, root));
    const type = pathname === "/" ? "text/html" : (TYPES[extname(pathname)] ?? "application/octet-stream");
    response.writeHead(200, { "content-type": type, ...ISOLATED }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}

/** The engine's name, the rivals and the rows. */
export async function inChromium() {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.measured !== undefined);
    return { engine: `Chromium ${browser.version()}`, ...(await page.evaluate(() => globalThis.measured())) };
  } finally {
    await browser.close();
    server.close();
  }
}
