"""Checks of an exported pair classifier; each raises `AssertionError` with the figure.

* the float32 graph gives the logits of the PyTorch model;
* a pair gives the same logits alone and in a padded batch.

The pairs are random ids of every length from 1 on, half of a summary taken from its
document.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..evaluate import Runner, probability
from ..training import padded

_BATCHES = ((1, 1, 1), (4, 12, 3), (16, 150, 50), (64, 110, 20))  # pairs, longest document, longest summary
_GRAPH_TOLERANCE = 1e-4  # logits
_PADDING_TOLERANCE = 1e-6  # probability


def _random(count: int, document: int, summary: int, tokens: int, rng: np.random.Generator) -> tuple[list, list]:
    documents, summaries = [], []
    for _ in range(count):
        documents.append(rng.integers(1, tokens, rng.integers(1, document + 1)).tolist())
        fresh = rng.integers(1, tokens, rng.integers(1, summary + 1)).tolist()
        shared = min(len(documents[-1]), len(fresh)) // 2
        summaries.append(documents[-1][:shared] + fresh[shared:])
    return documents, summaries


def check(path: Path, model: nn.Module | None, temperature: float, tokens: int, most: int | None = None) -> None:
    """Checks a graph that reads at most `most` tokens of a text; `model` is given for the float32 one only."""
    runner, rng = Runner(path), np.random.default_rng(0)
    for count, *longest in _BATCHES:
        shape = (count, *(min(length, most or length) for length in longest))
        documents, summaries = _random(*shape, tokens, rng)
        together = runner.logits(documents, summaries)
        alone = np.concatenate([runner.logits([d], [s]) for d, s in zip(documents, summaries)])
        apart = np.abs(probability(together) - probability(alone)).max()
        assert apart <= _PADDING_TOLERANCE, f"{path.name}: padding moves a probability by {apart}"
        if model is not None:
            with torch.no_grad():
                wanted = model(*(torch.from_numpy(padded(ids)) for ids in (documents, summaries))).numpy()
            apart = np.abs(together - wanted / temperature).max()
            assert apart <= _GRAPH_TOLERANCE, f"{path.name}: logits differ from PyTorch's by {apart}"
