"""Pairs as windows of tokens: `<s>` premise `</s>` in segment 0, `<s>` sentence `</s>` in segment 1."""

from typing import NamedTuple

from tokenizers import Tokenizer

from .premise import Document
from .rows import Row

AROUND = 4
"""Tokens of a window that are neither premise nor sentence."""
SHARE = 0.5
"""The part of a window that a sentence may fill."""


class Example(NamedTuple):
    """A window: tokens and segments."""

    tokens: list[int]
    segments: list[int]

    def sentence(self) -> slice:
        """Where the tokens of the sentence stand."""
        return slice(self.segments.index(1) + 1, len(self.tokens) - 1)


class Encoding:
    """Rows to examples; documents are cut once."""

    def __init__(self, tokenizer: Tokenizer, begin: int, end: int, window: int):
        self.tokenizer, self.begin, self.end, self.window = tokenizer, begin, end, window
        self._documents: dict[str, Document] = {}

    def ids(self, text: str) -> list[int]:
        """A text's tokens, without those around it."""
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def document(self, text: str) -> Document:
        """A document, cut into sentences and tokens."""
        if text not in self._documents:
            self._documents[text] = Document(text, self.ids)
        return self._documents[text]

    def example(self, row: Row) -> Example:
        """The window of a document and a sentence."""
        room = self.window - AROUND
        ids = self.ids(row.summary)[: int(room * SHARE)]
        premise = self.document(row.document).premise(row.summary, room - len(ids))
        first, second = ([self.begin, *text, self.end] for text in (premise, ids))
        return Example(first + second, [0] * len(first) + [1] * len(second))
