"""Scores made honest: temperature scaling, and proportional odds.

The temperature of a classifier minimises the cross-entropy of softmax(logits / T)
on held-out pairs; it changes no order within a pair's levels. Proportional odds
(McCullagh 1980) turn one number into a distribution over the levels. Cost: a few dozen passes over
the pairs.
"""

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, log_softmax

_LEAST_PROBABILITY = 1e-9


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


def decision_first(values: np.ndarray, least: np.ndarray, most: np.ndarray) -> tuple[float, list[float]]:
    """Like `proportional_odds`, with slope and third threshold those of the decision alone, levels 4 and 5 against 1 to 3.

    One slope for all levels is a compromise between them; here the probability of the decision makes none.
    Each pair's levels lie on one side of it.
    """
    good = (least > 3).astype(int)
    spread = float(np.std(values)) or 1.0

    def decided(free: np.ndarray) -> float:
        return _loss(values, good + 1, good + 1, np.exp(free[0]), np.array([free[1]]))

    log_slope, middle = minimize(decided, [np.log(2 / spread), float(np.median(values))], method="L-BFGS-B").x
    slope = float(np.exp(log_slope))

    def around(free: np.ndarray) -> np.ndarray:
        gaps = np.exp(free)
        return middle + np.array([-gaps[0] - gaps[1], -gaps[0], 0.0, gaps[2]])

    found = minimize(lambda free: _loss(values, least, most, slope, around(free)), np.log([spread / 3] * 3), method="L-BFGS-B")
    return slope, around(found.x).tolist()


def temperature(logits: np.ndarray, levels: np.ndarray) -> float:
    """The temperature for logits [pairs, levels] and true levels counted from 1."""
    rows = np.arange(len(levels))

    def loss(log_temperature: float) -> float:
        return -log_softmax(logits / np.exp(log_temperature), axis=1)[rows, levels - 1].mean()

    return float(np.exp(minimize_scalar(loss, bounds=(-2.0, 2.0), method="bounded").x))
