"""Scores made honest: temperature scaling, and proportional odds.

The temperature of a classifier minimises the cross-entropy of softmax(logits / T)
on held-out pairs; it changes no order within a pair's levels. Proportional odds
(McCullagh 1980) turn one number into a distribution over the levels, with one slope or, below
a knot, another. Cost: a few dozen passes over
the pairs.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, log_softmax

_LEAST_PROBABILITY = 1e-9
_DIGITS = 4


def _loss(values: np.ndarray, least: np.ndarray, most: np.ndarray, slope: float, thresholds: np.ndarray) -> float:
    """-ln P(level in `least` to `most`), the mean over the pairs."""
    rows = np.arange(len(values))
    above = expit(slope * (values[:, None] - thresholds))
    edges = np.concatenate([np.ones((len(values), 1)), above, np.zeros((len(values), 1))], axis=1)
    return -np.log(np.maximum(edges[rows, least - 1] - edges[rows, most], _LEAST_PROBABILITY)).mean()


def proportional_odds(values: np.ndarray, least: np.ndarray, most: np.ndarray) -> tuple[float, list[float]]:
    """Slope and the four thresholds that make it likeliest that each level lies in `least` to `most`.

    P(level > k) = sigma(slope * (value - threshold_k)), k = 1..4.
    """

    def unpack(free: np.ndarray) -> tuple[float, np.ndarray]:
        return np.exp(free[0]), free[1] + np.concatenate([[0.0], np.cumsum(np.exp(free[2:]))])

    spread = float(np.std(values)) or 1.0
    start = np.array([np.log(2 / spread), float(np.median(values)) - spread / 2, *np.log([spread / 3] * 3)])
    slope, thresholds = unpack(minimize(lambda free: _loss(values, least, most, *unpack(free)), start, method="L-BFGS-B").x)
    return float(slope), thresholds.tolist()


def bent(values: np.ndarray, at: float, below: float) -> np.ndarray:
    """A linear spline: the values at the knot and above, `at + below * (value - at)` below it."""
    return values + (below - 1) * np.minimum(values - at, 0)


@dataclass(frozen=True)
class Calibration:
    """P(level > k) = sigma(slope * (bent(value) - threshold_k)), k = 1..4, as `src/model/manifest/calibration.rs` reads it."""

    slope: float
    at: float
    below: float
    thresholds: list[float]

    def manifest(self) -> dict:
        """What stands in a manifest."""
        return {"slope": self.slope, "knot": {"at": self.at, "below": self.below}, "thresholds": self.thresholds}


def decision_first(values: np.ndarray, least: np.ndarray, most: np.ndarray) -> Calibration:
    """Like `proportional_odds`, with slopes and third threshold those of the decision alone, levels 4 and 5 against 1 to 3.

    One slope for all levels is a compromise between them; here the probability of the decision makes none. Below the
    median of the values it may rise otherwise than above. Each pair's levels lie on one side of the decision.
    """
    good = (least > 3).astype(int)
    spread = float(np.std(values)) or 1.0
    at = round(float(np.median(values)), _DIGITS)

    def decided(free: np.ndarray) -> float:
        return _loss(bent(values, at, np.exp(free[2])), good + 1, good + 1, np.exp(free[0]), np.array([free[1]]))

    log_slope, middle, log_below = minimize(decided, [np.log(2 / spread), at, 0.0], method="L-BFGS-B").x
    slope, below = float(np.exp(log_slope)), float(np.exp(log_below))
    values = bent(values, at, below)

    def around(free: np.ndarray) -> np.ndarray:
        gaps = np.exp(free)
        return middle + np.array([-gaps[0] - gaps[1], -gaps[0], 0.0, gaps[2]])

    found = minimize(lambda free: _loss(values, least, most, slope, around(free)), np.log([spread / 3] * 3), method="L-BFGS-B")
    rounded = [round(float(threshold), _DIGITS) for threshold in around(found.x)]
    return Calibration(round(slope, _DIGITS), at, round(below, _DIGITS), rounded)


def temperature(logits: np.ndarray, levels: np.ndarray) -> float:
    """The temperature for logits [pairs, levels] and true levels counted from 1."""
    rows = np.arange(len(levels))

    def loss(log_temperature: float) -> float:
        return -log_softmax(logits / np.exp(log_temperature), axis=1)[rows, levels - 1].mean()

    return float(np.exp(minimize_scalar(loss, bounds=(-2.0, 2.0), method="bounded").x))
