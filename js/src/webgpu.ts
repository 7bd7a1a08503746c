/** Whether this host has a GPU that speaks WebGPU, which is asked once where nobody insists. */
import { NotSupportedError } from "./errors.js";
import type { BackendName } from "./options.js";

/** What of WebGPU is needed here; its types are not in every version of TypeScript. */
interface Gpu {
  requestAdapter(): Promise<unknown>;
}

/** Rejects with a NotSupportedError where the host offers no adapter. */
export async function checkWebGpu(place: string): Promise<void> {
  const { gpu } = (globalThis.navigator ?? {}) as { gpu?: Gpu };
  if (gpu === undefined || gpu === null) {
    refuse(place, "this host has no navigator.gpu");
  }
  const adapter = await gpu.requestAdapter().catch(() => null);
  if (adapter === null || adapter === undefined) {
    refuse(place, "navigator.gpu offers no adapter");
  }
}

/** Whether the page has no adapter, once that is known: asking again, browsers log it each time. */
let adapterless: Promise<boolean> | undefined;

/** The backend for `asked`: `"auto"` is `"wasm"` where there is no GPU. */
export async function chooseBackend(asked: BackendName): Promise<BackendName> {
  const { gpu } = (globalThis.navigator ?? {}) as { gpu?: Gpu };
  if (asked !== "auto") return asked;
  if (gpu === undefined || gpu === null) return "wasm";
  adapterless ??= gpu.requestAdapter().then((adapter) => !adapter, () => true);
  return (await adapterless) ? "wasm" : "auto";
}

function refuse(place: string, reason: string): never {
  throw new NotSupportedError(
    `${place}: backend "webgpu" cannot be used: ${reason}; allowed here: "auto", "wasm"`,
    { code: "unsupported" },
  );
}
