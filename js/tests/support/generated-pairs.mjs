/** Pairs of texts of given lengths, the same on every machine. */

const CHARACTERS = "河水一夜上涨大桥已经关闭市政府宣布今天开始修路学生在公园里植树经济增长百分之三公司发布新手机天气晴朗0123456789";
const WORDS = {
  en: "the river rose overnight and a bridge is closed the city said work begins on 12 May 2019 while students plant trees in parks".split(" "),
  de: "der Fluss stieg über Nacht und eine Brücke ist gesperrt die Stadt sagt Arbeiten beginnen am 12 Mai 2019 Schüler pflanzen Bäume".split(" "),
  fa: "رودخانه شبانه بالا آمد و پل بسته است شهرداری گفت کار از ۱۲ اردیبهشت آغاز می‌شود دانش‌آموزان درخت می‌کارند".split(" "),
};

/** For each length of a document three pairs, with summaries of 1, 12 and 60 characters. */
export function generatedPairs(language, lengths) {
  let state = 7;
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
  return lengths.flatMap((length) =>
    [1, 12, 60].map((short) => ({ document: text(length), summary: text(short) })),
  );
}
