"""Tests of paper A's comparisons: whether one system's AUC is greater than another's.

* `delong`: DeLong, DeLong and Clarke-Pearson 1988 for two scores of the same pairs, with the
  midranks of Sun and Xu 2014; O(n log n);
* `resampled`: the paired bootstrap over pairs;
* `over_folds`: Student's paired t over the folds of a cross-validation. Folds share training
  pairs, so its p is somewhat too small.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import norm, rankdata, t, ttest_rel
from sklearn.metrics import roc_auc_score

from ..evaluate import weighted_areas

_RESAMPLES = 2000


class Difference(NamedTuple):
    """AUC of the first less AUC of the second, its 95 % interval and a two-sided p."""

    value: float
    low: float
    high: float
    p: float


def delong(positive: np.ndarray, first: np.ndarray, second: np.ndarray) -> Difference:
    m, n = int(positive.sum()), int((~positive).sum())
    areas, ups, downs = [], [], []
    for scores in (first, second):
        all_ranks = rankdata(scores)
        inside = [rankdata(scores[chosen]) for chosen in (positive, ~positive)]
        ups.append((all_ranks[positive] - inside[0]) / n)
        downs.append(1 - (all_ranks[~positive] - inside[1]) / m)
        areas.append(ups[-1].mean())
    covariance = np.cov(ups) / m + np.cov(downs) / n
    value = areas[0] - areas[1]
    deviation = float(np.sqrt(max(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1], 1e-18)))
    p = 2 * norm.sf(abs(value) / deviation)
    return Difference(float(value), float(value - 1.96 * deviation), float(value + 1.96 * deviation), float(p))


def resampled(positive: np.ndarray, first: np.ndarray, second: np.ndarray, seed: int = 0) -> Difference:
    rng = np.random.default_rng(seed)
    areas = [weighted_areas(positive, scores) for scores in (first, second)]
    draws = []
    while len(draws) < _RESAMPLES:
        chosen = rng.integers(0, len(positive), len(positive))
        labels = positive[chosen]
        if labels.any() and not labels.all():
            weights = np.bincount(chosen, minlength=len(positive))
            draws.append(areas[0](weights) - areas[1](weights))
    draws = np.array(draws)
    low, high = np.percentile(draws, [2.5, 97.5])
    value = roc_auc_score(positive, first) - roc_auc_score(positive, second)
    p = 2 * min((draws <= 0).mean(), (draws >= 0).mean())
    return Difference(float(value), float(low), float(high), float(min(1.0, max(p, 1 / _RESAMPLES))))


def over_folds(first: list[float], second: list[float]) -> Difference:
    differences = np.subtract(first, second)
    mean, error = differences.mean(), differences.std(ddof=1) / np.sqrt(len(differences))
    half = t.ppf(0.975, len(differences) - 1) * error
    return Difference(float(mean), float(mean - half), float(mean + half), float(ttest_rel(first, second).pvalue))
