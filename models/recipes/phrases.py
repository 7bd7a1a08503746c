"""Sentences that lose a part: with a whole phrase they stay true, inside a phrase they fall apart.

A phrase opens at a word of `OPENERS` (prepositions, conjunctions, relative pronouns) and ends
at punctuation or where the next one opens. `trimmed` drops the phrases at a sentence's end, or
one before its first comma; `broken` drops a head, a tail or a middle that no phrase bounds.
Conditions (`CONDITIONS`) are never dropped by `trimmed`: without them a sentence says more.
There are no lists for Chinese.
"""

import random
import re

from .languages import Language

OPENERS = {
    "en": frozenset(
        "about above across after against along although amid among and around as at because before behind below beside between "
        "but by despite during following for from in inside into near on onto over since so through throughout toward towards "
        "under until upon via when where whereas which while who whose with within".split()
    ),
    "fa": frozenset("که و در به از با برای تا پس پیش بر بعد قبل اما ولی زیرا چون هنگام هنگامی همچنین علیه میان بین درباره طی روی".split()),
    "de": frozenset(
        "ab als an am auf aus bei beim bis da damit dass der die das des durch für gegen im in indem ins mit nach ob oder seit "
        "sowie über um und unter vom von vor während weil welche welcher welches wenn wie wo zu zum zur zwischen".split()
    ),
}
TAILS = {
    "en": OPENERS["en"],
    "fa": frozenset("اما ولی زیرا چون چرا درحالی".split()),
    "de": frozenset("aber da damit denn indem nachdem obwohl sodass sondern um weil wobei wodurch während".split()),
}
"""Words from which on a sentence can end: in Persian and German its verb may stand after a phrase."""
CONDITIONS = {
    "en": frozenset("if unless without not no never than that to of or except only".split()),
    "fa": frozenset("اگر مگر بدون نه یا جز فقط تنها".split()),
    "de": frozenset("wenn falls ohne nicht kein keine keinen oder nur außer als".split()),
}
_STARTERS = {
    "en": frozenset("a an another he her his i it its many more most one our she some that the their there these they this those we you".split()),
    "fa": frozenset("این آن او وی ما آنها".split()),
    "de": frozenset("das der die ein eine einer er es ihr sein sie wir".split()),
}
"""Words that may begin a sentence whose head is dropped."""

_END = re.compile(r"[.!?؟…]*[\"'”’)\]]*\s*$")
_LEAST = 8  # words of a sentence that loses some
_LEFT = 5  # words that are left
_MOST = 120  # words of a sentence that is looked at
LETTERS = str.maketrans("يىك", "ییک")
"""Arabic letters that Persian is written with, too; a text keeps its length."""
_COMMA = re.compile(r"[,،]")


def _end(text: str) -> str:
    return _END.search(text).group().strip()


def _known(text: str, spans: list[tuple[int, int]]) -> list[str]:
    """Words as the lists have them."""
    return [text[a:b].lower().translate(LETTERS) for a, b in spans]


def _plain(text: str, spans: list[tuple[int, int]], at: int) -> bool:
    """Whether nothing but a space stands before word `at`."""
    return text[spans[at - 1][1] : spans[at][0]] == " "


def _sentence(text: str) -> str:
    """A text that begins as a sentence, where it began as one."""
    return text[:1].upper() + text[1:]


def trimmed(text: str, spans: list[tuple[int, int]], language: Language, rng: random.Random) -> str | None:
    """A sentence without the phrases at its end, or, in English, without the one before its first comma.

    `spans` are the sentence's words.
    """
    if not _LEAST <= len(spans) <= _MOST:
        return None
    found = _known(text, spans)
    openers, tails, conditions = (table[language.code] for table in (OPENERS, TAILS, CONDITIONS))
    made = []
    for at in range(max(_LEFT, round(0.45 * len(found))), len(found) - 1):
        opens = found[at] in tails and found[at - 1] not in openers | conditions
        if opens and not conditions.intersection(found[at:]):
            made.append(text[: spans[at][0]].rstrip(" ,،;:–—-") + _end(text))
    comma = _COMMA.search(text)
    if comma and language.code == "en" and found[0] in openers - conditions and not conditions.intersection(found[: len(spans) // 2]):
        after = sum(a < comma.start() for a, _ in spans)
        if 2 <= after <= 0.5 * len(found) and len(found) - after >= _LEFT:
            rest = text[comma.end() :].strip()
            made.append(_sentence(rest) if text[:1].isupper() else rest)
    return rng.choice(made) if made else None


def broken(text: str, spans: list[tuple[int, int]], language: Language, rng: random.Random) -> str | None:
    """A sentence without its head, its tail or three to ten words of its middle, cut inside a phrase."""
    count = len(spans)
    if not _LEAST <= count <= _MOST:
        return None
    found = _known(text, spans)
    openers, starters = OPENERS[language.code], _STARTERS[language.code]
    inside = [at for at in range(1, count) if _plain(text, spans, at)]
    part = rng.choice(("head", "tail", "middle", "middle"))
    if part == "tail":
        places = [at for at in inside if at >= 3 and 0.3 * count <= at < count and found[at] not in openers]
        if not places:
            return None
        return text[: spans[rng.choice(places)][0]].rstrip() + _end(text)
    if part == "head":
        starting = openers | starters
        places = [
            at
            for at in inside
            if at <= 0.6 * count and count - at >= 4 and found[at] not in starting and not text[spans[at][0]].isupper()
        ]
        if not places:
            return None
        rest = text[spans[rng.choice(places)][0] :]
        return _sentence(rest) if text[:1].isupper() else rest
    places = [
        (first, after)
        for first in inside
        for after in inside
        if 3 <= after - first <= 10 and first >= 2 and count - after >= 2 and found[first] not in openers and found[after] not in openers
    ]
    if not places:
        return None
    first, after = rng.choice(places)
    return text[: spans[first][0]] + text[spans[after][0] :]
