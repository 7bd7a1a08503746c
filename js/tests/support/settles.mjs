/** Calls that end at once when they are told to. */
import assert from "node:assert/strict";

/** A call that is given up settles within so many milliseconds. */
const SETTLES = 100;

/** A machine that also does other things may stop everybody for a while, but not each time. */
const TRIES = 5;

/**
 * Checks that what `begin` starts settles at once when it is ended. `begin` resolves with
 * `end`, which ends the call, and with `ended`, a promise that holds when the call has settled as
 * it should; or with nothing, if the call was over before it could be ended. A `check` throws
 * what else is wrong afterwards, and may return what only a slow machine does.
 */
export async function settlesAtOnce(begin) {
  const tries = [];
  while (tries.length < TRIES) {
    const begun = await begin();
    if (begun === undefined) {
      tries.push("it was over before");
      continue;
    }
    const before = performance.now();
    begun.end();
    await begun.ended;
    const spent = performance.now() - before;
    const after = await begun.check?.();
    if (spent < SETTLES && after === undefined) return;
    tries.push(after ?? `${spent.toFixed(0)} ms`);
  }
  assert.fail(`it did not settle at once: ${tries.join("; ")}`);
}
