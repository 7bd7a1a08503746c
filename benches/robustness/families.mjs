/**
 * Texts that are made to be dear, by their names: each gives a text of about `length` characters. What is
 * written here in JavaScript are those of fuzz/src/families.rs that were dearest.
 */

const repeat = (text) => (length) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Parts that differ by their number. */
const numbered = (part) => (length) => {
  const parts = [];
  for (let at = 0, sum = 0; sum < length; at += 1) {
    parts.push(part(at));
    sum += parts.at(-1).length;
  }
  return parts.join("").slice(0, length);
};

export const FAMILIES = {
  prose: repeat(
    "The harbour line opens on 3 May 2024, Ana Roe said on Monday. It links the town and the station, " +
      "and it cost 48.5 million euros (up 12%). Work was delayed twice. ",
  ),
  "no blanks": repeat("ab"),
  "one word": repeat("harbour "),
  "other names": numbered((at) => `Ana Roe${at} said. `),
  "near-duplicates of a sentence": numbered((at) => `The harbour line number ${at} opens in May. `),
  Chinese: repeat("市政府昨天宣布，通往港口的地铁新线将于五月开通。总投资48亿元。"),
  "Chinese without marks": repeat("市政府宣布通往港口的地铁新线将开通"),
  Persian: repeat("شورای شهر اعلام کرد که خط تازهٔ تراموا در ۳ خرداد باز می‌شود. "),
  numbers: numbered((at) => `${at} euros, `),
  dates: numbered((at) => `${1 + (at % 28)} May ${1900 + (at % 200)}, `),
  "open brackets": repeat("a (b "),
  "open quotes": repeat("“a "),
  "combining marks": (length) => `a${"\u0301".repeat(length - 1)}`,
  "two letters": repeat("a. "),
  "line ends": repeat("a\n"),
  negations: repeat("It is not no never open. "),
};
