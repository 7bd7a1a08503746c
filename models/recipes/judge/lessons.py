"""What the judge learns, in three phases: public sets and texts in two versions; its own texts with some of those; own texts that were written later.

A twelfth of the sentences of own texts come alone, the others in summaries of several, so that a premise is read once for more of them.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from .encoding import Encoding, Example
from .public import LEFT_OUT, farstail, rows
from .rows import Row, joined
from .two_versions import LATER, TEXTS, held_out, of_texts, of_versions

SEVERAL_WINDOW = 320
"""Tokens of a window that teaches a summary of several sentences."""
ONE_WINDOW = 256
"""Of one that teaches a sentence."""
SPANNED = ("summedits_ectsum", "summedits_qmsumm", "summedits_sales_email", "bump", "cliff", "wice_tokens")
assert LEFT_OUT not in SPANNED
_SEVERAL = 5  # sentences that are joined at most
_ALONE = 12  # of so many sentences of own texts one comes alone

Sizes = dict[str, int]
"""Windows of a source."""

READING: Sizes = {
    "spanned": 550, "uhgeval": 250, "pawsx": 200, "farstail": 300,
    "versions en": 250, "versions zh": 600, "versions de": 450, "versions fa": 600,
}  # fmt: skip
"""The first phase."""
AGAIN: Sizes = {
    "spanned": 450, "uhgeval": 100, "pawsx": 40, "farstail": 60, "foolmetwice": 60,
    "versions en": 60, "versions zh": 60, "versions de": 60, "versions fa": 60,
}  # fmt: skip
"""What of public sets and texts in two versions comes in the second."""
LANGUAGES = ("en", "zh", "de", "fa")


def _source(data: Path, name: str, rng: random.Random) -> list[Row]:
    if name == "spanned":
        return [row for each in SPANNED for row in rows(data, each, training=True)]
    if name == "farstail":
        return farstail(data)
    if name.startswith("versions "):
        made = of_versions(name.split()[1], "train")
        close = [row for row in made if row.source.endswith("retold")]
        return joined(close, _SEVERAL, rng) + joined([row for row in made if not row.source.endswith("retold")], _SEVERAL, rng)
    made = rows(data, name, training=True)
    return [row for row in made if row.language != "en"] if name == "pawsx" else made


def _drawn(data: Path, sizes: Sizes, rng: random.Random) -> list[Row]:
    made = []
    for name, size in sizes.items():
        found = _source(data, name, rng)
        rng.shuffle(found)
        made += found[:size]
    return made


def reading(data: Path, seed: int) -> list[Row]:
    """The rows of the first phase."""
    return _drawn(data, READING, random.Random(seed))


def own(folder: Path = TEXTS, kept: bool = False) -> Iterator[Row]:
    """The rows of the judge's own texts, of those `kept` for the calibration or of the others."""
    return (row for name, row in of_texts(folder) if held_out(name) == kept)


def texts(data: Path, seed: int, folder: Path = TEXTS) -> list[Row]:
    """The rows of the second phase: every sentence of the own texts with both versions, most of them joined; and public ones."""
    rng = random.Random(seed)
    of_text = list(own(folder))
    rng.shuffle(of_text)
    alone = len(of_text) // _ALONE
    return of_text[:alone] + joined(of_text[alone:], _SEVERAL, rng) + _drawn(data, AGAIN, rng)


def later(seed: int, folder: Path = LATER) -> list[Row]:
    """The rows of the third phase: summaries of several sentences of the later texts."""
    return joined(list(own(folder)), _SEVERAL, random.Random(seed))


def encoded(encoding: Encoding, found: list[Row]) -> list[Example]:
    """The windows of rows, longer ones for summaries of several sentences."""
    made = []
    for row in found:
        encoding.window = SEVERAL_WINDOW if len(row.summary) > _LONG.get(row.language, 260) else ONE_WINDOW
        made.append(encoding.example(row))
    return made


_LONG = {"zh": 80}  # characters of a summary that has several sentences
