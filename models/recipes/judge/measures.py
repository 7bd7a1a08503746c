"""AUC, balanced accuracy and F1 of characters, with bootstrap intervals over documents."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from sklearn.metrics import balanced_accuracy_score

from ..evaluate import weighted_areas
from .rows import Span

_RESAMPLES = 1000


class Measured(NamedTuple):
    """A figure and its 95 % percentile bootstrap interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def _measured(groups: list[str], positive: np.ndarray, of: Callable[[np.ndarray], float], seed: int = 0) -> Measured:
    """A function from how often each row counts, with its interval: documents are drawn whole."""
    _, group = np.unique(groups, return_inverse=True)
    rng, draws = np.random.default_rng(seed), []
    for _ in range(_RESAMPLES):
        weights = np.bincount(rng.integers(0, group.max() + 1, group.max() + 1), minlength=group.max() + 1)[group]
        if (weights * positive).any() and (weights * ~positive).any():
            draws.append(of(weights))
    low, high = np.percentile(draws, [2.5, 97.5])
    return Measured(of(np.ones(len(positive), int)), float(low), float(high))


def auc(labels: np.ndarray, scores: np.ndarray, groups: list[str]) -> Measured:
    """The area under the ROC curve of scores against labels 1."""
    positive = labels == 1
    return _measured(groups, positive, weighted_areas(positive, scores))


def balanced(labels: np.ndarray, scores: np.ndarray, threshold: float, groups: list[str]) -> Measured:
    """The mean of the shares of right verdicts of both labels."""
    positive, found = labels == 1, scores >= threshold

    def share(weights: np.ndarray) -> float:
        right, wrong = weights * positive, weights * ~positive
        return float(((right * found).sum() / right.sum() + (wrong * ~found).sum() / wrong.sum()) / 2)

    return _measured(groups, positive, share)


def best_threshold(labels: np.ndarray, scores: np.ndarray) -> float:
    """The one with the greatest balanced accuracy; the middle of the best stretch."""
    cuts = np.unique(np.round(scores, 3))
    values = np.array([balanced_accuracy_score(labels, scores >= cut) for cut in cuts])
    return float(np.median(cuts[values >= values.max() - 0.002]))


def span_f1(found: list[list[Span]], wanted: list[tuple[Span, ...]]) -> tuple[float, float, float]:
    """F1, precision and recall of characters, over all rows together."""
    both = of_found = of_wanted = 0
    for ours, theirs in zip(found, wanted, strict=True):
        a = {at for start, end in ours for at in range(start, end)}
        b = {at for start, end in theirs for at in range(start, end)}
        both, of_found, of_wanted = both + len(a & b), of_found + len(a), of_wanted + len(b)
    precision, recall = both / max(of_found, 1), both / max(of_wanted, 1)
    return 2 * both / max(of_found + of_wanted, 1), precision, recall
