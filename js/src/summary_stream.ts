/** A summary as a stream: its parts as they are found, with a turn for other work between them. */
import { type AbortScope, Stop } from "./abort.js";
import { DEFAULT_SEARCH } from "./beam_search.js";
import type { HeldSummarizer } from "./compute.js";
import { AbortError } from "./errors.js";
import { nextTurn } from "./turns/current.js";

/**
 * Tells the parts of the summary of `text`; put one after the other, they are the summary.
 * `context` says what for.
 */
export async function tellParts(
  held: HeldSummarizer,
  text: string,
  context: string,
  scope: AbortScope,
  tell: (part: string) => void,
): Promise<void> {
  if (held.kind === "abstractive") {
    await held.write(text, { ...DEFAULT_SEARCH, context }, scope, tell);
  } else {
    for (const part of await held.parts(text, context, scope)) tell(part);
  }
}

/** What a stream is made of. */
export interface PartSource {
  /** What ends it: the stream then errors, even where parts have been found. */
  readonly scope: AbortScope;
  /** Tells the parts; what it rejects with, the stream errors with. */
  work(tell: (part: string) => void): Promise<void>;
}

/**
 * A stream of the parts that a source tells. `begin` is called when the stream
 * is first read; `left` stops when the reader cancels the stream.
 */
export function streamParts(begin: (left: Stop) => PartSource): ReadableStream<string> {
  const left = new Stop();
  const found: string[] = [];
  let wake = () => {};
  let source: PartSource | undefined;
  let working: Promise<"over"> | undefined;
  async function work(from: PartSource): Promise<"over"> {
    await from.work((part) => {
      found.push(part);
      wake();
    });
    return "over";
  }
  return new ReadableStream<string>(
    {
      pull: async (controller) => {
        if (working === undefined) {
          source = begin(left);
          working = work(source);
          working.catch(() => {}); // whoever reads next is told
        } else {
          await nextTurn();
        }
        if (found.length === 0) {
          const part = new Promise<"part">((resolve) => (wake = () => resolve("part")));
          await Promise.race([part, working]);
        }
        source?.scope.throwIfAborted();
        const part = found.shift();
        if (part !== undefined) controller.enqueue(part);
        else controller.close();
      },
      cancel: () => {
        left.stop(new AbortError("the stream was cancelled", { code: "aborted" }));
      },
    },
    { highWaterMark: 0 },
  );
}
