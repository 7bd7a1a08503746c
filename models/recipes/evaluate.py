"""AUC with a bootstrap interval, and scoring through ONNX Runtime.

AUC is the area under the ROC curve (paper A, (19) and (20)) of a score against
the positive levels 4 and 5.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnxruntime
from sklearn.metrics import roc_auc_score

from .training import Encoded, padded

POSITIVE = 4
"""The least level that counts as a good pair."""

_RESAMPLES = 2000


class Auc(NamedTuple):
    """An AUC and its 95 % percentile bootstrap interval over pairs."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"


def weighted_areas(positive: np.ndarray, scores: np.ndarray):
    """A function from how often each pair counts to the AUC; the pairs are sorted once."""
    _, group = np.unique(scores, return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    up = positive[order]

    def area(weights: np.ndarray) -> float:
        weights = weights[order]
        ups = np.add.reduceat(weights * up, starts)
        downs = np.add.reduceat(weights * ~up, starts)
        below = np.cumsum(downs) - downs
        return float((ups * (below + downs / 2)).sum() / (ups.sum() * downs.sum()))

    return area


def auc(levels: np.ndarray, scores: np.ndarray, seed: int = 0) -> Auc:
    """AUC of scores against levels 4 and 5; resamples of one class are redrawn."""
    positive = np.asarray(levels) >= POSITIVE
    area = weighted_areas(positive, scores)
    rng = np.random.default_rng(seed)
    draws = []
    while len(draws) < _RESAMPLES:
        chosen = rng.integers(0, len(positive), len(positive))
        if positive[chosen].any() and not positive[chosen].all():
            draws.append(area(np.bincount(chosen, minlength=len(positive))))
    low, high = np.percentile(draws, [2.5, 97.5])
    return Auc(float(roc_auc_score(positive, scores)), float(low), float(high))


def softmax(logits: np.ndarray) -> np.ndarray:
    exponents = np.exp(logits - logits.max(axis=1, keepdims=True))
    return exponents / exponents.sum(axis=1, keepdims=True)


def probability(logits: np.ndarray) -> np.ndarray:
    """Probability of levels 4 and 5."""
    return softmax(logits)[:, POSITIVE - 1 :].sum(axis=1)


class Runner:
    """An ONNX file in ONNX Runtime, on one thread."""

    def __init__(self, path: Path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        # Higher levels replace a restored 8-bit matrix by a kernel that rounds activations too.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def logits(self, documents: list[list[int]], summaries: list[list[int]]) -> np.ndarray:
        """Logits of one padded batch."""
        return self._session.run(["logits"], {"document": padded(documents), "summary": padded(summaries)})[0]

    def all_logits(self, data: Encoded, batch: int = 64) -> np.ndarray:
        """Logits of all pairs, in batches."""
        return np.concatenate(
            [
                self.logits(data.documents[start : start + batch], data.summaries[start : start + batch])
                for start in range(0, len(data.documents), batch)
            ]
        )
