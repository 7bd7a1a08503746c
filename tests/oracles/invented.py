"""Invented words and sentences that the oracles draw from."""

import json
import pathlib

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"

# Words of each language; Chinese ones are single characters, as the word
# tokenizer returns them.
WORDS = {
    "zh": list("市政府昨天公布了新的地铁线路图居民说这很方便从港口到老城只要十分钟"),
    "en": "the council has approved a plan for new tram line from harbour to old town and people say it is good".split(),
    "fa": "شهرداری دیروز طرح تازه مترو را تصویب کرد و مردم می گویند که این خط از بندر تا شهر قدیم خوب است".split(),
    "de": "der rat hat gestern einen plan für die neue straßenbahn vom hafen zur altstadt beschlossen und alle fänden größe gut".split(),
}

TEXTS = [
    "",
    " ",
    "市政府昨天公布了新的地铁线路图。居民说：“这很方便！”",
    "台北市政府公布了捷運路線圖；居民說「很方便」。",
    "5G网络覆盖率达到99.5%，比2024年提高了３．５个百分点。",
    "ＡＢＣ　ｗｉｄｅ　ｔｅｘｔ １２３",
    "〇一二 々〆 ㈱ ㍿ ⅷ ½ ﬁne Ǆ ſ",
    "The U.S. economy grew 3.2% in Q1, didn't it?",
    "Zero-width\u200bspace, soft\u00adhyphen, no\u00a0break, bom\ufeff.",
    "شهرداری دیروز نقشهٔ خط تازهٔ مترو را منتشر کرد؛ مردم می‌گویند خوب است.",
    "كتاب‌هاي ايراني ـــ مُدَرِّس على ۱۲۳٫۵ و ١٢٣",
    "Der Straßenbahnplan für Größe ÄÖÜ: „Gut so“, sagte Frau Weiß.",
    "ΣΊΣΥΦΟΣ ΟΔΟΣ. İstanbul ıI",
    "emoji 😀👩\u200d🚀❤\ufe0f text\ufe0e 🇩🇪 𝒜𝓁𝑔 𠀀𪜶",
    "e\u0301 o\u0308 a\u0323\u0307 한국어 カナ ｶﾅ ﾊﾞ ไทย हिन्दी",
    "line\none\r\ntwo\tthree\u2028four\u2029five\x0bsix\x00",
]


def write(name, cases):
    """Writes the cases as JSON, one to a line."""
    lines = [json.dumps(case, ensure_ascii=True, sort_keys=True) for case in cases]
    path = DATA / f"{name}.json"
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    print(f"{path}: {len(cases)} cases")
