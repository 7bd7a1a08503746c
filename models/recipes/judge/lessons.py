"""What the judge learns, in three phases: texts in two versions and public sets; its own texts with some of those; own texts that were written later.

Several sentences of a text come in one window, each with its own label, so that a document is read once for all of them. Which
come together is drawn anew in each phase.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from .encoding import Encoding, Example
from .public import LEFT_OUT, farstail, rows
from .rows import Row, grouped
from .two_versions import held_out, of_texts, of_versions

WINDOWS = 384, 512
"""Tokens of a window of the first phase, and of the later ones."""
SPANNED = ("summedits_ectsum", "summedits_qmsumm", "summedits_sales_email", "bump", "cliff", "wice_tokens")
assert LEFT_OUT not in SPANNED

Sizes = dict[str, int]
"""Windows of a source."""

READING: Sizes = {
    "spanned": 1500, "uhgeval": 700, "pawsx": 500, "farstail": 800, "foolmetwice": 300, "conjnli": 400,
    "versions en": 2600, "versions zh": 4000, "versions de": 3000, "versions fa": 2500,
}  # fmt: skip
"""The first phase."""
AGAIN: Sizes = {
    "spanned": 400, "uhgeval": 150, "pawsx": 80, "farstail": 100, "foolmetwice": 80,
    "versions en": 250, "versions zh": 300, "versions de": 250, "versions fa": 250,
}  # fmt: skip
"""What of public sets and texts in two versions comes beside the own texts."""
LANGUAGES = ("en", "zh", "de", "fa")
_VERSIONS = 4, 8
"""Sentences of a window of texts in two versions, whose sentences are short."""
_OWN = 2, 5
"""Of own texts."""


def _source(data: Path, name: str, rng: random.Random) -> list[Row]:
    if name == "spanned":
        return [row for each in SPANNED for row in rows(data, each, training=True)]
    if name == "farstail":
        return farstail(data)
    if name.startswith("versions "):
        return grouped(of_versions(name.split()[1], "train"), _VERSIONS, rng, once=True)
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


FIRST, LATER = "abc", "d"
"""Parts of the own texts: those of the second phase, and those that were written later, of the third."""
_REPLAYED = 900
"""Windows of the first parts that come again in the third phase."""
_PUBLIC_LATER: Sizes = {"spanned": 300, "uhgeval": 60, "foolmetwice": 60}


def own(parts: str = FIRST + LATER, kept: bool = False) -> Iterator[Row]:
    """The rows of parts of the judge's own texts, of those `kept` for the calibration or of the others."""
    return (row for name, row in of_texts(parts) if held_out(name) == kept)


def texts(data: Path, seed: int) -> list[Row]:
    """The rows of the second phase: every sentence of the own texts with both versions, and public rows."""
    rng = random.Random(seed)
    return grouped(list(own(FIRST)), _OWN, rng) + _drawn(data, AGAIN, rng)


def later(data: Path, seed: int) -> list[Row]:
    """The rows of the third phase: those of later own texts, and some of the earlier ones and of public sets."""
    rng = random.Random(seed)
    made = grouped(list(own(LATER)), _OWN, rng)
    again = grouped(list(own(FIRST)), _OWN, rng)
    rng.shuffle(again)
    return made + again[:_REPLAYED] + _drawn(data, _PUBLIC_LATER, rng)


def encoded(encoding: Encoding, found: list[Row], window: int) -> list[Example]:
    """The windows of rows, of so many tokens at most."""
    encoding.window = window
    return [encoding.example(row) for row in found]
