/**
 * The errors of this package: one class for each DOMException name, each
 * error with a stable kebab-case `code`, and the conversion of what the
 * WebAssembly side throws into these classes.
 */

/** What an error carries besides its message. */
export interface ErrorDetails {
  /** The stable identifier, in kebab-case. */
  code: string;
  /** What led to this error. */
  cause?: unknown;
}

/** The base class of every error that this package throws. */
export class EpitomeError extends Error {
  /** A stable identifier in kebab-case, such as `"unknown-model"`. */
  readonly code: string;

  constructor(message: string, details: ErrorDetails) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.name = new.target.errorName;
    this.code = details.code;
  }

  /** @internal The DOMException name; minifiers rename classes, not this. */
  static readonly errorName: string = "EpitomeError";
}

/** The call was given up: its object was destroyed, or the stream that it belongs to was left. */
export class AbortError extends EpitomeError {
  /** @internal */
  static override readonly errorName: string = "AbortError";
}

/** The WebAssembly file or a file of a model could not be fetched or read. */
export class NetworkError extends EpitomeError {
  /** @internal */
  static override readonly errorName: string = "NetworkError";
}

/** An option, value, language or model that this package does not have. */
export class NotSupportedError extends EpitomeError {
  /** @internal */
  static override readonly errorName: string = "NotSupportedError";
}

/** A text is longer than the `inputQuota` of what is to read it. */
export class QuotaExceededError extends EpitomeError {
  /** @internal */
  static override readonly errorName: string = "QuotaExceededError";

  /** How much the text would use, as `measureInputUsage` says. */
  readonly requested: number | null;
  /** How much there is. */
  readonly quota: number | null;

  constructor(message: string, details: ErrorDetails & { requested?: number; quota?: number }) {
    super(message, details);
    this.requested = details.requested ?? null;
    this.quota = details.quota ?? null;
  }
}

/** A value or a file is not what it should be. */
export class DataError extends EpitomeError {
  /** @internal */
  static override readonly errorName: string = "DataError";
}

/** The computation failed. */
export class OperationError extends EpitomeError {
  /** @internal */
  static override readonly errorName: string = "OperationError";
}

/** The object was used after `destroy()`. */
export class InvalidStateError extends EpitomeError {
  /** @internal */
  static override readonly errorName: string = "InvalidStateError";
}

const CLASSES = new Map<string, typeof EpitomeError>([
  ["AbortError", AbortError],
  ["NetworkError", NetworkError],
  ["NotSupportedError", NotSupportedError],
  ["QuotaExceededError", QuotaExceededError],
  ["DataError", DataError],
  ["OperationError", OperationError],
  ["InvalidStateError", InvalidStateError],
]);

/**
 * The error of this package that says what `thrown` says. An error from the
 * WebAssembly side has a DOMException `name` and a `code`; anything else
 * becomes an OperationError with the code `"internal"`.
 */
export function toEpitomeError(thrown: unknown): EpitomeError {
  if (thrown instanceof EpitomeError) return thrown;
  if (thrown instanceof Error && "code" in thrown && typeof thrown.code === "string") {
    const ErrorClass = CLASSES.get(thrown.name) ?? OperationError;
    const details: ErrorDetails = { code: thrown.code };
    if (thrown.cause !== undefined) details.cause = thrown.cause;
    return new ErrorClass(thrown.message, details);
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new OperationError(message, { code: "internal", cause: thrown });
}
