/** Numbers with fewer digits, as `--digits` asks for. */
import { parseNumber } from "./io.js";

export const DIGIT_OPTIONS = { digits: { type: "string", short: "d" } } as const;

/** How many digits after the point; undefined for all. */
export function checkDigits(value: string | undefined): number | undefined {
  return value === undefined ? undefined : parseNumber("--digits", value, 0, 15, true);
}

/** `value` with every number in it rounded. */
export function rounded<T>(value: T, digits: number): T {
  if (typeof value === "number") return Number(value.toFixed(digits)) as T;
  if (Array.isArray(value)) return value.map((each) => rounded(each, digits)) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, each]) => [name, rounded(each, digits)]);
  return Object.fromEntries(entries) as T;
}
