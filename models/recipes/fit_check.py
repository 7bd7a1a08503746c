"""Checks of an exported `fit` graph.

* float32: the graph gives the logits of the PyTorch network;
* 8 bits: near to them;
* a pair gives the same logits alone and in a padded batch.

The pairs are random ids, half of a summary taken from its document. Each check
raises `AssertionError` with the figure.
"""

from pathlib import Path

import numpy as np
import torch

from .evaluate import Runner
from .fit_net import Fit

_SHAPES = ((1, 1, 1), (3, 200, 20), (1, 1000, 60))  # pairs, document, summary
_EXACT, _EIGHT_BIT, _PADDING = 1e-4, 0.5, 1e-4  # logits


def check(path: Path, model: Fit, language: str, exact: bool) -> None:
    """Checks a graph against the network it was made from."""
    runner, rng = Runner(path), np.random.default_rng(0)
    size = len(model.tables[language])
    for count, longest, summary in _SHAPES:
        documents = [rng.integers(2, size, longest // (row + 1)).tolist() for row in range(count)]
        summaries = []
        for row, document in enumerate(documents):
            length = max(1, summary // (row + 1))
            kept = document[: length // 2]
            summaries.append(kept + rng.integers(2, size, length - len(kept)).tolist())
        together = runner.logits(documents, summaries)
        alone = np.concatenate([runner.logits([d], [s]) for d, s in zip(documents, summaries)])
        apart = np.abs(together - alone).max()
        assert apart <= _PADDING, f"{path.name}: padding moves a logit by {apart}"
        with torch.no_grad():
            wanted = torch.cat([model(language, torch.tensor([d]), torch.tensor([s])) for d, s in zip(documents, summaries)])
        apart = np.abs(alone - wanted.numpy()).max()
        assert apart <= (_EXACT if exact else _EIGHT_BIT), f"{path.name}: logits differ from PyTorch's by {apart}"

