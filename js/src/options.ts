/** Checks of what callers pass in: every refusal lists what is allowed. */
import { nearest } from "./nearest_name.js";
import { DataError, NotSupportedError } from "./errors.js";

/**
 * The options object of `place`, or an empty one when it is absent.
 * A key outside `allowed` is a NotSupportedError `"unknown-option"`.
 */
export function checkOptions<T extends object>(
  place: string,
  options: T | undefined,
  allowed: readonly (keyof T & string)[],
): T {
  if (options === undefined) return {} as T;
  if (options === null || typeof options !== "object" || Array.isArray(options)) {
    throw new DataError(`${place}: the options must be an object, got ${describe(options)}`, {
      code: "invalid-argument",
    });
  }
  for (const key of Object.keys(options)) {
    if (!(allowed as readonly string[]).includes(key)) {
      const near = nearest(key, allowed);
      const hint = near === undefined ? "" : `, did you mean "${near}"?`;
      throw new NotSupportedError(
        `${place}: unknown option "${key}"${hint}; allowed: ${allowed.join(", ")}`,
        { code: "unknown-option" },
      );
    }
  }
  return options;
}

/** Where graphs may run. */
export type BackendName = "auto" | "wasm" | "webgpu";

/** `backend`, which must be one of `allowed` or absent: "auto". */
export function checkBackend(
  place: string,
  backend: unknown,
  allowed: readonly BackendName[],
): BackendName {
  const name = backend ?? "auto";
  if (backend !== null && (allowed as readonly unknown[]).includes(name)) return name as BackendName;
  throw new NotSupportedError(
    `${place}: backend ${describe(backend)} is not supported; allowed: ${allowed.map(describe).join(", ")}`,
    { code: "unsupported" },
  );
}

/** `value`, which must be a string. */
export function checkString(place: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new DataError(`${place}: expected a string, got ${describe(value)}`, {
    code: "invalid-argument",
  });
}

/** `value`, which must be a whole number of at least 0 or absent. */
export function checkWhole(place: string, value: unknown): void {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0)) return;
  throw new DataError(`${place}: expected a whole number from 0, got ${describe(value)}`, {
    code: "invalid-argument",
  });
}

/** `value`, which must be one of `allowed` or absent. */
export function checkOneOf(place: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined || (allowed as readonly unknown[]).includes(value)) return;
  throw new DataError(`${place}: expected ${allowed.join(", ")}, got ${describe(value)}`, {
    code: "invalid-argument",
  });
}

/** `value`, which must be a function or absent. */
export function checkFunction<T>(place: string, value: T | undefined): T | undefined {
  if (value === undefined || typeof value === "function") return value;
  throw new DataError(`${place}: expected a function, got ${describe(value)}`, {
    code: "invalid-argument",
  });
}

/** `value`, which must be an AbortSignal or absent. */
export function checkSignal(place: string, value: AbortSignal | undefined): AbortSignal | undefined {
  if (value === undefined) return value;
  if (value !== null && typeof value === "object" && typeof value.addEventListener === "function") {
    return value;
  }
  throw new DataError(`${place}: signal must be an AbortSignal, got ${describe(value)}`, {
    code: "invalid-argument",
  });
}

/** How deep what is handed over as it is may be. */
const DEEPEST = 8;

/**
 * `value`, which must not hold arrays and objects deeper than that, as one does that holds itself: what
 * reads it in WebAssembly goes down into it.
 */
export function checkDepth<T>(place: string, value: T, depth = 0): T {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  if (depth === DEEPEST) {
    throw new DataError(`${place}: expected plain values, got arrays or objects more than ${DEEPEST} deep`, {
      code: "invalid-argument",
    });
  }
  for (const each of Object.values(value)) checkDepth(place, each, depth + 1);
  return value;
}

/** Throws for `new` by callers: an object is made by `create`. */
export function checkMade(name: string, held: unknown): void {
  if (held === null || typeof held !== "object" || !("width" in held)) {
    throw new TypeError(`Illegal constructor: use await ${name}.create()`);
  }
}

/** A value as a message shows it: short, and with its kind. */
export function describe(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  }
  if (value === null || ["undefined", "number", "boolean", "bigint"].includes(typeof value)) {
    return String(value);
  }
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
