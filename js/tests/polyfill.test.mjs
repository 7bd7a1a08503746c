/**
 * `epitome/polyfill` in Chromium, by the assertions of the Writing Assistance APIs' specification:
 * conversion of options, availability, progress, abort reasons, destruction, attributes and errors.
 * Not applicable, for a script has no part in it: the policy "summarizer" of a document, documents that
 * are not active, the activation by a user that a download needs, NotReadableError of filtered output.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { launchBrowser } from "./support/browser.mjs";
import { createProject, removeProject } from "./support/project.mjs";
import { ASSERTIONS } from "./support/summarizer-assertions.mjs";

const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };

let project, server, browser, page;

before(async () => {
  project = await createProject([]);
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/") {
      return void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>t</title>");
    }
    const body = await readFile(join(project, pathname)).catch(() => undefined);
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(async () => {
    delete globalThis.Summarizer; // whether or not the browser has its own
    globalThis.polyfill = await import("/node_modules/epitome/dist/polyfill.browser.js");
    globalThis.TEXT =
      "The harbour line opens in May. It joins the old port to the station. Trains run every ten minutes.";
    /** The name, the class and the reason of what `work` rejects with or throws. */
    globalThis.failure = async (work) => {
      try {
        await work();
        return "nothing";
      } catch (error) {
        const kind = error instanceof DOMException ? "DOMException" : error?.constructor?.name ?? typeof error;
        return `${kind} ${error?.name ?? error}`;
      }
    };
  });
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  if (project) await removeProject(project);
});

for (const [name, [work, expected]] of Object.entries(ASSERTIONS)) {
  test(name, { timeout: 60_000 }, async () => {
    await page.evaluate(() => {
      globalThis.attributes = async (options) => {
        const made = await Summarizer.create(options);
        const names = [
          "type", "format", "length", "sharedContext",
          "expectedInputLanguages", "expectedContextLanguages", "outputLanguage",
        ];
        const found = Object.fromEntries(names.map((name) => [name, made[name]]));
        made.destroy();
        return found;
      };
    });
    assert.deepEqual(await page.evaluate(work), expected);
  });
}

test("where the browser has the interface, it stays", async () => {
  const other = await browser.newPage();
  await other.goto(page.url());
  const kept = await other.evaluate(async () => {
    const own = (globalThis.Summarizer = class Summarizer {});
    const { Summarizer } = await import("/node_modules/epitome/dist/polyfill.browser.js");
    return [globalThis.Summarizer === own, Summarizer !== own];
  });
  assert.deepEqual(kept, [true, true]);
  await other.close();
});
