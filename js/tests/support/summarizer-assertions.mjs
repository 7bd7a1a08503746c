/**
 * The assertions of the Writing Assistance APIs' specification on the interface Summarizer. They run in a
 * page that has `polyfill` (the module), `TEXT`, `failure` and `attributes`.
 */

/** The assertions: what is run in the page, and what must come of it. */
export const ASSERTIONS = {
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
  "contexts say what is taken first": [
    async () => {
      const options = { type: "tldr", format: "plain-text", expectedInputLanguages: ["en"] };
      const text =
        "The harbour line of the tram will open in May, the city council said on Monday. " +
        "It links the harbour, the old town and the central station. A ticket for the line costs two euros.";
      const context = "What does a ticket cost?";
      const [plain, shared] = [await Summarizer.create(options), await Summarizer.create({ ...options, sharedContext: context })];
      const streamed = [];
      for await (const part of plain.summarizeStreaming(text, { context })) streamed.push(part);
      const found = [
        await plain.summarize(text), await plain.summarize(text, { context }), streamed.join(""), await shared.summarize(text),
      ];
      plain.destroy();
      shared.destroy();
      return found.map((summary) => summary.includes("two euros"));
    },
    [false, true, true, true],
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
  "members can be listed, and have the lengths of the interface": [
    () => {
      const shape = (holder) =>
        Object.entries(Object.getOwnPropertyDescriptors(holder))
          .filter(([, { enumerable }]) => enumerable)
          .map(([name, { value }]) => (typeof value === "function" ? `${name}/${value.length}` : name))
          .sort();
      const tag = Object.getOwnPropertyDescriptor(Summarizer.prototype, Symbol.toStringTag);
      return [shape(Summarizer), shape(Summarizer.prototype), tag];
    },
    [
      ["availability/0", "create/0"],
      [
        "destroy/0", "expectedContextLanguages", "expectedInputLanguages", "format", "inputQuota", "length",
        "measureInputUsage/1", "outputLanguage", "sharedContext", "summarize/1", "summarizeStreaming/1", "type",
      ],
      { value: "Summarizer", writable: false, enumerable: false, configurable: true },
    ],
  ],
  "a call without a text, with a symbol, or on another object is a TypeError": [
    async () => {
      const made = await Summarizer.create();
      const found = [
        await failure(() => made.summarize()), await failure(() => made.measureInputUsage()),
        await failure(() => made.summarizeStreaming()), await failure(() => made.summarize(Symbol("x"))),
        await failure(() => Summarizer.prototype.summarize.call({}, "x")), await failure(() => Summarizer.prototype.type),
        await failure(() => made.summarize(TEXT, 5)), await failure(() => made.summarize(TEXT, { signal: 1 })),
      ];
      // What returns promises rejects, and does not throw.
      const rejected = made.summarize();
      await rejected.catch(() => {});
      made.destroy();
      return [...found, rejected instanceof Promise];
    },
    [...new Array(8).fill("TypeError TypeError"), true],
  ],
  "texts are converted to strings": [
    async () => {
      const made = await Summarizer.create();
      const usage = [await made.measureInputUsage({ toString: () => TEXT }), await made.measureInputUsage(TEXT)];
      return [usage[0] === usage[1], (await made.summarize({ toString: () => TEXT })) === (await made.summarize(TEXT))];
    },
    [true, true],
  ],
  "an empty list of languages is none": [
    async () => (await attributes({ expectedInputLanguages: [], expectedContextLanguages: [] })).expectedInputLanguages,
    null,
  ],
  "progress grows strictly, in parts of 65,536, and ends before create() does": [
    async () => {
      const told = [];
      let created = false;
      let late = 0;
      const made = await Summarizer.create({
        monitor: (m) => m.addEventListener("downloadprogress", ({ loaded }) => {
          told.push(loaded);
          if (created) late += 1;
        }),
      });
      created = true;
      await new Promise((resolve) => setTimeout(resolve, 100));
      made.destroy();
      return [told.every((share, at) => at === 0 || share > told[at - 1]), told.every((share) => Number.isInteger(share * 65536)), late];
    },
    [true, true, 0],
  ],
  "an abort at the first or the last event of progress rejects create(), and no event follows": [
    async () => {
      const found = [];
      for (const at of [0, 1]) {
        const controller = new AbortController();
        const reason = new Error("mine");
        let after = 0;
        let reached;
        const event = new Promise((resolve) => (reached = resolve));
        const creating = Summarizer.create({
          signal: controller.signal,
          monitor: (m) => m.addEventListener("downloadprogress", ({ loaded }) => {
            if (controller.signal.aborted) after += 1;
            if (loaded === at) reached();
          }),
        });
        await event;
        controller.abort(reason);
        found.push((await creating.catch((error) => error)) === reason);
        await new Promise((resolve) => setTimeout(resolve, 50));
        found.push(after);
      }
      return found;
    },
    [true, 0, true, 0],
  ],
  "an abort rejects what is under way with the very reason, and the next call too": [
    async () => {
      const made = await Summarizer.create();
      const found = [];
      for (const call of [
        (signal) => Summarizer.create({ signal }),
        (signal) => made.summarize(TEXT.repeat(50), { signal }),
        (signal) => made.measureInputUsage(TEXT, { signal }),
      ]) {
        for (const reason of [undefined, new Error("mine")]) {
          const controller = new AbortController();
          const calls = call(controller.signal).catch((error) => error);
          controller.abort(reason);
          for (const error of [await calls, await call(controller.signal).catch((again) => again)]) {
            found.push(reason === undefined ? error.name : error === reason);
          }
        }
      }
      return found;
    },
    new Array(3).fill(["AbortError", "AbortError", true, true]).flat(),
  ],
  "an abort or destroy() errors a stream that is read; one that was read to its end stays so": [
    async () => {
      const found = [];
      const reason = new Error("mine");
      const made = await Summarizer.create();
      const controller = new AbortController();
      const reader = made.summarizeStreaming(TEXT.repeat(50), { signal: controller.signal }).getReader();
      const reading = reader.read().then(() => reader.read()).catch((error) => error);
      controller.abort(reason);
      found.push((await reading) === reason, (await reader.closed.catch((error) => error)) === reason);
      const ended = new AbortController();
      for await (const _ of made.summarizeStreaming(TEXT, { signal: ended.signal }));
      ended.abort();
      const other = made.summarizeStreaming(TEXT.repeat(50)).getReader();
      made.destroy();
      found.push(await failure(() => other.read()));
      return found;
    },
    [true, true, "DOMException AbortError"],
  ],
  "a stream of a text beyond the quota is errored": [
    async () => {
      const made = await Summarizer.create();
      const long = "a ".repeat(made.inputQuota);
      const error = await made.summarizeStreaming(long).getReader().read().catch((reason) => reason);
      return [error.name, error.quota === made.inputQuota];
    },
    ["QuotaExceededError", true],
  ],
  "summaries keep to the guidance: bullets, sentences, words": [
    async () => {
      const text = TEXT.repeat(3) + "The mayor opened a school on Friday. Prices rose by three percent. A storm closed two roads near the lake.";
      const bullets = async (length) =>
        (await (await Summarizer.create({ type: "key-points", length })).summarize(text)).split("\n").filter((line) => /^[-*] /u.test(line)).length;
      const words = async (length) => (await (await Summarizer.create({ type: "headline", length })).summarize(text)).split(/\s+/u).length;
      const within = async (count, most) => (await count) > 0 && (await count) <= most;
      return [
        await within(bullets("short"), 3), await within(bullets("medium"), 5), await within(bullets("long"), 7),
        await within(words("short"), 12), await within(words("medium"), 17), await within(words("long"), 22),
      ];
    },
    new Array(6).fill(true),
  ],
  "two summarizers and calls at once do not disturb each other": [
    async () => {
      const [a, b] = await Promise.all([Summarizer.create({ type: "tldr" }), Summarizer.create({ type: "key-points" })]);
      const alone = [await a.summarize(TEXT), await b.summarize(TEXT)];
      const together = await Promise.all([a.summarize(TEXT), b.summarize(TEXT), a.summarize(TEXT)]);
      a.destroy();
      return [together[0] === alone[0], together[1] === alone[1], together[2] === alone[0], (await b.summarize(TEXT)) === alone[1]];
    },
    [true, true, true, true],
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
