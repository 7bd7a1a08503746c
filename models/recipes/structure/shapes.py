"""Tokens of lines, exactly as the library's `shapes` tokenizer makes them.

NFKC; then every maximal run of letters and marks is a word, every maximal run of
numbers is `[0]`, and every other character that is not white space is a token. A
word that the vocabulary lacks becomes its shape: `[A]` all capitals, `[Aa]`
capitalised, `[a]` any other.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable

import regex

NUMBER, CAPITALS, CAPITALISED, OTHER = SHAPES = ("[0]", "[A]", "[Aa]", "[a]")
HEAD, TAIL = 10, 4
"""Of a longer line the first and last tokens are read."""

_TOKEN = regex.compile(r"[\p{L}\p{M}]+|\p{N}+|[^\s\p{C}]")


def tokens(text: str) -> list[str]:
    """The tokens of a line; runs of numbers are `[0]`."""
    found = _TOKEN.findall(unicodedata.normalize("NFKC", text))
    return [NUMBER if regex.match(r"\p{N}", token) else token for token in found]


def shape(token: str) -> str | None:
    """The shape of a word; none for other tokens."""
    if not regex.match(r"[\p{L}\p{M}]", token):
        return None
    if not token[0].isupper():
        return OTHER
    return CAPITALS if len(token) > 1 and all(not c.islower() for c in token) else CAPITALISED


def vocabulary(lines: Iterable[str], size: int, least: int) -> list[str]:
    """The tokens of a vocabulary file, the commonest first; ties by code point."""
    counts = Counter(token for line in lines for token in tokens(line) if token != NUMBER)
    ranked = sorted((t for t in counts if counts[t] >= least), key=lambda t: (-counts[t], t))
    return ["[PAD]", "[UNK]", *SHAPES, *ranked][:size]


def encode(text: str, ids: dict[str, int]) -> list[int]:
    """The ids of a line, its middle left out where it is long."""
    found = tokens(text)
    if len(found) > HEAD + TAIL:
        found = found[:HEAD] + found[-TAIL:]
    return [ids.get(t, ids.get(shape(t) or "", 1)) for t in found]
