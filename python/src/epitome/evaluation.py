"""How well a matcher tells labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ._arguments import numbers, whole
from ._module import call
from .errors import DataError, EpitomeError
from .matcher import Matcher, Pair

#: The level from which on a label says that the summary fits.
_FITTING_LEVEL = 4


@dataclass(frozen=True)
class Keep:
    """The threshold of the probability with the greatest F1 of what fits."""

    keep: float
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Evaluation:
    """What is found of labelled pairs."""

    #: The pairs that were judged.
    pairs: int
    #: The pairs that could not be.
    bad: int
    #: The least label of a summary that fits.
    positive_from: float
    #: The area under the ROC curve; ``None`` where all labels are of one kind.
    auc: float | None
    #: Its 95 % interval, from a stratified bootstrap.
    auc_interval: tuple[float, float] | None
    #: Spearman's rank correlation of scores and labels; ``None`` where one of them is constant.
    spearman: float | None
    #: ``None`` where all labels are of one kind.
    keep: Keep | None


def evaluate(
    matcher: Matcher,
    pairs: Iterable[Pair],
    labels: Sequence[float | bool],
    *,
    positive_from: float | None = None,
    resamples: int = 1000,
    threads: int = 1,
) -> Evaluation:
    """Judges labelled pairs. A label is true or false, 1 or 0, or a level, such as 1 to 5; a summary
    counts as fitting from label 4 on, or from 1 on if no label is above 1.
    """
    given, levels = list(pairs), numbers("evaluate: labels", labels)
    whole("evaluate: resamples", resamples, 1, 100_000)
    if len(given) != len(levels):
        raise DataError(f"evaluate: {len(given)} pairs but {len(levels)} labels", "invalid-argument")
    results = matcher.match_batch(given, errors="return", threads=threads)
    judged = [(found, label) for found, label in zip(results, levels) if not isinstance(found, EpitomeError)]
    if not judged:
        raise DataError("evaluate: there is no pair to evaluate", "invalid-argument")
    values = [label for _, label in judged]
    threshold = positive_from
    if threshold is None:
        threshold = _FITTING_LEVEL if max(values) > 1 else 1
    positive = [label >= threshold for label in values]
    probabilities = [found.probability for found, _ in judged]
    interval = None
    if len(set(positive)) == 2:
        request = {"scores": probabilities, "labels": positive, "resamples": resamples, "seed": 1}
        interval = call("roc_auc_interval", request)
    return Evaluation(
        pairs=len(judged),
        bad=len(results) - len(judged),
        positive_from=threshold,
        auc=interval and interval["auc"],
        auc_interval=interval and (interval["low"], interval["high"]),
        spearman=spearman([found.score for found, _ in judged], values),
        keep=suggest_keep(probabilities, positive),
    )


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation; tied values share their mean rank."""
    x, y = _ranks(a), _ranks(b)
    mean = (len(a) + 1) / 2
    xy = sum((p - mean) * (q - mean) for p, q in zip(x, y))
    xx = sum((p - mean) ** 2 for p in x)
    yy = sum((q - mean) ** 2 for q in y)
    return xy / (xx * yy) ** 0.5 if xx and yy else None


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for tied in order[start:end]:
            ranks[tied] = (start + 1 + end) / 2
        start = end
    return ranks


def suggest_keep(probabilities: Sequence[float], positive: Sequence[bool]) -> Keep | None:
    """The threshold, of three digits, with the greatest F1 of what fits; of equal ones the greatest."""
    fitting = sum(positive)
    if fitting in (0, len(positive)):
        return None
    order = sorted(range(len(positive)), key=lambda row: -probabilities[row])
    best: Keep | None = None
    at = kept = 0
    for mille in sorted({int(p * 1000) for p in probabilities}, reverse=True):
        keep = mille / 1000
        while at < len(order) and probabilities[order[at]] >= keep:
            kept += positive[order[at]]
            at += 1
        precision, recall = (kept / at if at else 0.0), kept / fitting
        f1 = 2 * precision * recall / (precision + recall) if kept else 0.0
        if best is None or f1 > best.f1:
            best = Keep(keep, precision, recall, f1)
    return best
