"""Logits by an exported judge, and whether it computes what its encoder and head do: float32 to 1e-3, 8 bits to 0.1 in probability, in ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnxruntime
import torch

from .encoder import Encoder
from .encoding import Example
from .export import INPUTS
from .head import Head

_EXACT, _EIGHT_BIT = 1e-3, 0.1


def session(model: Path | bytes) -> onnxruntime.InferenceSession:
    """A graph in ONNX Runtime, on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model if isinstance(model, bytes) else str(model), options)


class TokenLogits:
    """Of windows, the logits of "unsupported" at their first token and at each of the sentence's, by a graph, one window a run; each window is run once."""

    def __init__(self, graph: onnxruntime.InferenceSession):
        self._graph, self._known = graph, {}

    def __call__(self, examples: list[Example]) -> list[np.ndarray]:
        return [self._one(example) for example in examples]

    def _one(self, example: Example) -> np.ndarray:
        key = tuple(example.tokens)
        if key not in self._known:
            given = (np.array([values]) for values in (example.tokens, [1] * len(example.tokens), example.segments))
            ((found,),) = self._graph.run(None, dict(zip(INPUTS, given, strict=True)))
            self._known[key] = np.concatenate([found[:1, 1], found[example.sentence(), 1]])
        return self._known[key]


@torch.inference_mode()
def expected(encoder: Encoder, head: Head, example: Example) -> np.ndarray:
    """The logits of the sentence's tokens, the greatest of which is the sentence's."""
    border = example.segments.index(1)
    texts = [torch.tensor([part]) for part in (example.tokens[:border], example.tokens[border:])]
    states = [torch.cat(encoder.states(text, text >= 0), -1)[:, 1:-1] for text in texts]
    tokens, sentence = head(states[0], texts[0][:, 1:-1], states[1], texts[1][:, 1:-1], torch.tensor([0]))
    return (tokens[0] + sentence - tokens.max()).numpy()


def check(graph: onnxruntime.InferenceSession, encoder: Encoder, head: Head, examples: list[Example], exact: bool) -> float:
    """The greatest difference between a graph and the network on windows; an `AssertionError` if it is too great."""
    apart, logits = 0.0, TokenLogits(graph)
    for example, found in zip(examples, logits(examples), strict=True):
        pair = found[1:], expected(encoder, head, example)
        if not exact:
            pair = tuple(1 / (1 + np.exp(-each)) for each in pair)
        apart = max(apart, float(np.abs(pair[0] - pair[1]).max()))
    assert apart <= (_EXACT if exact else _EIGHT_BIT), f"a graph differs from the network by {apart}"
    return apart
