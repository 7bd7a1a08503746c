"""The first layers of multilingual-e5-small over the pieces that are kept: an encoder that nothing is trained in.

Each text is read by itself, `<s>` text `</s>`, with places from its start; the states after some of the layers are given.
Cost: that of the layers of attention.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..fit_teacher import Teacher

WIDTH, HEADS = 384, 12
LAYERS = (3, 6, 9)
"""The layers of e5's twelve whose states are given; those after the last are left out."""
POSITIONS = 512


class Dense(NamedTuple):
    """A dense layer: weights [outputs, inputs] and a bias."""

    weight: Tensor
    bias: Tensor


class Layer(NamedTuple):
    """A layer of a BERT: queries, keys and values as one, what is made of the heads, two dense layers, and two norms."""

    seen: Dense
    output: Dense
    attended: Dense
    first: Dense
    second: Dense
    fed: Dense


@dataclass(frozen=True)
class Encoder:
    """Embeddings, places with those of the one segment, and layers."""

    words: Tensor
    packed: tuple[np.ndarray, np.ndarray]
    """The embeddings' numbers of four bits and their scales, as the package stores them."""
    places: Tensor
    embedded: Dense
    layers: list[Layer]
    epsilon: float

    @classmethod
    def of(cls, package: Path, kept: list[int]) -> "Encoder":
        """That of a package, over pieces that are kept."""
        teacher = Teacher(package)
        assert (teacher.width, teacher.heads) == (WIDTH, HEADS)
        words, places, segments = (teacher.tensors[f"emb.{name}"].view(-1, WIDTH) for name in ("word", "pos", "type"))
        return cls(
            words[torch.tensor(kept)].clone(), teacher.packed_rows("emb.word", WIDTH, kept), places[:POSITIONS] + segments[0],
            Dense(teacher.tensors["emb.ln.w"], teacher.tensors["emb.ln.b"]), [_layer(teacher, number) for number in range(LAYERS[-1])], teacher.epsilon,
        )  # fmt: skip

    @torch.inference_mode()
    def states(self, tokens: Tensor, read: Tensor) -> list[Tensor]:
        """Of tokens [batch, length] of which some are read, the states [batch, length, WIDTH] after each of `LAYERS`."""
        batch, length = tokens.shape
        mask = None if bool(read.all()) else read[:, None, None, :]
        x = self._norm(self.words[tokens] + self.places[:length], self.embedded)
        found = []
        for number, layer in enumerate(self.layers, 1):
            query, key, value = F.linear(x, *layer.seen).view(batch, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
            seen = F.scaled_dot_product_attention(query, key, value, attn_mask=mask).transpose(1, 2).reshape(batch, length, WIDTH)
            x = self._norm(x + F.linear(seen, *layer.output), layer.attended)
            x = self._norm(x + F.linear(F.gelu(F.linear(x, *layer.first)), *layer.second), layer.fed)
            if number in LAYERS:
                found.append(x)
        return found

    def _norm(self, x: Tensor, norm: Dense) -> Tensor:
        return F.layer_norm(x, (WIDTH,), *norm, self.epsilon)

    def parameters(self) -> int:
        """How many numbers it has."""
        dense = [self.embedded, *(part for layer in self.layers for part in layer)]
        return self.words.numel() + self.places.numel() + sum(value.numel() for part in dense for value in part)


def _layer(teacher: Teacher, number: int) -> Layer:
    def dense(*names: str, inputs: int = WIDTH) -> Dense:
        weights, biases = ([teacher.tensors[f"l{number}.{name}.{kind}"] for name in names] for kind in "wb")
        return Dense(torch.cat(weights).view(-1, inputs), torch.cat(biases))

    def norm(name: str) -> Dense:
        return Dense(*(teacher.tensors[f"l{number}.{name}.{kind}"] for kind in "wb"))

    return Layer(dense(*"qkv"), dense("ao"), norm("aln"), dense("fi"), dense("fo", inputs=teacher.inner), norm("oln"))


def packed_words(encoder: Encoder) -> tuple[np.ndarray, np.ndarray]:
    """The embeddings' numbers, two in a byte as int8, the first half of a row in the lower bits; and the scales, float16."""
    numbers, scales = encoder.packed
    low, high = np.split(numbers.astype(np.int16), 2, axis=1)
    return (low + 16 * high - 128).astype(np.int8), scales
