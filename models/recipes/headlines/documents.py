"""Documents for the references of headline models: the stories of `tests/data/explained.json`, a few
written for this purpose, and any number put together by rule. All of them are invented."""

import json
import random
from pathlib import Path

_STORIES = Path(__file__).parents[3] / "tests" / "data" / "explained.json"

_WRITTEN = {
    "zh": [
        "本文介绍如何在 Linux 终端里用 rsync 3.2.7 备份家目录。先安装软件包，再写一个脚本，最后用 cron 每晚 2 点运行。作者比较了三种压缩方式，zstd 最快。",
        "为提高小样本条件下滑坡识别的精度，提出一种基于注意力机制的轻量网络。该方法先用多尺度卷积提取纹理，再以注意力加权融合地形因子。在 1284 幅影像上的实验表明，精确率达到 91.6%，比基线高 4.2 个百分点。",
        "青石镇\n\n　昨天　举行了第１２届\t风筝节\u200b。来自４个县的孩子放飞了３００只风筝。  ",
        "发射成功🚀🚀！工程师在\U00020000\U0002a6d6平台上用 ქართული 和 ᏣᎳᎩ 两种文字写下了祝贺，\U00020000\U0002a6d6平台明年还将发射 7 次。",
    ],
    "en": [
        "This package holds a small tool that compares two folders and copies what has changed. It reads version 2.4 "
        "and 3.0 of the index format, runs on one thread, and needs no more than 16 MB of memory. A library for C is included.",
        "We study how rivers change their beds after a flood. Using 412 aerial images of the Tessin and the Velmar, we train "
        "a network that finds gravel bars with an F1 of 0.87. We show that most bars move less than 30 metres in a year, "
        "and that dams upstream explain half of the difference between the two rivers.",
        "  ARLOW TRADING CO\tSAYS 2ND QTR NET 1.2 MLN DLRS\n\n vs loss 340,000.\u200b Arlow Trading Co said its net profit in the "
        "second quarter was 1.2 mln dlrs,\u3000after a loss of 340,000 a year earlier.  Sales rose 12.5 pct to 41.7 mln.",
        "Lift-off \U0001f680\U0001f680 at Kvarkenö! Engineers of \u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8 and \u13e3\u13b3\u13a9 "
        "wrote their names on the rocket \u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8 before it left. Seven more flights follow.",
    ],
    "fa": [
        "نسخه ۳٫۲ این نرم‌افزار کوچک دو پوشه را مقایسه می‌کند و آنچه تغییر کرده است را کپی می‌کند. این برنامه روی Linux کار می‌کند "
        "و به ۱۶ مگابایت حافظه نیاز دارد. سازندگان می‌گویند نسخه بعدی در مهر منتشر می‌شود.",
        "تیم والیبال آرلو شامگاه پنجشنبه با نتیجه ۳ بر ۱ تیم ولمار را شکست داد و به نیمه‌نهایی رسید. سرمربی آرلو گفت بازیکنانش "
        "از ست دوم بهتر بازی کردند. نیمه‌نهایی ۲۴ دی برگزار می‌شود.",
        "  شهردار  كويرآباد\tگفت:\n\nپارك تازه‌ي شهر ـــ با ١٢ هكتار مساحت\u200b ـــ تا پايان سال باز مي‌شود.\u3000 ",
        "پرتاب موفق \U0001f680\U0001f680 بود! مهندسان \u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8 و \u13e3\u13b3\u13a9 نام خود را روی موشک "
        "\u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8 نوشتند. هفت پرتاب دیگر در راه است.",
    ],
}
_WORD = {"zh": "台风", "en": "Flooding", "fa": "سیل"}

_RULES = {
    "zh": {
        "end": "",
        "who": "青禾县 云川市 南岭大学 北湾港务局 海州铁路局 白石镇 星桥公司 东陵博物馆".split(),
        "what": "新图书馆 轻轨三号线 水稻试验田 跨海大桥 风力电站 儿童医院 古城墙修缮工程 数据中心".split(),
        "does": "宣布启用 决定扩建 计划投资建设 暂停使用 公开介绍了 批准重建".split(),
        "when": "昨天 本周一 三月五日 去年底 今天上午".split(),
        "sentences": [
            "{who}{when}{does}{what}。",
            "据介绍，{what}总投资{number}亿元，可为{number}万人服务。",
            "{who}负责人说，{what}将在{number}个月内完成。",
            "与此同时，{who}也{does}{what}。",
            "“这对居民很重要。”{who}的一位老师说。",
            "去年同期，这一数字只有{number}.{number}%。",
        ],
    },
    "en": {
        "end": " ",
        "who": "Arlow Council|Velmar Bank|the University of Sandby|Northport Shipping Co|the Harlen Museum|Ostra Energy Inc|"
        "farmers in Merrow|the health ministry".split("|"),
        "what": "a new library|the coastal railway|a wheat exchange|the old harbour bridge|a wind farm|the children's hospital|"
        "an open archive|the tax on sugar".split("|"),
        "does": "will open|has agreed to buy|plans to extend|has closed|voted to repair|said it would study".split("|"),
        "when": "on Monday|last week|in March|this year|by the end of 2031".split("|"),
        "sentences": [
            "{Who} {does} {what} {when}.",
            "It will cost {number}.{number} mln dlrs and serve {number},000 people.",
            "{Who} said {what} would be finished in {number} months.",
            "At the same time {who} {does} {what}.",
            '"This matters to everyone here," a teacher at {who} said.',
            "A year earlier the figure was {number} pct.",
        ],
    },
    "fa": {
        "end": " ",
        "who": "شورای شهر آرلو|بانک ولمار|دانشگاه سندبی|اداره بندر شمال|موزه هارلن|شرکت برق اوسترا|کشاورزان مرو|وزارت بهداشت".split("|"),
        "what": "کتابخانه تازه|راه‌آهن ساحلی|بورس گندم|پل قدیمی بندر|نیروگاه بادی|بیمارستان کودکان|بایگانی ملی|مالیات شکر".split("|"),
        "does": "افتتاح می‌کند|خرید|گسترش می‌دهد|تعطیل کرد|بازسازی می‌کند|بررسی می‌کند".split("|"),
        "when": "روز دوشنبه|هفته گذشته|در فروردین|امسال|تا پایان سال".split("|"),
        "sentences": [
            "{who} {when} {what} را {does}.",
            "هزینه آن {number} میلیارد تومان است و به {number} هزار نفر خدمت می‌دهد.",
            "{who} گفت {what} در {number} ماه آماده می‌شود.",
            "هم‌زمان {who} {what} را {does}.",
            "یک معلم در {who} گفت: «این برای همه ما مهم است.»",
            "سال گذشته این رقم {number} درصد بود.",
        ],
    },
}


def written(language: str) -> list[str]:
    """Stories and odd ones: one word, symbols that no vocabulary holds, white space, more than is read."""
    stories = [story["document"] for story in json.loads(_STORIES.read_text(encoding="utf-8"))[language]]
    own = _WRITTEN[language]
    end = _RULES[language]["end"]
    return [*stories, *own, _WORD[language], "\U0001f680", end.join([*stories, *own] * 3)]


def generated(language: str, count: int, seed: int = 1) -> list[str]:
    """Documents of two to five sentences drawn from rules."""
    draw, rules = random.Random(seed), _RULES[language]

    def sentence(index: int) -> str:
        names = {name: draw.choice(rules[name]) for name in ("who", "what", "does", "when")}
        text = rules["sentences"][index].replace("{Who}", names["who"][:1].upper() + names["who"][1:])
        while "{number}" in text:
            text = text.replace("{number}", str(draw.randint(2, 97)), 1)
        return text.format(**names)

    others = range(1, len(_RULES[language]["sentences"]))
    return [
        rules["end"].join(sentence(index) for index in (0, *draw.sample(others, draw.randint(1, 4)))) for _ in range(count)
    ]
