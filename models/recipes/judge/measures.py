"""AUC, balanced accuracy and F1 of characters, with bootstrap intervals over documents."""

from typing import NamedTuple

import numpy as np
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from .rows import Span

_RESAMPLES = 1000


class Measured(NamedTuple):
    """A figure and its 95 % percentile bootstrap interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def _interval(groups: list[str], labels: np.ndarray, of: object, seed: int = 0) -> tuple[float, float]:
    """The interval of a function of chosen rows; documents are drawn whole."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(groups))}
    members: list[list[int]] = [[] for _ in numbers]
    for row, name in enumerate(groups):
        members[numbers[name]].append(row)
    rng, draws = np.random.default_rng(seed), []
    while len(draws) < _RESAMPLES:
        chosen = np.concatenate([members[number] for number in rng.integers(0, len(members), len(members))])
        if labels[chosen].min() < labels[chosen].max():
            draws.append(of(chosen))
        elif len(set(labels.tolist())) < 2:
            break
    return tuple(np.percentile(draws, [2.5, 97.5])) if draws else (float("nan"),) * 2


def auc(labels: np.ndarray, scores: np.ndarray, groups: list[str]) -> Measured:
    """The area under the ROC curve of scores against labels 1."""
    return Measured(roc_auc_score(labels, scores), *_interval(groups, labels, lambda rows: roc_auc_score(labels[rows], scores[rows])))


def balanced(labels: np.ndarray, scores: np.ndarray, threshold: float, groups: list[str]) -> Measured:
    """The mean of the shares of right verdicts of both labels."""
    verdicts = (scores >= threshold).astype(int)
    value = balanced_accuracy_score(labels, verdicts)
    return Measured(value, *_interval(groups, labels, lambda rows: balanced_accuracy_score(labels[rows], verdicts[rows])))


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
