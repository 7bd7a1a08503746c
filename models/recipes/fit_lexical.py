"""The lexical half of a `fit` matcher, sentence by sentence, as the library computes it.

A sentence scores rouge_1 * ROUGE-1 precision + rouge_2 * ROUGE-2 precision; the
network's part is added by the caller. Sentences are found by their end marks, a
simpler rule than the library's: it serves calibration only.
"""

from collections import Counter
from typing import NamedTuple

import numpy as np
import regex

from .fit_pairs import HIGH, LOW
from .languages import Language
from .pairs import Pair
from .text import rouge_tokens

FLOOR = 1e-6
"""The least probability whose logarithm counts."""
_SPACED_END = regex.compile(r"(?<=\w\w[.!?؟][”\"')]?)\s+")
_HAN_END = regex.compile(r"(?<=[。！？!?][”」』）]?)(?![”」』）])")


class Unit(NamedTuple):
    """A sentence of the summary of a pair."""

    index: int
    """Of its pair."""
    pair: Pair
    """The document and the sentence."""
    rouge_1: float
    rouge_2: float

    def shared(self, weights: dict[str, float]) -> float:
        return weights["rouge_1"] * self.rouge_1 + weights["rouge_2"] * self.rouge_2


def _sentences(text: str, language: Language) -> list[str]:
    parts = (_SPACED_END if language.spaced else _HAN_END).split(text)
    found = [part for part in parts if any(c.isalnum() for c in part)]
    return found if len(found) > 1 else [text]


def _precision(summary: list, document: list) -> float:
    return (Counter(summary) & Counter(document)).total() / len(summary) if summary else 0.0


def units(rows: list[Pair], language: Language) -> list[Unit]:
    """The sentences of all summaries, with their precisions."""
    made = []
    for index, row in enumerate(rows):
        document = rouge_tokens(row.document)
        pairs = list(zip(document, document[1:]))
        for text in _sentences(row.summary, language):
            sentence = rouge_tokens(text)
            one, two = _precision(sentence, document), _precision(list(zip(sentence, sentence[1:])), pairs)
            made.append(Unit(index, row._replace(summary=text), one, two))
    return made


def means(units: list[Unit], values: np.ndarray, sizes: np.ndarray, count: int) -> np.ndarray:
    """The mean of the sentences' values per pair, weighted by `sizes`."""
    index = np.array([unit.index for unit in units])
    return np.bincount(index, values * sizes, count) / np.maximum(np.bincount(index, sizes, count), 1)


def bounds(targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The least and the most level that a target stands for."""
    return np.where(targets == LOW, 1, np.where(targets == HIGH, 4, targets)), np.where(targets == LOW, 3, np.where(targets == HIGH, 5, targets))


def by_kind(rows: list[Pair], values: np.ndarray, auc) -> dict[str, float]:
    """AUC of each kind of bad pair against the good ones; judged pairs against the good ones of their own kind."""
    good, kinds = np.array([row.level >= 4 for row in rows]), np.array([row.kind for row in rows])
    judged = np.isin(kinds, ("stance", "inference", "similarity"))
    found = {}
    for kind in sorted(set(kinds[~good])):
        bad, others = ~good & (kinds == kind), good & ((kinds == kind) if judged[kinds == kind].all() else ~judged)
        if min(bad.sum(), others.sum()) >= 20:
            found[kind] = round(float(auc(np.r_[np.ones(others.sum()), np.zeros(bad.sum())], np.r_[values[others], values[bad]])), 4)
    return found
