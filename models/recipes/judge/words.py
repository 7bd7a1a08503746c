"""Sentences and word keys of a text, in any of the four languages.

A key stands for a word and its inflections: the first `STEM` letters of a run of letters and marks, in lower case;
a run of digits whole; each pair of neighbouring Han characters (a single one alone). Cost: linear in the text.
"""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

import regex

STEM = 5
"""Letters of a word that its key keeps."""
_HAN = r"\p{Han}"
_PART = regex.compile(rf"(?P<han>{_HAN}+)|(?P<number>\p{{N}}+(?:[.,٫٬/:]\p{{N}}+)*)|(?P<word>(?:(?!{_HAN})[\p{{L}}\p{{M}}])+)")
_END = regex.compile(r"\n+|(?<=[.!?؟…][\"'”’»)\]]*)\s+|(?<=[。！？；][”’」』）]*)(?![”’」』）。！？；])\s*")
_PERSIAN = str.maketrans({"ي": "ی", "ى": "ی", "ك": "ک", **{chr(0x0660 + n): str(n) for n in range(10)}, **{chr(0x06F0 + n): str(n) for n in range(10)}})


class Word(NamedTuple):
    """A key and the characters `[start, end)` that it stands for."""

    key: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """Those of a text, in order; Han pairs overlap."""
    found = []
    for match in _PART.finditer(text):
        start, end = match.span()
        part = unicodedata.normalize("NFKC", match[0]).lower().translate(_PERSIAN)
        if match["han"]:
            last = max(end - start - 1, 1)
            found += [Word(match[0][at : at + 2], start + at, min(start + at + 2, end)) for at in range(last)]
        else:
            found.append(Word(part if match["number"] else part[:STEM], start, end))
    return found


@lru_cache(maxsize=4096)
def keys(text: str) -> frozenset[str]:
    """The distinct keys of a text."""
    return frozenset(word.key for word in words(text))


def sentences(text: str) -> list[str]:
    """Those of a text: a line ends one, and so does a mark of the end of a sentence before a space (of a Chinese one, any)."""
    return [part for part in (part.strip() for part in _END.split(text)) if part]
