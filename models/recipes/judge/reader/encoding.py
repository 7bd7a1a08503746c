"""Pairs as windows of tokens: `<s>` premise `</s>` in segment 0, `<s>` sentence `</s>` in segment 1."""

from ..encoding import OPEN, SHARE, Encoding, Example
from ..rows import Row

AROUND = 4
"""Tokens of a window that are neither premise nor sentence."""


class Apart(Encoding):
    """As `Encoding`, of a sentence without labels."""

    def example(self, row: Row) -> Example:
        """The window of a document and a sentence."""
        room = self.window - AROUND
        ids = self.ids(row.summary)[: int(room * SHARE)]
        premise = self.document(row.document).premise(row.summary, room - len(ids))
        first, second = ([self.begin, *text, self.end] for text in (premise, ids))
        tokens = first + second
        return Example(tokens, [0] * len(first) + [1] * len(second), [OPEN] * len(tokens), row.supported, [])


def sentence_places(example: Example) -> slice:
    """Where the tokens of the sentence stand."""
    return slice(example.segments.index(1) + 1, len(example.tokens) - 1)
