/**
 * The WebAssembly instance of this build's host, which every function of the
 * entry shares. Making it does no work; the first call starts it.
 */
import { Engine } from "./engine.js";
import { host } from "./hosts/current.js";
import { LocalCompute } from "./local.js";
import { checkLoading } from "./loading/loading.js";
import * as glue from "./wasm/epitome.js";

const engine = /* @__PURE__ */ new Engine(glue);

/** The work done in this thread. */
export const compute = /* @__PURE__ */ new LocalCompute(host, engine);

/** The engine, started from the file of the package unless it runs already. */
export async function startedEngine(place: string): Promise<Engine> {
  await compute.start(checkLoading(place, host, {}));
  return engine;
}
