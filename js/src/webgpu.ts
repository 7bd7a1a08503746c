/** Whether this host has a GPU that speaks WebGPU. */
import { NotSupportedError } from "./errors.js";

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

function refuse(place: string, reason: string): never {
  throw new NotSupportedError(
    `${place}: backend "webgpu" cannot be used: ${reason}; allowed here: "auto", "wasm"`,
    { code: "unsupported" },
  );
}
