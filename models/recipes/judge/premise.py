"""Which sentences of a document a sentence of a summary is held against.

A word key (`words.py`) that the summary's sentence shares with the document weighs ln(1 + N / n), where N is the number
of the document's sentences and n the number of those that hold it. Sentences are taken greedily: each time the one whose
keys weigh most, a key halved for every sentence taken that holds it, the first of equals. When none shares a key, the
first sentence of the document follows, then the one after and the one before each that was taken, in the order of taking,
then all others in order. A sentence that does not fit into the room of tokens that is left is passed over. Those taken
stand in the order of the document, joined by a space. Cost: sentences taken times sentences of the document.
"""

import math
from collections import Counter
from collections.abc import Callable

from .words import keys, sentences


class Document:
    """A document's sentences, their keys and tokens."""

    def __init__(self, text: str, ids: Callable[[str], list[int]]):
        self.sentences = sentences(text)
        self.tokens = [ids(sentence) for sentence in self.sentences]
        self._keys = [keys(sentence) for sentence in self.sentences]
        self._held = Counter(key for held in self._keys for key in held)

    def premise(self, summary: str, room: int) -> list[int]:
        """The numbers of the sentences that a sentence of a summary is held against, with `room` tokens at most."""
        if sum(map(len, self.tokens)) <= room:
            return list(range(len(self.sentences)))
        taken: list[int] = []
        for number in self._order(summary):
            if number not in taken and len(self.tokens[number]) <= room:
                taken.append(number)
                room -= len(self.tokens[number])
        return sorted(taken)

    def premise_tokens(self, summary: str, room: int) -> list[int]:
        """The tokens of the premise; of a document whose sentences all exceed the room, the head of the first one."""
        chosen = self.premise(summary, room)
        if not chosen:
            return self.tokens[0][:room] if self.tokens else []
        return [token for number in chosen for token in self.tokens[number]]

    def _order(self, summary: str) -> list[int]:
        count = len(self.sentences)
        weights = {key: math.log(1 + count / self._held[key]) for key in keys(summary) if key in self._held}
        shared = [[key for key in held if key in weights] for held in self._keys]
        left, ranked = set(range(count)), []
        while left:
            best = max(left, key=lambda number: (sum(weights[key] for key in shared[number]), -number))
            if not shared[best]:
                break
            ranked.append(best)
            left.remove(best)
            for key in shared[best]:
                weights[key] /= 2
        near = [number for at in ranked for number in (at + 1, at - 1) if 0 <= number < count]
        return [*ranked, 0, *near, *range(count)]
