/**
 * `epitome/polyfill` in Chromium, by the assertions of the Writing Assistance APIs' specification:
 * conversion of options, availability, progress, abort reasons, destruction, attributes and errors.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { launchBrowser } from "./support/browser.mjs";
import { createProject, removeProject } from "./support/project.mjs";

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

/** The assertions: what is run in the page, and what must come of it. */
const ASSERTIONS = {
  "the interface is a property of the global object, writable, configurable and not enumerable": [
    () => {
      const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, "Summarizer");
      return [value === polyfill.Summarizer, writable, enumerable, configurable, Summarizer.name, String(Summarizer.prototype)];
    },
    [true, true, false, true, "Summarizer", "[object Summarizer]"],
  ],
  "it has no constructor": [() => failure(() => new Summarizer()), "TypeError TypeError"],
  "create() and availability() need no arguments": [
    async () => {
      const made = await Summarizer.create();
      const state = await Summarizer.availability();
      made.destroy();
      return [made instanceof Summarizer, Summarizer.create.length, state];
    },
    [true, 0, "available"],
  ],
  "attributes have the defaults of the dictionary": [
    async () => {
      const { type, format, length, sharedContext, ...rest } = await attributes({});
      return [type, format, length, sharedContext, rest];
    },
    [
      "key-points", "markdown", "short", "",
      { expectedInputLanguages: null, expectedContextLanguages: null, outputLanguage: null },
    ],
  ],
  "attributes reflect what was given, tags in canonical form, arrays frozen": [
    async () => {
      const found = await attributes({
        type: "tldr", format: "plain-text", length: "long", sharedContext: "Ports",
        expectedInputLanguages: ["EN", "en-us"], expectedContextLanguages: ["de"], outputLanguage: "en-gb",
        unknownMember: 1,
      });
      return [found, Object.isFrozen(found.expectedInputLanguages)];
    },
    [
      {
        type: "tldr", format: "plain-text", length: "long", sharedContext: "Ports",
        expectedInputLanguages: ["en", "en-US"], expectedContextLanguages: ["de"], outputLanguage: "en-GB",
      },
      true,
    ],
  ],
  "a value that no enumeration has is a TypeError": [
    async () => [
      await failure(() => Summarizer.create({ type: "poem" })),
      await failure(() => Summarizer.create({ format: "html" })),
      await failure(() => Summarizer.availability({ length: "tiny" })),
      await failure(() => Summarizer.create(5)),
      await failure(() => Summarizer.create({ signal: {} })),
      await failure(() => Summarizer.create({ monitor: {} })),
    ],
    new Array(6).fill("TypeError TypeError"),
  ],
  "an ill-formed language tag is a RangeError": [
    async () => [
      await failure(() => Summarizer.create({ outputLanguage: "not a tag" })),
      await failure(() => Summarizer.availability({ expectedInputLanguages: ["en", "x"] })),
    ],
    ["RangeError RangeError", "RangeError RangeError"],
  ],
  "a language that is not supported is unavailable, and a NotSupportedError": [
    async () => [
      await Summarizer.availability({ expectedInputLanguages: ["en", "fr"] }),
      await Summarizer.availability({ expectedInputLanguages: ["en"], outputLanguage: "de" }),
      await Summarizer.availability({ expectedInputLanguages: ["en"], expectedContextLanguages: ["fa"], outputLanguage: "en" }),
      await failure(() => Summarizer.create({ outputLanguage: "ja" })),
    ],
    ["unavailable", "unavailable", "available", "DOMException NotSupportedError"],
  ],
  "downloadprogress is a ProgressEvent that runs from 0 to 1, also for the handler attribute": [
    async () => {
      const events = [];
      const handled = [];
      const made = await Summarizer.create({
        monitor: (m) => {
          m.addEventListener("downloadprogress", (event) => events.push(event));
          m.ondownloadprogress = ({ loaded }) => handled.push(loaded);
        },
      });
      made.destroy();
      return [
        events.every((event) => event instanceof ProgressEvent && event.total === 1 && event.lengthComputable),
        events[0].loaded, events.at(-1).loaded, handled.length === events.length,
      ];
    },
    [true, 0, 1, true],
  ],
  "what the monitor throws rejects create()": [
    () => failure(() => Summarizer.create({ monitor: () => { throw new RangeError("mine"); } })),
    "RangeError RangeError",
  ],
  "an aborted signal rejects create() with its reason, whatever that is": [
    async () => [
      await failure(() => Summarizer.create({ signal: AbortSignal.abort() })),
      await Summarizer.create({ signal: AbortSignal.abort("mine") }).catch((reason) => reason),
    ],
    ["DOMException AbortError", "mine"],
  ],
  "the signal of create() destroys what was created, with its reason": [
    async () => {
      const controller = new AbortController();
      const made = await Summarizer.create({ signal: controller.signal });
      controller.abort("over");
      return [
        await made.summarize(TEXT).catch((reason) => reason),
        await made.measureInputUsage(TEXT).catch((reason) => reason),
      ];
    },
    ["over", "over"],
  ],
  "a signal rejects calls with its reason": [
    async () => {
      const made = await Summarizer.create();
      const found = [
        await made.summarize(TEXT, { signal: AbortSignal.abort("mine") }).catch((reason) => reason),
        await made.measureInputUsage(TEXT, { signal: AbortSignal.abort("mine") }).catch((reason) => reason),
        await made.summarizeStreaming(TEXT, { signal: AbortSignal.abort("mine") }).getReader().read().catch((reason) => reason),
        (await made.summarize(TEXT)).length > 0,
      ];
      made.destroy();
      return found;
    },
    ["mine", "mine", "mine", true],
  ],
  "destroy() ends calls in flight and to come with an AbortError; a second one does nothing": [
    async () => {
      const made = await Summarizer.create();
      const flying = failure(() => made.summarize(TEXT.repeat(200)));
      made.destroy();
      made.destroy();
      return [await flying, await failure(() => made.summarize(TEXT)), await failure(() => made.measureInputUsage(TEXT))];
    },
    new Array(3).fill("DOMException AbortError"),
  ],
  "an empty text has an empty summary; a context may be white space": [
    async () => {
      const made = await Summarizer.create({ type: "tldr" });
      return [await made.summarize(""), await made.summarize(" \n"), (await made.summarize(TEXT, { context: " " })).length > 0];
    },
    ["", "", true],
  ],
  "a stream gives the summary in parts": [
    async () => {
      const made = await Summarizer.create({ type: "key-points", length: "long" });
      let text = "";
      for await (const part of made.summarizeStreaming(TEXT)) text += part;
      let empty = "";
      for await (const part of made.summarizeStreaming(" ")) empty += part;
      return [text === (await made.summarize(TEXT)), text.length > 0, empty];
    },
    [true, true, ""],
  ],
  "texts within the quota are summarized, others are a QuotaExceededError with quota and requested": [
    async () => {
      const made = await Summarizer.create();
      const usage = await made.measureInputUsage(TEXT);
      const long = "a".repeat(made.inputQuota + 1);
      const error = await made.summarize(long).catch((reason) => reason);
      return [
        usage > 0 && usage <= made.inputQuota, (await made.measureInputUsage(long)) > made.inputQuota,
        error instanceof DOMException, error.name, error.quota === made.inputQuota, error.requested === long.length,
      ];
    },
    [true, true, true, "QuotaExceededError", true, true],
  ],
  "MDN's example of create() works": [
    async () => {
      const summarizer = await Summarizer.create({
        sharedContext: "A general summary to help a user decide if the text is worth reading",
        type: "tldr", length: "short", format: "markdown", expectedInputLanguages: ["en"], outputLanguage: "en",
        monitor(m) { m.addEventListener("downloadprogress", () => {}); },
      });
      return (await summarizer.summarize(TEXT, { context: "For commuters" })).length > 0;
    },
    true,
  ],
};

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
