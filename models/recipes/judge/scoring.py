"""How well the document supports a summary, by a judge's tokens.

Sentences of the summary that fit beside the whole document are read together, others each with its premise (`premise.py`). A sentence's log-odds of support are the mean of those of its `top` least
supported tokens, all where it has fewer; the probability that it is supported is 1 / (1 + exp(-(slope · odds + offset))), that
of a summary the least of its sentences'. Cost: a window for both texts where they fit, else one a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .encoding import AROUND, SHARE, Encoding, Example
from .rows import Row, Span
from .words import sentences

WINDOW = 512
"""Tokens of a run."""
THRESHOLD = 0.5
"""The probability from which a summary counts as supported."""

Logits = Callable[[list[Example]], list[np.ndarray]]
"""Of windows, the logits of "unsupported" at `[CLS]` and at each of the summary's tokens."""


class Token(NamedTuple):
    """Characters `[start, end)` of a summary and their logit of "unsupported"."""

    start: int
    end: int
    logit: float


class Sentence(NamedTuple):
    """A sentence that was read."""

    tokens: list[Token]

    def highest(self, count: int) -> float:
        """The mean of the highest logits of tokens."""
        found = sorted((token.logit for token in self.tokens), reverse=True)[:count]
        return sum(found) / max(len(found), 1)


@dataclass(frozen=True)
class Decision:
    """From logits to a probability; its fields are those of a manifest's `decision`."""

    slope: float = 1.0
    offset: float = 0.0
    top: int = 1
    """Tokens whose mean counts."""
    mark: float = 0.5
    """The probability from which a token is called unsupported."""

    def score(self, sentence: Sentence) -> float:
        """How unsupported a sentence is."""
        return sentence.highest(self.top)

    def probability(self, read: list[Sentence]) -> float:
        """That all of a summary is supported."""
        worst = max((self.score(sentence) for sentence in read), default=0.0)
        return float(1 / (1 + np.exp(self.slope * worst - self.offset)))

    def spans(self, read: list[Sentence]) -> list[Span]:
        """Neighbouring unsupported tokens, joined."""
        found: list[Span] = []
        least = np.log(self.mark / (1 - self.mark)) if self.mark < 1 else np.inf
        for token in (token for sentence in read for token in sentence.tokens):
            if token.logit < least or token.start == token.end:
                continue
            if found and token.start - found[-1][1] <= 1:
                found[-1] = found[-1][0], token.end
            else:
                found.append((token.start, token.end))
        return found


def read(rows: list[Row], encoding: Encoding, logits: Logits) -> list[list[Sentence]]:
    """The sentences of each row's summary."""
    examples, places = [], []
    for number, row in enumerate(rows):
        for start, end, spans in _groups(row, encoding):
            text = row.summary[start:end]
            examples.append(encoding.example(Row(row.document, text, row.supported, None, language=row.language)))
            places.append((number, start, spans, _offsets(encoding, text)))
    out: list[list[Sentence]] = [[] for _ in rows]
    for (number, at, spans, offsets), found in zip(places, logits(examples), strict=True):
        tokens = [Token(at + start, at + end, float(logit)) for (start, end), logit in zip(offsets, found[1:])]
        for span, behind in zip(spans, [*(start for start, _ in spans[1:]), len(rows[number].summary) + 1]):
            out[number].append(Sentence([token for token in tokens if span[0] <= token.start < behind]))
    return out


def _groups(row: Row, encoding: Encoding) -> list[tuple[int, int, list[Span]]]:
    """Which sentences are read together: from where to where, and the characters of each."""
    spans, at = [], 0
    for sentence in sentences(row.summary) or [row.summary]:
        at = row.summary.index(sentence, at)
        spans.append((at, at + len(sentence)))
        at += len(sentence)
    room = encoding.window - AROUND
    most = min(int(room * SHARE), room - len(encoding.document(row.document)))
    groups: list[tuple[int, int, list[Span]]] = []
    filled = 0
    for start, end in spans:
        size = len(encoding.ids(row.summary[start:end]))
        if groups and filled + size <= most:
            first, _, inside = groups[-1]
            groups[-1] = first, end, [*inside, (start, end)]
            filled += size
        else:
            groups.append((start, end, [(start, end)]))
            filled = size
    return groups


def _offsets(encoding: Encoding, sentence: str) -> list[Span]:
    """The characters of each token, without white space before them."""
    found = encoding.tokenizer.encode(sentence, add_special_tokens=False).offsets
    return [(start + (start < end and sentence[start].isspace()), end) for start, end in found]
