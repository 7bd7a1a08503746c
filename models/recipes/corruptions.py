"""Summaries that say something else than their document: one fact of a faithful one is changed.

Every kind takes a faithful summary and returns a changed one, or nothing where the
summary has no such fact:

| kind | change |
|---|---|
| `number` | a number, month or weekday becomes another |
| `name` | a rare word becomes another rare word, of the same document or of another article |
| `swapped` | two rare words change places |
| `negated` | a negation is put in or taken out, or a word becomes its opposite |
| `crossed` | the head of one sentence is joined to the tail of another |
| `broken` | a sentence loses its head, tail or middle inside a phrase (`phrases.py`; not in Chinese) |

A rare word is one of few documents of its set (`Rarity`); Chinese words are jieba's.
"""

import logging
import random
import re
from collections import Counter

import jieba

from . import phrases
from .coverage import coverage
from .languages import Language
from .phrases import LETTERS

jieba.setLogLevel(logging.WARNING)

KINDS = {"number": 1.5, "name": 1.0, "swapped": 1.0, "negated": 1.5, "crossed": 1.0, "broken": 0.7}
"""The kinds, and how readily each is made."""


def kinds(language: Language) -> dict[str, float]:
    """The kinds that are made in a language."""
    return {kind: share for kind, share in KINDS.items() if kind != "broken" or language.code in phrases.OPENERS}


_WORD = re.compile(r"[^\W_]+(?:[-'’\u200c][^\W_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")

_SERIES = {
    "zh": (list("一二三四五六七八九十"), ["周一", "周二", "周三", "周四", "周五", "周六", "周日"], ["北", "南", "东", "西"]),
    "en": (
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"],
        ["first", "second", "third", "fourth", "fifth"],
        ["january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december"],
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
        ["million", "billion"], ["north", "south", "east", "west"], ["he", "she"], ["his", "her"],
    ),
    "fa": (
        ["یک", "دو", "سه", "چهار", "پنج", "شش", "هفت", "هشت", "نه", "ده"],
        ["اول", "دوم", "سوم", "چهارم", "پنجم"],
        ["شنبه", "یکشنبه", "دوشنبه", "جمعه"], ["میلیون", "میلیارد"],
    ),
    "de": (
        ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"],
        ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
        ["januar", "februar", "märz", "april", "juni", "juli", "august", "september", "oktober", "november", "dezember"],
    ),
}  # fmt: skip

_OPPOSITES = {
    "zh": (
        ("上升", "下降"), ("增长", "减少"), ("提高", "降低"), ("上涨", "下跌"), ("支持", "反对"), ("成功", "失败"), ("开放", "关闭"),
        ("首次", "再次"), ("加强", "削弱"), ("扩大", "缩小"), ("同意", "拒绝"), ("启动", "终止"), ("超", "不足"), ("最大", "最小"),
        ("将", "不会"), ("已", "未"), ("可以", "不能"), ("是", "不是"), ("有", "没有"), ("能", "不能"), ("会", "不会"),
    ),
    "en": (
        ("rise", "fall"), ("rises", "falls"), ("up", "down"), ("increase", "decrease"), ("higher", "lower"), ("profit", "loss"),
        ("wins", "loses"), ("won", "lost"), ("accepts", "rejects"), ("open", "close"), ("more", "less"), ("before", "after"),
        ("with", "without"), ("is", "is not"), ("are", "are not"), ("was", "was not"), ("were", "were not"), ("will", "will not"),
        ("has", "has not"), ("have", "have not"), ("can", "cannot"), ("can", "can not"), ("could", "could not"), ("says", "denies"),
        ("all", "no"), ("always", "never"), ("better", "worse"), ("first", "last"), ("buy", "sell"), ("buys", "sells"),
    ),
    "fa": (
        ("افزایش", "کاهش"), ("است", "نیست"), ("شد", "نشد"), ("دارد", "ندارد"), ("بود", "نبود"), ("کرد", "نکرد"), ("می‌شود", "نمی‌شود"),
        ("برد", "باخت"), ("پیروزی", "شکست"), ("موافق", "مخالف"), ("بیشتر", "کمتر"), ("داد", "نداد"), ("آغاز", "پایان"), ("کند", "نکند"),
        ("شود", "نشود"), ("قبل", "بعد"), ("خواهد", "نخواهد"), ("شدند", "نشدند"), ("کردند", "نکردند"), ("بودند", "نبودند"),
        ("دادند", "ندادند"), ("دارند", "ندارند"), ("هستند", "نیستند"), ("شده", "نشده"), ("کرده", "نکرده"), ("رفت", "نرفت"),
        ("گرفت", "نگرفت"), ("یافت", "نیافت"), ("رسید", "نرسید"), ("زد", "نزد"), ("باید", "نباید"), ("خواهند", "نخواهند"),
        ("توانست", "نتوانست"), ("دارم", "ندارم"), ("داریم", "نداریم"), ("دهد", "ندهد"), ("کنند", "نکنند"), ("شوند", "نشوند"),
        ("اولین", "آخرین"), ("بالا", "پایین"), ("موفق", "ناموفق"), ("ممکن", "غیرممکن"), ("صعود", "سقوط"), ("قبول", "رد"),
    ),
    "de": (
        ("ist", "ist nicht"), ("sind", "sind nicht"), ("kann", "kann nicht"), ("wird", "wird nicht"), ("mit", "ohne"), ("ein", "kein"),
        ("eine", "keine"), ("einen", "keinen"), ("einfache", "schwierige"), ("einfacher", "schwieriger"), ("schnelle", "langsame"),
        ("schneller", "langsamer"), ("kleine", "große"), ("kleiner", "großer"), ("für", "gegen"), ("freie", "unfreie"), ("lesen", "schreiben"),
        ("alle", "keine"), ("mehr", "weniger"),
    ),
}  # fmt: skip


_PREFIXES = {"fa": (r"(?<!\w)ن?می(?=[\u200c ]\w)", ("می", "نمی"))}
"""Beginnings of verbs that are negated: a pattern, and what becomes of which."""


def words(text: str, language: Language) -> list[tuple[int, int]]:
    """Spans of the words of a text."""
    if language.spaced:
        return [m.span() for m in _WORD.finditer(text)]
    spans, at = [], 0
    for word in jieba.cut(text):
        if _WORD.fullmatch(word):
            spans.append((at, at + len(word)))
        at += len(word)
    return spans


class Rarity:
    """Which words of a set occur in few of its documents."""

    def __init__(self, texts: list[str], language: Language, share: float = 0.005):
        self.language = language
        self.counts = Counter()
        for text in texts:
            self.counts.update({text[a:b].lower() for a, b in words(text, language)})
        self.most = max(3, round(share * len(texts)))

    def rare(self, text: str) -> list[tuple[int, int]]:
        """Spans of the rare words of a text that are long enough to be names or terms."""
        least = 3 if self.language.spaced else 2
        return [
            (a, b)
            for a, b in words(text, self.language)
            if b - a >= least and self.counts[text[a:b].lower()] <= self.most and not text[a:b].isdigit()
        ]


def _replace(text: str, span: tuple[int, int], new: str) -> str:
    old = text[span[0] : span[1]]
    if old[:1].isupper() and new:
        new = new.upper() if old.isupper() and len(old) > 1 else new[:1].upper() + new[1:]
    return text[: span[0]] + new + text[span[1] :]


def _another_number(number: str, document: str, rng: random.Random) -> str | None:
    digits = [d for d in _NUMBER.findall(document) if d != number and abs(len(d) - len(number)) <= 1]
    if digits and rng.random() < 0.5:
        return rng.choice(digits)
    at = rng.choice([i for i, c in enumerate(number) if c.isdigit()])
    new = str((int(number[at]) + rng.randint(1, 8)) % 10)
    changed = number[:at] + (new if at or new != "0" else "1") + number[at + 1 :]
    return changed if changed != number else None


class Corruptor:
    """Changes faithful summaries."""

    def __init__(self, rarity: Rarity, language: Language, rng: random.Random):
        self.rarity = rarity
        self.language = language
        self.rng = rng

    def number(self, summary: str, document: str, _other: str) -> str | None:
        places = [(m.span(), "digits") for m in _NUMBER.finditer(summary)]
        known = summary.translate(LETTERS)
        for start, end in words(summary, self.language):
            places += [((start, end), series) for series in _SERIES[self.language.code] if known[start:end].lower() in series]
        if not places:
            return None
        span, series = self.rng.choice(places)
        old = summary[span[0] : span[1]]
        if series == "digits":
            new = _another_number(old, document, self.rng)
        else:
            new = self.rng.choice([word for word in series if word != old.translate(LETTERS).lower()])
        return _replace(summary, span, new) if new else None

    def name(self, summary: str, document: str, other: str) -> str | None:
        source = document if self.rng.random() < 0.5 else other
        places = self.rarity.rare(summary)
        news = [source[a:b] for a, b in self.rarity.rare(source)]
        news = [word for word in news if word.lower() not in summary.lower()]
        if not places or not news:
            return None
        return _replace(summary, self.rng.choice(places), self.rng.choice(news))

    def swapped(self, summary: str, _document: str, _other: str) -> str | None:
        places = self.rarity.rare(summary)
        if len(places) < 2:
            return None
        first, second = sorted(self.rng.sample(places, 2))
        a, b = summary[slice(*first)], summary[slice(*second)]
        if a.lower() == b.lower():
            return None
        return summary[: first[0]] + b + summary[first[1] : second[0]] + a + summary[second[1] :]

    def negated(self, summary: str, _document: str, _other: str) -> str | None:
        places, known = [], summary.translate(LETTERS)
        if self.language.code in _PREFIXES:
            pattern, both = _PREFIXES[self.language.code]
            places += [(m.span(), both[m.group() == both[0]]) for m in re.finditer(pattern, known)]
        for pair in _OPPOSITES[self.language.code]:
            for old, new in (pair, pair[::-1]):
                if self.language.spaced:
                    found = re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", known, re.IGNORECASE)
                else:
                    found = re.finditer(re.escape(old), known)
                places += [(m.span(), new) for m in found]
        if not places:
            return None
        # The longest match at a place: "is not" is undone, not negated again.
        (span, new) = max(self.rng.sample(places, min(3, len(places))), key=lambda place: place[0][1] - place[0][0])
        return _replace(summary, span, new)

    def crossed(self, summary: str, document: str, _other: str) -> str | None:
        own = words(summary, self.language)
        pieces = [piece for piece in re.split(r"[.。!！?？؟;；\n]+\s*", document) if len(piece) >= 8 and piece not in summary]
        if len(own) < 4 or not pieces:
            return None
        piece = self.rng.choice(pieces)
        theirs = words(piece, self.language)
        if len(theirs) < 4:
            return None
        share = self.rng.uniform(0.35, 0.65)
        head, tail = own[int(share * len(own))][0], theirs[int(share * len(theirs))][0]
        length = len(summary) - head
        changed = summary[:head] + piece[tail : tail + round(1.5 * length) + 6]
        if self.language.spaced and len(piece) > tail + round(1.5 * length) + 6:
            changed = changed.rpartition(" ")[0]
        return changed if coverage(changed, summary) < 0.9 else None

    def broken(self, summary: str, _document: str, _other: str) -> str | None:
        return phrases.broken(summary, words(summary, self.language), self.language, self.rng)

    def make(self, kind: str, summary: str, document: str, other: str) -> str | None:
        """A changed summary of one kind; `other` is the title of another article."""
        changed = getattr(self, kind)(summary, document, other)
        return changed if changed and changed.strip() and changed != summary else None
