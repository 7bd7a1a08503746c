/** The worker's side: does the work in its own WebAssembly instance. */
import { AbortScope, Stop } from "../abort.js";
import type { HeldExtractor, HeldLineClassifier, HeldMatcher, HeldWriter } from "../compute.js";
import { Engine } from "../engine.js";
import { AbortError, OperationError } from "../errors.js";
import { openExtractor, openLineClassifier, openMatcher, openWriter } from "../local.js";
import * as glue from "../wasm/epitome.js";
import {
  type Matched,
  type Message,
  packError,
  type Part,
  type Reply,
  type Request,
} from "./protocol.js";

/** How what is posted to the thread is answered. */
export function serve(post: (reply: Reply | Part) => void): (message: Message) => Promise<void> {
  const engine = new Engine(glue);
  let matcher: HeldMatcher | undefined;
  let lines: HeldLineClassifier | undefined;
  let extractor: HeldExtractor | undefined;
  let writer: HeldWriter | undefined;
  const underWay = new Map<number, Stop>();

  async function answer(
    request: Request,
    scope: AbortScope,
    tell: (part: string) => void,
  ): Promise<unknown> {
    switch (request.op) {
      case "start": {
        const holds = await holdLock(request.lock);
        await engine.start(async () => request.wasm);
        return holds;
      }
      case "open-matcher":
        matcher = await openMatcher(engine, request.model, request.backend);
        return matcher.batch;
      case "open-lines":
        lines = await openLineClassifier(engine, request.model);
        return undefined;
      case "open-extractor":
        extractor = await openExtractor(engine, request.options);
        return undefined;
      case "open-writer":
        writer = await openWriter(engine, request.model, request.options);
        return undefined;
      case "match": {
        const held = opened(matcher);
        const results = await held.matchBatch(request.pairs, request.explain, scope);
        return { results, batch: held.batch } satisfies Matched;
      }
      case "classify":
        return await opened(lines).classify(request.format, request.source, scope);
      case "parts":
        return await opened(extractor).parts(request.text, request.context, scope);
      case "write":
        return await opened(writer).write(request.text, request.search, scope, tell);
    }
  }

  return async (message) => {
    const { id } = message;
    if (message.op === "cancel") {
      underWay.get(id)?.stop(new AbortError("the call was given up", { code: "aborted" }));
      return;
    }
    const stop = new Stop();
    underWay.set(id, stop);
    try {
      const value = await answer(message, new AbortScope(stop), (part) => post({ id, part }));
      post({ id, value });
    } catch (error) {
      post({ id, error: packError(error) });
    } finally {
      underWay.delete(id);
    }
  };
}

function opened<T>(held: T | undefined): T {
  if (held !== undefined) return held;
  throw new OperationError("the worker was called before it was given its work", {
    code: "internal",
  });
}

/**
 * Holds `name` until the thread ends, by which the main thread learns of its end. Whether it
 * does: there may be no Web Locks, or none for this thread, as where site storage is denied.
 */
async function holdLock(name: string): Promise<boolean> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return false;
  return await new Promise<boolean>((resolve) => {
    const held = locks.request(name, () => {
      resolve(true);
      return new Promise(() => {});
    });
    held.catch(() => resolve(false));
  });
}
