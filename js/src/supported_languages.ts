/** The languages whose sentences the package knows. */
import { NotSupportedError } from "./errors.js";
import { checkString, describe } from "./options.js";

/** As BCP 47 primary subtags. */
export const LANGUAGES: readonly string[] = ["zh", "en", "fa", "de"];

/** The primary subtag of `tag`, which must be of one of them, or undefined. */
export function checkLanguage(place: string, tag: unknown): string | undefined {
  if (tag === undefined) return undefined;
  const subtag = primarySubtag(checkString(place, tag));
  if (LANGUAGES.includes(subtag)) return subtag;
  throw new NotSupportedError(
    `${place}: ${describe(tag)} is not supported; allowed: ${LANGUAGES.join(", ")}`,
    { code: "unsupported-language" },
  );
}

/** The same where the language may be guessed: undefined also of "auto". */
export function checkGuessed(place: string, tag: unknown): string | undefined {
  return tag === "auto" ? undefined : checkLanguage(place, tag);
}

/** "zh-Hans-CN" → "zh". */
export function primarySubtag(tag: string): string {
  return (tag.split(/[-_]/u)[0] ?? "").toLowerCase();
}
