"""Factual consistency of entities (Nan et al. 2021) of invented texts.

The texts are filler with known entities between, each written in one of its
spellings, so which entities a text has is known by construction. The measures
are those of the paper over sets.
"""

import random

import invented

# Of each language the spellings of each entity, with its kind.
ENTITIES = {
    "en": [
        ("name", ["Ana Roe"]), ("name", ["NATO"]), ("name", ["MH370"]), ("name", ["COVID-19"]),
        ("name", ["Oslo"]), ("name", ["Lake City Bank"]), ("quoted", ["The Long Way"]),
        ("number", ["1,200", "1200", "1,200.0"]), ("number", ["48 million", "48m", "48,000,000"]),
        ("number", ["3.5", "3.50"]), ("number", ["2024"]), ("number", ["0.75", "00.75"]),
    ],
    "de": [
        ("name", ["Ana Roe"]), ("name", ["NATO"]), ("name", ["A380"]), ("name", ["Klara Zetkin Park"]),
        ("quoted", ["Blick aufs Meer"]), ("number", ["1.200", "1200", "1.200,0"]),
        ("number", ["48 Mio", "48 Millionen", "48.000.000"]), ("number", ["3,5", "3,50"]), ("number", ["2024"]),
    ],
    "zh": [
        ("name", ["NATO"]), ("name", ["5G"]), ("name", ["Linux"]), ("quoted", ["海上花"]), ("quoted", ["长夜"]),
        ("number", ["325", "三百二十五", "３２５"]), ("number", ["48亿", "4,800,000,000", "４８亿", "四十八亿"]),
        ("number", ["2.4", "2.40", "２.４"]), ("number", ["2025", "二〇二五"]),
    ],
    "fa": [
        ("name", ["NATO"]), ("name", ["Linux"]), ("quoted", ["راه دور"]), ("quoted", ["ماه"]),
        ("number", ["1200", "۱۲۰۰", "۱٬۲۰۰"]), ("number", ["48 میلیون", "۴۸ میلیون", "۴۸۰۰۰۰۰۰"]),
        ("number", ["3.5", "۳٫۵", "۳٫۵۰"]), ("number", ["۱۴۰۳", "1403"]),
    ],
}
FILLER = {
    "en": "council approved plan harbour town people travel again with every morning".split(),
    "de": "gestern beschlossen worden heute gefahren schnell wieder morgens abends".split(),
    "zh": list("市政府昨天公布新地铁线路图居民说这很方便从港口到老城"),
    "fa": "شهرداری دیروز طرح تازه مترو تصویب کرد مردم می گویند خط بندر شهر قدیم".split(),
}
QUOTES = {"en": [("\"", "\""), ("“", "”")], "de": [("„", "“")], "zh": [("《", "》"), ("「", "」"), ("“", "”")], "fa": [("«", "»")]}
END = {"zh": "。", "en": ".", "fa": ".", "de": "."}


def write_text(draw, language, keys):
    """A text with the entities of `keys`, and their spellings in it."""
    space = "" if language == "zh" else " "
    spellings, sentences = [], []
    while keys or not sentences:
        pieces = draw.choices(FILLER[language], k=draw.randint(3, 6))
        pieces[0] = pieces[0].capitalize()
        for key in keys[: draw.randint(1, 3)]:
            kind, forms = ENTITIES[language][key]
            form = draw.choice(forms)
            spellings.append((key, form))
            if kind == "quoted":
                before, after = draw.choice(QUOTES[language])
                form = before + form + after
            pieces.append(form)
            pieces += draw.choices(FILLER[language], k=draw.randint(2, 5))
            keys = keys[1:]
        sentences.append(space.join(pieces) + END[language])
    return space.join(sentences), spellings


def ratio(part, whole):
    return len(part) / len(whole) if whole else None


def main():
    draw = random.Random(9)
    cases = []
    for number in range(240):
        language = list(ENTITIES)[number % 4]
        pool = range(len(ENTITIES[language]))
        keys = {
            side: [draw.choice(pool) for _ in range(draw.randint(0, most))]
            for side, most in (("summary", 5), ("document", 12), ("reference", 5))
        }
        texts = {side: write_text(draw, language, keys[side]) for side in keys}
        h, s, t = (set(keys[side]) for side in ("summary", "document", "reference"))
        precision, recall = ratio(h & t, h), ratio(h & t, t)
        if precision is None and recall is None:
            f1 = None
        elif not h & t:
            f1 = 0.0
        else:
            f1 = 2 * precision * recall / (precision + recall)
        first = {}
        for key, form in texts["summary"][1]:
            first.setdefault(key, form)
        cases.append({
            "language": language,
            **{side: text for side, (text, _) in texts.items()},
            "spellings": {side: [form for _, form in forms] for side, (_, forms) in texts.items()},
            "entities": list(first.values()),
            "kinds": [ENTITIES[language][key][0] for key in first],
            "in_document": [key in s for key in first],
            "precision_source": ratio(h & s, h),
            "precision_target": precision,
            "recall_target": recall,
            "f1_target": f1,
        })
    invented.write("entities", cases)


if __name__ == "__main__":
    main()
