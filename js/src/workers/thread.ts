/** The worker's side: does the work in its own WebAssembly instance. */
import { AbortScope } from "../abort.js";
import type { HeldLineClassifier, HeldMatcher, HeldSummarizer } from "../compute.js";
import { Engine } from "../engine.js";
import { OperationError } from "../errors.js";
import { openLineClassifier, openMatcher, openSummarizer } from "../local.js";
import type { TextPair } from "../pairs.js";
import { type Matched, type Numbered, packError, type Reply, type Request } from "./protocol.js";

/** The main thread ends calls; what it has given up it does not wait for. */
const UNENDING = new AbortScope();

/** How the thread's requests are answered. */
export function serve(post: (reply: Reply) => void): (request: Numbered) => Promise<void> {
  const engine = new Engine();
  let matcher: HeldMatcher | undefined;
  let lines: HeldLineClassifier | undefined;
  let summarizer: HeldSummarizer | undefined;

  async function answer(request: Request): Promise<unknown> {
    switch (request.op) {
      case "start":
        await holdLock(request.lock);
        return await engine.start(async () => request.wasm);
      case "open-matcher":
        matcher = await openMatcher(engine, request.model, request.backend);
        return matcher.batch;
      case "open-lines":
        lines = await openLineClassifier(engine, request.model);
        return undefined;
      case "open-summarizer":
        summarizer = await openSummarizer(engine, request.options);
        return undefined;
      case "match":
        return await matched(opened(matcher), request.pairs, request.explain);
      case "classify":
        return await opened(lines).classify(request.format, request.source, UNENDING);
      case "parts":
        return await opened(summarizer).parts(request.text, UNENDING);
    }
  }

  return async (request) => {
    try {
      post({ id: request.id, value: await answer(request) });
    } catch (error) {
      post({ id: request.id, error: packError(error) });
    }
  };
}

async function matched(
  matcher: HeldMatcher,
  pairs: TextPair[],
  explain: boolean,
): Promise<Matched> {
  const results = await matcher.matchBatch(pairs, explain, UNENDING);
  return { results, batch: matcher.batch };
}

function opened<T>(held: T | undefined): T {
  if (held !== undefined) return held;
  throw new OperationError("the worker was called before it was given its work", {
    code: "internal",
  });
}

/** Holds `name` until the thread ends, by which the main thread learns of its end. */
async function holdLock(name: string): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return;
  await new Promise<void>((held) => {
    void locks.request(name, () => {
      held();
      return new Promise(() => {});
    });
  });
}
