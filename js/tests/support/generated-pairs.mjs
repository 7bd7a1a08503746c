/** Pairs of texts of given lengths, the same on every machine. */

const CHARACTERS = "河水一夜上涨大桥已经关闭市政府宣布今天开始修路学生在公园里植树经济增长百分之三公司发布新手机天气晴朗0123456789";
const WORDS = {
  en: "the river rose overnight and a bridge is closed the city said work begins on 12 May 2019 while students plant trees in parks".split(" "),
  de: "der Fluss stieg über Nacht und eine Brücke ist gesperrt die Stadt sagt Arbeiten beginnen am 12 Mai 2019 Schüler pflanzen Bäume".split(" "),
  fa: "رودخانه شبانه بالا آمد و پل بسته است شهرداری گفت کار از ۱۲ اردیبهشت آغاز می‌شود دانش‌آموزان درخت می‌کارند".split(" "),
};

/** What the models have to have in a text. */
const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;

/** Texts of a language and numbers below an end, from a seed. */
function source(language, seed) {
  let state = seed;
  const below = (end) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * end);
  };
  const words = WORDS[language];
  const piece = () =>
    words === undefined
      ? CHARACTERS[below(CHARACTERS.length)] + (below(30) === 0 ? "。" : "")
      : words[below(words.length)] + (below(12) === 0 ? ". " : " ");
  const text = (length) => {
    let built = "";
    while (built.length < length) built += piece();
    return built.slice(0, length);
  };
  return { below, text };
}

/** For each length of a document three pairs, with summaries of 1, 12 and 60 characters. */
export function generatedPairs(language, lengths) {
  const { text } = source(language, 7);
  return lengths.flatMap((length) =>
    [1, 12, 60].map((short) => ({ document: text(length), summary: text(short) })),
  );
}

/**
 * `count` pairs whose documents have 1 to `longest` characters, with a frequency that
 * falls as length^-1.5: each doubling of the length has 0.7 times as many pairs and 1.4
 * times as much text as the one below it. Summaries have 1 to 60 characters, each doubling as
 * frequent as another; every third is a part of its document, so that there are good
 * ones. The first two documents have the extreme lengths.
 */
export function sampledPairs(language, count, longest) {
  const { below, text } = source(language, 11);
  const unit = () => below(1 << 20) / (1 << 20);
  const document = () => Math.min(longest, Math.floor((1 - unit() * (1 - (longest + 1) ** -0.5)) ** -2));
  const summary = () => Math.min(60, Math.floor(61 ** unit()));
  return Array.from({ length: count }, (_, index) => {
    const whole = text([longest, 1][index] ?? document());
    const length = summary();
    const from = below(Math.max(1, whole.length - length));
    const part = whole.slice(from, from + length);
    return { document: whole, summary: index % 3 === 0 && LETTER_OR_DIGIT.test(part) ? part : text(length) };
  });
}

/**
 * The pairs in calls of at most `most`, of texts that are similarly long: where an adapter
 * computes on the CPU, padding takes most of the time of a call of all lengths.
 */
export function similarCalls(pairs, most) {
  const kind = ({ summary }) => (summary.length < 4 ? 0 : summary.length < 16 ? 1 : 2);
  const sorted = pairs.toSorted((a, b) => kind(a) - kind(b) || a.document.length - b.document.length);
  const calls = [];
  for (const pair of sorted) {
    const last = calls.at(-1);
    if (last === undefined || last.length === most || kind(last[0]) !== kind(pair)) calls.push([pair]);
    else last.push(pair);
  }
  return calls;
}
