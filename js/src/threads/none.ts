/** Hosts without threads. */
import { NotSupportedError } from "../errors.js";
import type { Spawn } from "../workers/spawn.js";

/** Throws, because this host has no threads. */
export function checkThreads(): void {
  throw new NotSupportedError("this host has no workers; import from epitome instead", {
    code: "unsupported",
  });
}

export const spawn: Spawn = () => {
  throw checkThreads();
};

/** There is nothing to watch. */
export function watch(): void {}
