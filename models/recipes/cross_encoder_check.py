"""Checks of the exported cross-encoder: random windows have the logits of `cross_encoder.CrossEncoder`.

float32: to 1e-3; 8 bits: probabilities to 0.1. Each check raises `AssertionError` with the figure. ONNX Runtime runs the
graph as it is written (`session`): its optimizer would round what is multiplied by weights in 8 bits.
"""

from pathlib import Path

import numpy as np
import onnxruntime
import torch

from .cross_encoder import CrossEncoder, window

_LENGTHS = ((1, 1), (20, 8), (150, 40))  # premise, hypothesis
_SPECIAL = 4  # ids that are left out, at least
_EXACT, _EIGHT_BIT = 1e-3, 0.1


def session(path: Path) -> onnxruntime.InferenceSession:
    """The graph in ONNX Runtime, without its optimizer."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(path), options)


def logits(graph: onnxruntime.InferenceSession, premise: list[int], hypothesis: list[int], around: tuple[int, int], most: int) -> np.ndarray:
    """Those of a premise and a hypothesis, float32 [3]."""
    tokens, segments = window(premise, hypothesis, most, around)
    return graph.run(None, {"tokens": np.array([tokens]), "segments": np.array([segments])})[0][0]


@torch.inference_mode()
def check(path: Path, model: CrossEncoder, most: int, exact: bool) -> None:
    """Checks a graph against the cross-encoder it was made from."""
    graph, rng = session(path), np.random.default_rng(0)
    for lengths in (*_LENGTHS, (most, most)):
        texts = [rng.integers(_SPECIAL, len(model.pieces), length).tolist() for length in lengths]
        found = torch.from_numpy(logits(graph, *texts, model.around, most))
        wanted = model(*(torch.tensor([each]) for each in window(*texts, most, model.around)))[0]
        if exact:
            apart = (found - wanted).abs().max().item()
            assert apart <= _EXACT, f"{path.name}: logits differ from PyTorch's by {apart}"
            continue
        apart = (found.softmax(0) - wanted.softmax(0)).abs().max().item()
        assert apart <= _EIGHT_BIT, f"{path.name}: a probability differs from PyTorch's by {apart}"
