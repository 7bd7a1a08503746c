"""Which sentences of a document a sentence of a summary is held against.

A word key (`words.py`) that a sentence of the document shares with the summary's weighs ln(1 + n / n_w), where n is the number
of the document's sentences and n_w that of those that hold it (TF–IDF; Spärck Jones 1972). Sentences are taken by the
sum of those weights, the greatest first, equals in the document's order, each that fits into the room of tokens that is left; a first
one that does not is cut. Those taken stand in the document's order, as if a space joined them. A document that fits is taken whole.
Cost: the sentences of the document, and the places of each key.
"""

import math
from collections import defaultdict
from collections.abc import Callable

from .words import keys, sentences


class Document:
    """A document's sentences, their keys and tokens."""

    def __init__(self, text: str, ids: Callable[[str], list[int]]):
        self.sentences = sentences(text)
        self.tokens = [ids(sentence) for sentence in self.sentences]
        self._places: dict[str, list[int]] = defaultdict(list)
        for number, sentence in enumerate(self.sentences):
            for key in keys(sentence):
                self._places[key].append(number)

    def shared(self, summary: str) -> list[float]:
        """How much each sentence shares with a sentence of a summary."""
        count = len(self.sentences)
        sums = [0.0] * count
        for key in keys(summary):
            places = self._places.get(key, ())
            for number in places:
                sums[number] += math.log(1 + count / len(places))
        return sums

    def premise(self, summary: str, room: int) -> list[int]:
        """The tokens that a sentence of a summary is held against, `room` at most."""
        shared = self.shared(summary)
        taken: dict[int, list[int]] = {}
        for number in sorted(range(len(shared)), key=lambda number: (-shared[number], number)):
            tokens = self.tokens[number]
            if len(tokens) <= room or not taken:
                taken[number] = tokens[:room]
                room -= len(taken[number])
        return [token for number in sorted(taken) for token in taken[number]]
