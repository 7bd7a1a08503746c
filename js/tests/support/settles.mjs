/** Calls that end at once when they are told to. */
import assert from "node:assert/strict";

/** A call that is given up settles within so many milliseconds. */
const SETTLES = 100;

/** A machine that also does other things may stop everybody for a while, but not each time. */
const TRIES = 5;

/**
 * Checks that what `begin` starts settles at once when it is ended. `begin` resolves with
 * `end`, which ends the call, and with `ended`, a promise that holds when the call has
 * settled as it should; a `check` may say afterwards what else went wrong.
 */
export async function settlesAtOnce(begin) {
  const tries = [];
  while (tries.length < TRIES) {
    const { end, ended, check } = await begin();
    const before = performance.now();
    end();
    const wrong = await ended.then(() => undefined, (error) => error.message);
    const spent = performance.now() - before;
    const after = await check?.();
    const slow = spent < SETTLES ? undefined : `${spent.toFixed(0)} ms`;
    const found = wrong ?? slow ?? after;
    if (found === undefined) return;
    tries.push(found);
  }
  assert.fail(`it did not settle at once: ${tries.join("; ")}`);
}
