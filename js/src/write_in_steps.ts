/**
 * A model writes in this thread: one step of the decoder after the other, with
 * a turn for events between them, so that a signal or a message can end it. A
 * step takes some milliseconds; a headline takes at most as many as its model allows.
 */
import type { AbortScope } from "./abort.js";
import type { BeamSearch, SummaryCandidate } from "./beam_search.js";
import type { Engine } from "./engine.js";
import { OperationError } from "./errors.js";
import { nextTurn } from "./turns/current.js";
import type { WasmWriter, WasmWriting } from "./wasm/epitome.js";

/** Writes about `text` and tells parts of the summary as `HeldWriter.write` does. */
export async function writeInSteps(
  engine: Engine,
  writer: WasmWriter,
  text: string,
  { beams, lengthPenalty, context }: BeamSearch,
  scope: AbortScope,
  tell: (part: string) => void,
): Promise<SummaryCandidate[]> {
  const writing = await engine.runAsync(() => writer.begin(text, beams, lengthPenalty, context));
  const turn = async () => {
    await nextTurn();
    scope.throwIfAborted();
  };
  try {
    let told = "";
    const tellFrom = (summary: string) => {
      if (!summary.startsWith(told)) {
        throw new OperationError(
          `the model took back what it had written: ${JSON.stringify(told)}, then ${JSON.stringify(summary)}`,
          { code: "internal" },
        );
      }
      if (summary !== told) tell(summary.slice(told.length));
      told = summary;
    };
    for (let over = false; !over; ) {
      await nextTurn();
      scope.throwIfAborted();
      over = await engine.runAsync(() => writing.step(turn));
      tellFrom(engine.run(() => writing.agreed));
    }
    const candidates = engine.run(() => writing.candidates());
    tellFrom(candidates[0]?.text ?? "");
    return candidates;
  } finally {
    free(engine, writing);
  }
}

function free(engine: Engine, writing: WasmWriting): void {
  try {
    engine.run(() => writing.free());
  } catch {
    // The instance has stopped and its memory is gone with it.
  }
}
