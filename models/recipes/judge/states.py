"""States of texts by the encoder, read once and kept in files as float16. Cost: a pass of the encoder over every text."""

import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from .bases import SPECIAL
from .encoder import LAYERS, WIDTH, Encoder

_TOKENS = 4096  # of a batch
_SAVE_EVERY = 20  # seconds


class States:
    """Those of a list of texts as pieces, in `folder/NAME.*`."""

    def __init__(self, folder: Path, name: str, ids: list[list[int]]):
        self.ids, self._done = ids, folder / f"{name}.done.npy"
        self._starts = np.concatenate([[0], np.cumsum([len(text) for text in ids])])
        shape = int(self._starts[-1]), WIDTH
        paths = [folder / f"{name}.{layer}.f16" for layer in LAYERS]
        self._layers = [np.memmap(path, np.float16, "r+" if path.exists() else "w+", shape=shape) for path in paths]

    def fill(self, encoder: Encoder) -> None:
        """Reads what has not been read."""
        done = np.load(self._done) if self._done.exists() else np.array([not text for text in self.ids])
        order, saved = sorted(np.flatnonzero(~done), key=lambda number: len(self.ids[number])), time.monotonic()
        begin, padding, end = (SPECIAL.index(token) for token in ("<s>", "<pad>", "</s>"))
        while order:
            count = 1
            while count < len(order) and (count + 1) * (len(self.ids[order[count]]) + 2) <= _TOKENS:
                count += 1
            batch, order = order[:count], order[count:]
            length = len(self.ids[batch[-1]]) + 2
            tokens = torch.full((count, length), padding)
            for row, number in enumerate(batch):
                text = [begin, *self.ids[number], end]
                tokens[row, : len(text)] = torch.tensor(text)
            for layer, states in zip(self._layers, encoder.states(tokens, tokens != padding)):
                for row, number in enumerate(batch):
                    layer[self._starts[number] : self._starts[number + 1]] = states[row, 1 : 1 + len(self.ids[number])].numpy()
            done[batch] = True
            if not order or time.monotonic() - saved > _SAVE_EVERY:
                saved = time.monotonic()
                for layer in self._layers:
                    layer.flush()
                np.save(self._done, done)

    def batch(self, numbers: list[int]) -> tuple[Tensor, Tensor]:
        """States of all layers [texts, length, layers · WIDTH] and pieces, 0 where there is none."""
        length = max(len(self.ids[number]) for number in numbers)
        states = np.zeros((len(numbers), length, WIDTH * len(LAYERS)), np.float32)
        ids = np.zeros((len(numbers), length), np.int64)
        for row, number in enumerate(numbers):
            start, end = self._starts[number : number + 2]
            states[row, : end - start] = np.concatenate([layer[start:end] for layer in self._layers], axis=1)
            ids[row, : end - start] = self.ids[number]
        return torch.from_numpy(states), torch.from_numpy(ids)

    def spread(self, numbers: list[int]) -> tuple[Tensor, Tensor]:
        """Mean and standard deviation over the tokens of some texts."""
        states, ids = self.batch(numbers)
        read = states[ids > 0]
        return read.mean(0), read.std(0, correction=0) + 1e-3
