"""Checks of exported headline graphs: encoder and decoder, step by step, give the network's probabilities.

* float32: those of the PyTorch network, which reads a whole headline at once;
* 8 bits: near to them.

The documents are random ids, unknown pieces among them, and whatever is given; half of a
headline's tokens are of its document. Each check raises `AssertionError` with the figure.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from .net import FREQUENCIES
from .pairs import Example
from .pieces import END, UNKNOWN
from .search import Network, relations

_PLACES = (1, 2, 7, 40)
_UNKNOWN_PIECES = 3
_EXACT, _EIGHT_BIT = 1e-4, 0.03
"""The greatest total variation distance between the distributions of a step; for 8 bits, its mean over a headline."""


def drawn(model: nn.Module, seed: int = 0) -> list[Example]:
    """Random documents and headlines."""
    rng, sizes = np.random.default_rng(seed), model.sizes
    made = []
    for places in (*_PLACES, sizes.source):
        source = rng.integers(UNKNOWN + 1, sizes.vocabulary + _UNKNOWN_PIECES, places)
        steps = min(2 * places, sizes.target - 1)
        fresh = rng.integers(UNKNOWN + 1, sizes.vocabulary, steps)
        target = np.where(rng.random(steps) < 0.5, np.resize(source, steps), fresh)
        made.append(Example(source, rng.integers(0, FREQUENCIES, places), np.array([*target, END])))
    return made


def of_network(model: nn.Module, example: Example) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities of words and of copied places at every step."""
    source, frequencies = (torch.tensor(x[None].astype(np.int64)) for x in (example.source, example.frequencies))
    written = torch.tensor([[0, *example.target[:-1]]])
    with torch.no_grad():
        words, copies = model.probabilities(source, frequencies, written)
    return words[0].numpy(), copies[0].numpy()


def of_graphs(network: Network, example: Example, vocabulary: int) -> tuple[np.ndarray, np.ndarray]:
    """The same from the graphs; two hypotheses, the second with another past, run side by side."""
    memory, past = network.memory(example.source, example.frequencies, vocabulary), network.start().repeat(2, 0)
    target = example.target[:-1].tolist()
    rows = []
    for step in range(len(target) + 1):
        beams = [target[:step], target[:step][::-1]]
        last = [beam[-1] if beam else 0 for beam in beams]
        related = np.stack([relations(example.source, beam) for beam in beams])
        last = [token if token < vocabulary else UNKNOWN for token in last]
        words, copies, past = network.step(last, step, memory, related, past)
        rows.append((words[0], copies[0]))
    return tuple(np.stack(x) for x in zip(*rows))


def check(folder: Path, model: nn.Module, exact: bool, others: list[Example] = ()) -> float:
    """Checks the graphs of a folder against the network they were made from; returns the difference."""
    network, worst = Network(folder / "encoder.onnx", folder / "decoder.onnx"), 0.0
    for example in [*drawn(model), *others]:
        wanted = np.concatenate(of_network(model, example), 1)
        found = np.concatenate(of_graphs(network, example, model.sizes.vocabulary), 1)
        apart = np.abs(found - wanted).sum(1) / 2
        worst = max(worst, float(apart.max() if exact else apart.mean()))
    assert worst <= (_EXACT if exact else _EIGHT_BIT), f"{folder.name}: distributions differ from PyTorch's by {worst}"
    return worst
