"""Rows as windows of tokens, each token of the summary with its label."""

from typing import NamedTuple, Protocol

from tokenizers import Tokenizer

from .premise import Document
from .rows import Row

AROUND = 3
"""Tokens of a window that are neither premise nor summary."""
OPEN = -100
"""The label of a token of which nothing is known."""
SHARE = 0.5
"""The part of a window that a summary may fill."""


class Example(NamedTuple):
    """A window: tokens, segments, labels of tokens, whether all of it is supported, and the weight of its source."""

    tokens: list[int]
    segments: list[int]
    labels: list[int]
    supported: float


class Pieces(Protocol):
    """What cuts texts."""

    tokenizer: Tokenizer
    begin: int
    end: int


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
        """The window of a row."""
        whole = self.tokenizer.encode(row.summary, add_special_tokens=False)
        most = int((self.window - AROUND) * SHARE)
        ids, offsets = whole.ids[:most], whole.offsets[:most]
        premise = self.document(row.document).premise(row.summary, self.window - AROUND - len(ids))
        tokens = [self.begin, *premise, self.end, *ids, self.end]
        before = len(premise) + 2
        labels = [OPEN] * before + self._labels(row, offsets) + [OPEN]
        return Example(tokens, [0] * before + [1] * (len(ids) + 1), labels, row.supported)

    @staticmethod
    def _labels(row: Row, offsets: list[tuple[int, int]]) -> list[int]:
        if row.spans is None or 0 < row.supported < 1:
            return [OPEN] * len(offsets)
        other = 0 if row.rest_known else OPEN
        return [1 if any(a < end and start < b for start, end in row.spans) else other for a, b in offsets]
