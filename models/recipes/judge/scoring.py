"""How well the document supports a summary, by a judge's tokens.

Each sentence of the summary is read by itself with its premise (`premise.py`). A sentence's log-odds of support are the mean of those of its `top` least
supported tokens, all where it has fewer; the probability that it is supported is 1 / (1 + exp(-(slope · odds + offset))), that
of a summary the least of its sentences'. Cost: a window a sentence.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .encoding import Encoding, Example
from .rows import Row, Span
from .words import sentences

WINDOW = 384
"""Tokens of a run: what holds nine in ten of the own texts' documents beside a sentence."""
THRESHOLD = 0.5
"""The probability from which a summary counts as supported."""

Logits = Callable[[list[Example]], list[np.ndarray]]
"""Of windows, the logits of "unsupported" at their first token and at each of the sentence's."""


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
        at = 0
        for sentence in sentences(row.summary) or [row.summary]:
            at = row.summary.index(sentence, at)
            part = Row(row.document, sentence, row.supported, None, language=row.language)
            examples.append(encoding.example(part))
            places.append((number, at, _offsets(encoding, sentence)))
            at += len(sentence)
    out: list[list[Sentence]] = [[] for _ in rows]
    for (number, at, offsets), found in zip(places, logits(examples), strict=True):
        tokens = [Token(at + start, at + end, float(logit)) for (start, end), logit in zip(offsets, found[1:])]
        out[number].append(Sentence(tokens))
    return out


def _offsets(encoding: Encoding, sentence: str) -> list[Span]:
    """The characters of each token, without white space before them."""
    found = encoding.tokenizer.encode(sentence, add_special_tokens=False).offsets
    return [(start + (start < end and sentence[start].isspace()), end) for start, end in found]
