"""Scores made honest: temperature scaling, and proportional odds.

The temperature of a classifier minimises the cross-entropy of softmax(logits / T)
on held-out pairs; it changes no order within a pair's levels. Proportional odds
(McCullagh 1980) turn one number into a distribution over the levels, with one slope or, below
a knot, another. Cost: a few dozen passes over
the pairs.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, log_softmax

_LEAST_PROBABILITY = 1e-9
_DIGITS = 4


def _loss(above: np.ndarray, least: np.ndarray, most: np.ndarray, weights: np.ndarray | None = None) -> float:
    """-ln P(level in `least` to `most`), the weighted mean over the pairs, of P(level > k), [pairs, levels - 1]."""
    rows, ones = np.arange(len(above)), np.ones((len(above), 1))
    edges = np.concatenate([ones, above, 0 * ones], axis=1)
    return -float(np.average(np.log(np.maximum(edges[rows, least - 1] - edges[rows, most], _LEAST_PROBABILITY)), weights=weights))


def _odds(values: np.ndarray, slope: float, thresholds: np.ndarray) -> np.ndarray:
    """P(level > k) by proportional odds, [pairs, thresholds]."""
    return expit(slope * (values[:, None] - thresholds))


def proportional_odds(values: np.ndarray, least: np.ndarray, most: np.ndarray) -> tuple[float, list[float]]:
    """Slope and the four thresholds that make it likeliest that each level lies in `least` to `most`.

    P(level > k) = sigma(slope * (value - threshold_k)), k = 1..4.
    """

    def unpack(free: np.ndarray) -> tuple[float, np.ndarray]:
        return np.exp(free[0]), free[1] + np.concatenate([[0.0], np.cumsum(np.exp(free[2:]))])

    spread = float(np.std(values)) or 1.0
    start = np.array([np.log(2 / spread), float(np.median(values)) - spread / 2, *np.log([spread / 3] * 3)])
    slope, thresholds = unpack(minimize(lambda free: _loss(_odds(values, *unpack(free)), least, most), start, method="L-BFGS-B").x)
    return float(slope), thresholds.tolist()


def bent(values: np.ndarray, at: float, below: float) -> np.ndarray:
    """A linear spline: the values at the knot and above, `at + below * (value - at)` below it."""
    return values + (below - 1) * np.minimum(values - at, 0)


def _above(related: np.ndarray, good: np.ndarray, slope: float, thresholds: np.ndarray) -> np.ndarray:
    """P(level > k), [pairs, 4], of values bent for the first two thresholds and for the others; they do not rise."""
    two, three = _odds(related, slope, thresholds[:2]).T
    four, five = _odds(good, slope, thresholds[2:]).T
    three = np.maximum(three, four)
    return np.stack([np.maximum(two, three), three, four, five], axis=1)


class Decision(NamedTuple):
    """P(level > 3) = sigma(slope * (bent(value) - threshold))."""

    slope: float
    threshold: float
    at: float
    below: float

    def logits(self, values: np.ndarray) -> np.ndarray:
        return self.slope * (bent(values, self.at, self.below) - self.threshold)


@dataclass(frozen=True)
class Calibration:
    """P(level > k) = sigma(slope * (bent(value) - threshold_k)) for k = 3 and 4; for k = 2 and 1 the same with values bent by `related` in
    place of `below`, or P(level > k + 1) if that is greater. `src/model/manifest/calibration.rs` reads it."""

    slope: float
    at: float
    below: float
    related: float
    thresholds: list[float]

    def decision(self) -> Decision:
        """What it says of levels 4 and 5."""
        return Decision(self.slope, self.thresholds[2], self.at, self.below)

    def above(self, values: np.ndarray) -> np.ndarray:
        """P(level > k), [pairs, 4]."""
        bends = (bent(values, self.at, below) for below in (self.related, self.below))
        return _above(*bends, self.slope, np.array(self.thresholds))

    def manifest(self) -> dict:
        """What stands in a manifest."""
        return {"slope": self.slope, "knot": {"at": self.at, "below": self.below, "related": self.related}, "thresholds": self.thresholds}


class Graded(NamedTuple):
    """Pairs of one set: their values, the least and the most level that is known of each, and which of the set's documents
    each is of, as a number; [pairs] all of them."""

    values: np.ndarray
    least: np.ndarray
    most: np.ndarray
    documents: np.ndarray

    def of(self, chosen: np.ndarray) -> "Graded":
        """Some of the pairs."""
        return Graded(*(column[chosen] for column in self))

    def known(self) -> np.ndarray:
        """Which are known to be of levels 4 and 5, or of 1 to 3."""
        return (self.least > 3) | (self.most < 4)

    def even(self) -> np.ndarray:
        """Weights by which those of levels 4 and 5 and the others count the same."""
        good = self.least > 3
        return np.where(good, 1 / max(good.sum(), 1), 1 / max((~good).sum(), 1))

    def decided(self) -> "Graded":
        """Those of which that is known."""
        return self.of(self.known())


_KNOTS = np.linspace(0.1, 0.9, 17)
"""Quantiles of the values among which the knot is chosen."""


_STARTS = (-4.0, 0.0)
"""Logarithms of by how much of itself the slope for being related is greater than the decision's, below the knot, to begin with."""


TODAY = 3.0
"""How much texts of today count, for which the matchers are, of what all other sets do together."""


def counts(sizes: list[int], today: list[bool]) -> np.ndarray:
    """How much each set counts: the square root of its pairs, for a large one is surer of itself, but still one set; and that of the set of
    today by `TODAY`. They add up to one."""
    roots, chosen = np.sqrt(sizes), np.array(today)
    if chosen.any() and not chosen.all():
        roots[chosen] *= TODAY * roots[~chosen].sum() / roots[chosen].sum()
    return roots / roots.sum()


_BOUNDS = ((None, None), (None, None), (-2.0, 0.0))
"""Of the logarithm of the slope, the threshold, and the logarithm of the slope below the knot: where a summary is off the subject its value falls and
tells little more, so that it is no steeper there. Without a bound it has none where no pair below the knot is good, and few pairs make a step of the knot."""


def decision(sets: list[Graded], today: list[bool] | None = None) -> Decision:
    """The one that makes levels 4 and 5 against the others likeliest at even odds: in each set both count the same, for the
    share of good summaries is another in each, and none of them is that of a reader's own texts. `today` says which set is of today."""
    sets = [each.decided() for each in sets]
    much = counts([len(each.values) for each in sets], today or [False] * len(sets))
    even = [each.even() for each in sets]
    values = np.concatenate([each.values for each in sets])
    spread = float(np.std(values)) or 1.0

    def loss(free: np.ndarray, at: float) -> float:
        slope, threshold, below = np.exp(free[0]), free[1], np.exp(free[2])
        good = ((each.least > 3).astype(int) + 1 for each in sets)
        values = (bent(each.values, at, below) for each in sets)
        losses = (_loss(_odds(value, slope, np.array([threshold])), level, level, weights) for value, level, weights in zip(values, good, even))
        return float(much @ [*losses])

    start = np.array([np.log(2 / spread), float(np.median(values)), 0.0])
    found = [(minimize(loss, start, args=(at,), method="L-BFGS-B", bounds=_BOUNDS), at) for at in np.round(np.quantile(values, _KNOTS), _DIGITS)]
    best, at = min(found, key=lambda one: one[0].fun)
    return Decision(float(np.exp(best.x[0])), float(best.x[1]), float(at), float(np.exp(best.x[2])))


def decision_first(deciding: list[Graded], grading: list[Graded], today: list[bool] | None = None) -> Calibration:
    """Like `proportional_odds`, with slope, knot and third threshold those of the decision alone, levels 4 and 5 against 1 to 3, and
    below the knot with another slope, not a smaller one, for the first two thresholds (partial proportional odds, Peterson and Harrell 1990).

    One slope for all levels is a compromise between them; here the probability of the decision makes none. The decision
    is fitted to the sets of `deciding`, of which `today` says which is of today, the others to those of `grading`. Which set a pair is of is not asked.
    """
    slope, middle, at, below = decision(deciding, today)
    much = counts([len(each.values) for each in grading], [False] * len(grading))
    good = [bent(each.values, at, below) for each in grading]
    spread = float(np.std(np.concatenate(good))) or 1.0

    def unpack(free: np.ndarray) -> tuple[float, np.ndarray]:
        gaps = np.exp(free[1:])
        return below * (1 + float(np.exp(free[0]))), middle + np.array([-gaps[0] - gaps[1], -gaps[0], 0.0, gaps[2]])

    def loss(free: np.ndarray) -> float:
        related, thresholds = unpack(free)
        above = (_above(bent(each.values, at, related), values, slope, thresholds) for each, values in zip(grading, good))
        return float(much @ [_loss(of, each.least, each.most) for of, each in zip(above, grading)])

    starts = (np.array([start, *np.log([spread / 3] * 3)]) for start in _STARTS)
    best = min((minimize(loss, start, method="L-BFGS-B") for start in starts), key=lambda found: found.fun)
    related, thresholds = unpack(best.x)
    rounded = [round(float(threshold), _DIGITS) for threshold in thresholds]
    return Calibration(round(slope, _DIGITS), at, round(below, _DIGITS), round(related, _DIGITS), rounded)


_BINS, _FOLDS = 10, 10


def off(logits: np.ndarray, pairs: Graded) -> float:
    """Expected calibration error of the decision over ten equal bins at even odds, on pairs of which it is known."""
    known = pairs.known()
    probabilities, good, weights = expit(logits[known]), pairs.least[known] > 3, pairs.of(known).even()
    of = np.minimum((probabilities * _BINS).astype(int), _BINS - 1)
    sums = (np.sum((weights * (probabilities - good))[of == bin]) for bin in range(_BINS))
    return float(sum(map(abs, sums)) / weights.sum())


def off_alone(sets: dict[str, Graded]) -> dict[str, float]:
    """How far the decision is off on each set when it is fitted to the others; a single set is left out a tenth of its
    documents at a time."""
    if len(sets) > 1:
        others = {name: [each for other, each in sets.items() if other != name] for name in sets}
        return {name: off(decision(others[name]).logits(each.values), each) for name, each in sets.items()}
    ((name, pairs),) = sets.items()
    folds, logits = pairs.documents % _FOLDS, np.zeros(len(pairs.values))
    for fold in np.unique(folds):
        left = folds == fold
        logits[left] = decision([pairs.of(~left)]).logits(pairs.values[left])
    return {name: off(logits, pairs)}


def temperature(logits: np.ndarray, levels: np.ndarray) -> float:
    """The temperature for logits [pairs, levels] and true levels counted from 1."""
    rows = np.arange(len(levels))

    def loss(log_temperature: float) -> float:
        return -log_softmax(logits / np.exp(log_temperature), axis=1)[rows, levels - 1].mean()

    return float(np.exp(minimize_scalar(loss, bounds=(-2.0, 2.0), method="bounded").x))
