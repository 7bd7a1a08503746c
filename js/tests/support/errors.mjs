/** Checks of what calls reject with. */
import assert from "node:assert/strict";

/**
 * Checks the class, name, code and message of what `work` rejects with;
 * `entry` is the module that has the classes of errors.
 */
export async function assertFails(entry, work, name, code, message = /./u) {
  let caught;
  await assert.rejects(work, (error) => {
    caught = error;
    assert.ok(error instanceof entry.EpitomeError, `no EpitomeError: ${error?.stack}`);
    assert.ok(error instanceof entry[name], `${error.name} (${error.message}) is no ${name}`);
    assert.equal(error.name, name);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });
  return caught;
}

/** Checks that `work` rejects with the reason that AbortSignals have unless they are given another. */
export async function assertAborted(work) {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof DOMException, `no DOMException: ${error?.stack}`);
    assert.equal(error.name, "AbortError");
    return true;
  });
}
