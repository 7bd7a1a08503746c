/** Hosts without threads. */
import { NotSupportedError } from "../errors.js";
import type { Spawn } from "../workers/spawn.js";

export const spawn: Spawn = () => {
  throw new NotSupportedError("this host has no workers; import from epitome instead", {
    code: "unsupported",
  });
};

/** There is nothing to watch. */
export function watch(): void {}
