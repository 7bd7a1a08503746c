"""Whether an exported judge computes what its network does: float32 to 1e-3, 8 bits to 0.1 in probability, in ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnxruntime
import torch

from .encoding import Example
from .export import INPUTS
from .network import TokenClassifier
from .training import tensors

_EXACT, _EIGHT_BIT = 1e-3, 0.1


def session(model: Path | bytes) -> onnxruntime.InferenceSession:
    """A graph in ONNX Runtime, on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model if isinstance(model, bytes) else str(model), options)


def run(graph: onnxruntime.InferenceSession, examples: list[Example]) -> tuple[np.ndarray, np.ndarray]:
    """The logits of "unsupported" [batch, length] of windows, and which of them are read."""
    batch = tensors(examples)
    (logits,) = graph.run(None, dict(zip(INPUTS, (each.numpy() for each in batch[:3]), strict=True)))
    return logits[..., 1] - logits[..., 0], batch.read.numpy() == 1


class TokenLogits:
    """As `training.token_logits`, by a graph, one window a run; each window is run once."""

    def __init__(self, graph: onnxruntime.InferenceSession):
        self._graph, self._known = graph, {}

    def __call__(self, examples: list[Example]) -> list[np.ndarray]:
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> np.ndarray:
        key = tuple(example.tokens)
        if key not in self._known:
            ((row,), _) = run(self._graph, [example])
            self._known[key] = np.concatenate([row[:1], row[example.segments.index(1) : len(example.tokens) - 1]])
        return self._known[key]


@torch.inference_mode()
def check(graph: onnxruntime.InferenceSession, model: TokenClassifier, examples: list[Example], exact: bool) -> float:
    """The greatest difference between a graph and the network on windows in one batch; an `AssertionError` if it is too great."""
    model.eval()
    found, read = run(graph, examples)
    logits = model(*tensors(examples)[:3]).numpy()
    wanted = logits[..., 1] - logits[..., 0]
    if exact:
        apart, most = np.abs(found - wanted)[read].max(), _EXACT
    else:
        apart, most = np.abs(1 / (1 + np.exp(-found)) - 1 / (1 + np.exp(-wanted)))[read].max(), _EIGHT_BIT
    assert apart <= most, f"a graph differs from the network by {apart}"
    return float(apart)
