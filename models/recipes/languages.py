"""What pair construction needs to know of a language."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """Sizes of the texts of a language; the drawn length of a shown document is Gaussian, cut to bounds."""

    code: str
    sources: tuple[str, ...]
    document: tuple[int, int, int, int]
    """Length of a shown document in characters: mean, deviation, least, most."""
    title: tuple[int, int]
    """Tokens of a usable title: least, most."""
    good: float
    """Coverage from which a real title is level 5."""
    almost: float
    """Coverage from which a real title is level 4: less than this is half at most, level 3."""
    spaced: bool
    """Whether words are separated by spaces; inflected words are covered less than characters are."""


CHINESE = Language(
    "zh",
    ("zh_xinwenlianbo_title", "zh_lctt_title", "zh_csl_title"),
    (108, 14, 60, 148),
    (6, 45),
    good=0.75,
    almost=0.5,
    spaced=False,
)
ENGLISH = Language(
    "en",
    ("en_debian_synopsis", "en_reuters21578_title", "en_scitldr", "en_inshorts_headline"),
    (360, 80, 160, 700),
    (4, 40),
    good=0.6,
    almost=0.3,
    spaced=True,
)
PERSIAN = Language(
    "fa",
    ("fa_farsnews_title", "fa_varzesh3_title", "fa_namnak_title"),
    (360, 80, 160, 700),
    (4, 40),
    good=0.6,
    almost=0.3,
    spaced=True,
)
GERMAN = Language(
    "de", ("de_debian_synopsis",), (360, 80, 160, 700), (3, 40), good=0.6, almost=0.3, spaced=True
)

ALL = (CHINESE, ENGLISH, PERSIAN, GERMAN)
