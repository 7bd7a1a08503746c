"""Checks of the exported encoder: random windows have the states of `minilm.MiniLm`.

float32: to 1e-4; 8 bits: with cosines of 0.99 at least. Each check raises `AssertionError` with the figure. ONNX Runtime runs the
graph as it is written (`session`): its optimizer would round what is multiplied by weights in 8 bits.
"""

from pathlib import Path

import numpy as np
import onnxruntime

from .minilm import SPECIAL, MiniLm

_LENGTHS = (3, 20, 200)
_EXACT, _EIGHT_BIT = 1e-4, 0.99


def session(path: Path) -> onnxruntime.InferenceSession:
    """The graph in ONNX Runtime, without its optimizer."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(path), options)


def check(path: Path, model: MiniLm, window: int, exact: bool) -> None:
    """Checks a graph against the encoder it was made from."""
    encoder, rng = session(path), np.random.default_rng(0)
    for length in (*_LENGTHS, window):
        tokens = rng.integers(len(SPECIAL), len(model.pieces), (1, length))
        tokens[0, 0], tokens[0, -1] = SPECIAL.index("[CLS]"), SPECIAL.index("[SEP]")
        found, wanted = encoder.run(None, {"tokens": tokens})[0], model.states(tokens)
        if exact:
            apart = np.abs(found - wanted).max()
            assert apart <= _EXACT, f"{path.name}: states differ from PyTorch's by {apart}"
            continue
        norms = np.linalg.norm(found, axis=-1) * np.linalg.norm(wanted, axis=-1)
        least = ((found * wanted).sum(-1) / norms).min()
        assert least >= _EIGHT_BIT, f"{path.name}: a state has the cosine {least} with PyTorch's"
