"""Text to tokens, exactly as the Rust tokenizers do it.

Two rules live here:

* `characters` (models over characters): NFKC, lower case, then every Unicode
  scalar value that is neither white space nor a control or format character is
  one token;
* `rouge_tokens` (the ROUGE matcher): NFKC, lower case, Persian letters unified,
  then one token per Han character and one per maximal run of other letters,
  marks and digits.

Cost: linear in the text.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import regex

PAD = 0
UNKNOWN = 1
SPECIAL = ("[PAD]", "[UNK]")

_DROPPED = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})

# Arabic yeh and alef maksura become Farsi yeh, Arabic kaf becomes keheh;
# tatweel and the Arabic diacritics (harakat, superscript alef) go.
_PERSIAN = {0x064A: "\u06cc", 0x0649: "\u06cc", 0x0643: "\u06a9", 0x0640: None, 0x0670: None}
_PERSIAN.update(dict.fromkeys(range(0x064B, 0x0660)))
_FORMAT = regex.compile(r"\p{Cf}+")
_ROUGE_TOKEN = regex.compile(r"\p{Script=Han}|[\p{L}\p{M}\p{N}--\p{Script=Han}]+", regex.V1)


def characters(text: str) -> list[str]:
    """The character tokens of a text."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return [c for c in folded if unicodedata.category(c) not in _DROPPED]


def is_content(character: str) -> bool:
    """Whether a character carries content: a letter (Han included) or a number."""
    return unicodedata.category(character)[0] in "LN"


def for_words(text: str) -> str:
    """A text folded for words: NFKC, lower case, no format characters, Persian letters unified."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return _FORMAT.sub("", folded).translate(_PERSIAN)


def cased(text: str) -> str:
    """A text with spellings unified as `for_words` does it, in its own case."""
    folded = unicodedata.normalize("NFKC", text)
    return _FORMAT.sub("", folded).translate(_PERSIAN)


def rouge_tokens(text: str) -> list[str]:
    """The tokens that ROUGE counts."""
    return _ROUGE_TOKEN.findall(for_words(text))


class Vocabulary:
    """Tokens and their ids: line number in `vocabulary.txt` = id."""

    def __init__(self, tokens: list[str]):
        if tuple(tokens[:2]) != SPECIAL:
            raise ValueError(f"a vocabulary starts with {SPECIAL}, got {tokens[:2]}")
        self.tokens = tokens
        self._ids = {token: index for index, token in enumerate(tokens)}

    @classmethod
    def most_frequent(cls, texts: Iterable[list[str]], size: int) -> "Vocabulary":
        """The `size` most frequent tokens; ties by code point, so that the order is stable."""
        counts = Counter(token for text in texts for token in text)
        ranked = sorted(counts, key=lambda token: (-counts[token], token))
        return cls([*SPECIAL, *ranked[: size - len(SPECIAL)]])

    @classmethod
    def read(cls, path: Path) -> "Vocabulary":
        return cls(path.read_text(encoding="utf-8").removesuffix("\n").split("\n"))

    def write(self, path: Path) -> None:
        path.write_bytes(("\n".join(self.tokens) + "\n").encode("utf-8"))

    def encode(self, text: str, max_length: int) -> list[int]:
        """Ids of the first `max_length` characters of a text."""
        return [self._ids.get(c, UNKNOWN) for c in characters(text)[:max_length]]

    def __len__(self) -> int:
        return len(self.tokens)
