"""The weights of what a `fit` matcher judges pairs by: a logistic regression over sets of pairs that people or writers labelled.

Every set has an intercept of its own, since the share of good pairs is each set's, and counts as `calibration.counts` says. A weight has the sign that its part is added or taken with, or is 0 (L-BFGS-B with bounds), and is held back by
a ridge. Cost: a few hundred passes over the pairs.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from .calibration import counts
from .fit_parts import PARTS, TAKEN

RIDGE = 2e-3


class Labelled(NamedTuple):
    """Pairs of a set: what they are judged by, [pairs, parts], and whether each is good."""

    parts: np.ndarray
    good: np.ndarray


def fitted(sets: list[Labelled], chosen: tuple[str, ...], today: list[bool]) -> dict[str, float]:
    """The weights of the `chosen` parts that make the labels of the sets likeliest; each part is in units of its deviation for the ridge.
    `today` says which set is of today."""
    columns = [PARTS.index(part) for part in chosen]
    signs = np.array([-1.0 if part in TAKEN else 1.0 for part in chosen])
    values = [each.parts[:, columns] * signs for each in sets]
    spread = np.concatenate([value - value.mean(axis=0) for value in values]).std(axis=0)
    spread[spread == 0] = 1.0
    values = [value / spread for value in values]
    much = counts([len(each.good) for each in sets], today)

    def loss(free: np.ndarray) -> tuple[float, np.ndarray]:
        weights, intercepts = free[: len(chosen)], free[len(chosen) :]
        total, slope, offsets = RIDGE * float(weights @ weights), 2 * RIDGE * weights, np.zeros(len(sets))
        for at, (value, each, count) in enumerate(zip(values, sets, much, strict=True)):
            logits = value @ weights + intercepts[at]
            total += count * float(np.logaddexp(0, np.where(each.good, -logits, logits)).mean())
            error = count * (expit(logits) - each.good) / len(logits)
            slope = slope + value.T @ error
            offsets[at] = error.sum()
        return total, np.concatenate([slope, offsets])

    bounds = [(0.0, None)] * len(chosen) + [(None, None)] * len(sets)
    found = minimize(loss, np.zeros(len(chosen) + len(sets)), jac=True, method="L-BFGS-B", bounds=bounds)
    weights = found.x[: len(chosen)] / spread
    return {part: round(float(weight), 3) for part, weight in zip(chosen, weights, strict=True)}
