"""Temperature scaling: one number that makes the softmax of a classifier honest.

The temperature minimises the cross-entropy of softmax(logits / T) on held-out
pairs. It changes no order within a pair's levels. Cost: a few dozen passes over
the logits.
"""

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax


def temperature(logits: np.ndarray, levels: np.ndarray) -> float:
    """The temperature for logits [pairs, levels] and true levels counted from 1."""
    rows = np.arange(len(levels))

    def loss(log_temperature: float) -> float:
        return -log_softmax(logits / np.exp(log_temperature), axis=1)[rows, levels - 1].mean()

    return float(np.exp(minimize_scalar(loss, bounds=(-2.0, 2.0), method="bounded").x))
