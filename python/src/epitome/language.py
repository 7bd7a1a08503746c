"""The language of a text."""

from __future__ import annotations

from typing import NamedTuple

from ._columns import cell
from ._module import call


class DetectedLanguage(NamedTuple):
    """A language that a text seems to be in."""

    #: zh, en, fa or de; the likeliest of them for a text in a fifth language.
    language: str
    #: How sure that is, 0 to 1.
    confidence: float


def detect_language(text: str) -> DetectedLanguage | None:
    """Guesses the language of a text; ``None`` where it has no letter of a known script."""
    guess = call("detect_language", {"texts": [cell(text)]})[0]
    return None if guess is None else DetectedLanguage(guess["language"], guess["confidence"])
