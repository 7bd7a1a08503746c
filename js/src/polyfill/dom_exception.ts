/** The errors of this package as those of the platform: DOMExceptions of the same names. */
import { EpitomeError, QuotaExceededError } from "../errors.js";

/** How the platform makes a QuotaExceededError, where it has the class. */
type QuotaErrorClass = new (
  message: string,
  options: { quota?: number; requested?: number },
) => Error;

/** What the platform would reject with in the place of `error`. */
export function platformError(error: unknown): unknown {
  if (!(error instanceof EpitomeError)) return error;
  if (error instanceof QuotaExceededError) return quotaError(error);
  return Object.assign(new DOMException(error.message, error.name), { cause: error });
}

function quotaError(error: QuotaExceededError): Error {
  const { message, requested, quota } = error;
  const { QuotaExceededError: Platform } = globalThis as { QuotaExceededError?: QuotaErrorClass };
  const sizes = { quota: quota ?? 0, requested: requested ?? 0 };
  if (typeof Platform === "function") return new Platform(message, sizes);
  return Object.defineProperties(new DOMException(message, "QuotaExceededError"), {
    quota: { value: sizes.quota, enumerable: true },
    requested: { value: sizes.requested, enumerable: true },
  });
}
