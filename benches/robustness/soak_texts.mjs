/** Pairs of four languages, invented: each has something of its own, and half of them are false. */

const TEXTS = {
  en: [
    (n) => `The river rose overnight and bridge ${n} was closed on Monday. "It is not safe", said engineer Ana Roe${n}. The school stayed open, and repairs cost ${n + 2} million euros.`,
    (n, m) => `Bridge ${m} was closed. Repairs cost ${n + 2} million.`,
  ],
  de: [
    (n) => `Der Fluss stieg über Nacht, und die Brücke ${n} wurde am 3. Mai gesperrt. „Sie ist nicht sicher“, sagte Anna Roth${n}. Die Schule blieb offen, die Arbeiten kosten ${n + 2} Mio. Euro.`,
    (n, m) => `Die Brücke ${m} wurde gesperrt. Die Arbeiten kosten ${n + 2} Mio. Euro.`,
  ],
  zh: [
    (n) => `河水一夜上涨，第${n}号大桥星期一已经关闭。工程师说：“桥不安全。”学校照常上课，修理费${n + 2}亿元。`,
    (n, m) => `第${m}号大桥已经关闭，修理费${n + 2}亿元`,
  ],
  fa: [
    (n) => `رودخانه شبانه بالا آمد و پل ${n} روز دوشنبه بسته شد. مدرسه باز ماند و هزینهٔ تعمیر ${n + 2} میلیون یورو بود.`,
    (n, m) => `پل ${m} بسته شد. هزینهٔ تعمیر ${n + 2} میلیون یورو بود.`,
  ],
};

export const LANGUAGES = Object.keys(TEXTS);

/** The pair of a number. */
export function pairOf(language, n) {
  const [document, summary] = TEXTS[language];
  return { document: document(n), summary: summary(n, n % 2 === 0 ? n : n + 1) };
}
