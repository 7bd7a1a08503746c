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
    """A window: tokens, segments, labels of tokens, whether all of it is supported, and its sentences: their tokens and whether each is."""

    tokens: list[int]
    segments: list[int]
    labels: list[int]
    supported: float
    parts: list[tuple[int, int, float]]


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
        labels, parts = [OPEN] * len(tokens), []
        for start, sentence in row.sentences():
            places = [at for at, (first, last) in enumerate(offsets) if first < start + len(sentence.summary) and start < last]
            if places:
                parts.append((before + places[0], before + places[-1] + 1, sentence.supported))
            for at in places:
                labels[before + at] = self._label(sentence, offsets[at][0] - start, offsets[at][1] - start)
        return Example(tokens, [0] * before + [1] * (len(ids) + 1), labels, row.supported, parts)

    @staticmethod
    def _label(row: Row, start: int, end: int) -> int:
        if row.spans is None or 0 < row.supported < 1:
            return OPEN
        wrong = any(start < last and first < end for first, last in row.spans)
        return 1 if wrong else 0 if row.rest_known else OPEN
