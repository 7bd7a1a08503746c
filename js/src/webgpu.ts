/** Whether this host has a GPU that speaks WebGPU, which is asked once where nobody insists. */
import { NotSupportedError } from "./errors.js";
import type { BackendName } from "./options.js";

/** What of WebGPU is needed here; its types are not in every version of TypeScript. */
interface Gpu {
  requestAdapter(): Promise<unknown>;
}

/** How long an adapter is waited for, in milliseconds: a driver that does not answer is none. */
const PATIENCE = 10_000;

/** Whether `gpu` offers an adapter within that time. */
async function offersAdapter(gpu: Gpu): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  try {
    const adapter = await Promise.race([gpu.requestAdapter(), late]);
    return adapter !== null && typeof adapter === "object";
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with a NotSupportedError where the host offers no adapter. */
export async function checkWebGpu(place: string): Promise<void> {
  const { gpu } = (globalThis.navigator ?? {}) as { gpu?: Gpu };
  if (gpu === undefined || gpu === null) {
    refuse(place, "this host has no navigator.gpu");
  }
  if (!(await offersAdapter(gpu))) refuse(place, "navigator.gpu offers no adapter");
}

/** Whether the page has an adapter, once that is known: asking again, browsers log it each time. */
let adapted: Promise<boolean> | undefined;

/** The backend for `asked`: `"auto"` is `"wasm"` where there is no GPU. */
export async function chooseBackend(asked: BackendName): Promise<BackendName> {
  const { gpu } = (globalThis.navigator ?? {}) as { gpu?: Gpu };
  if (asked !== "auto") return asked;
  if (gpu === undefined || gpu === null) return "wasm";
  adapted ??= offersAdapter(gpu);
  return (await adapted) ? "auto" : "wasm";
}

function refuse(place: string, reason: string): never {
  throw new NotSupportedError(
    `${place}: backend "webgpu" cannot be used: ${reason}; allowed here: "auto", "wasm"`,
    { code: "unsupported" },
  );
}
