"""A cross-encoder: a pre-trained BERT with a head that judges whether a premise entails a hypothesis.

`[CLS]` premise `[SEP]` hypothesis `[SEP]` in two segments (Devlin et al. 2019) become the logits of entailment, neutral
and contradiction, by two layers over the state of `[CLS]`. The embeddings of the pieces stay what they are. Cost: that of
the encoder's layers of attention over the tokens of both texts.
"""

from typing import Protocol

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .text import PAD

WIDTH, HEADS, INSIDE, EPSILON = 384, 12, 1536, 1e-12
"""Of the encoders that it starts from."""
LABELS = ("entailment", "neutral", "contradiction")
AROUND = 3
"""Tokens of a window that are not a text's."""
DROPOUT = 0.1
_SHUT = -1e4


class Encoder(Protocol):
    """What a cross-encoder starts from."""

    layers: int
    begin: int
    end: int
    """The ids of `[CLS]` and `[SEP]`."""
    embeddings: Tensor
    """Of every id, [ids, WIDTH]."""

    def part(self, name: str) -> Tensor:
        """A tensor by what `CrossEncoder` calls it."""

    def ids(self, text: str) -> list[int]:
        """A text as ids, without those around it."""


def window(premise: list[int], hypothesis: list[int], most: int, around: tuple[int, int]) -> tuple[list[int], list[int]]:
    """Tokens and segments, with the ids of `[CLS]` and `[SEP]` around the texts; a hypothesis is cut to half of the room, a premise to what is left."""
    (begin, end), room = around, most - AROUND
    hypothesis = hypothesis[: room // 2]
    premise = premise[: room - len(hypothesis)]
    return [begin, *premise, end, *hypothesis, end], [0] * (len(premise) + 2) + [1] * (len(hypothesis) + 1)


class Layer(nn.Module):
    """Self-attention and two dense layers, each added to what it reads and normed after.

    The attention is written out: on a CPU a step of training takes up to a third less than with PyTorch's fused one.
    """

    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.first, self.second = nn.Linear(WIDTH, INSIDE), nn.Linear(INSIDE, WIDTH)
        self.attended, self.fed = (nn.LayerNorm(WIDTH, EPSILON) for _ in range(2))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor, shut: Tensor) -> Tensor:
        batch, length, _ = x.shape
        query, key, value = (
            part(x).view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        shares = torch.softmax(query @ key.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + shut.to(query.dtype), -1)
        seen = shares @ value
        x = self.attended(x + self.drop(self.output(seen.transpose(1, 2).reshape(batch, length, WIDTH))))
        return self.fed(x + self.drop(self.second(F.gelu(self.first(x)))))


class CrossEncoder(nn.Module):
    """Tokens and segments [batch, length], padded on the right, to logits [batch, 3]."""

    def __init__(self, encoder: Encoder):
        super().__init__()
        self.around = encoder.begin, encoder.end
        self.register_buffer("pieces", encoder.embeddings, persistent=False)
        self.places, self.segments = (nn.Parameter(encoder.part(name).clone()) for name in ("places", "segments"))
        self.embedded = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(encoder.layers))
        self.drop = nn.Dropout(DROPOUT)
        self.hidden, self.head = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, len(LABELS))
        started = (name for name in self.state_dict() if name.startswith(("embedded.", "layers.")))
        self.load_state_dict({name: encoder.part(name) for name in started}, strict=False)

    def forward(self, tokens: Tensor, segments: Tensor) -> Tensor:
        shut = (tokens == PAD)[:, None, None, :] * _SHUT
        x = self.embedded(self.pieces[tokens] + self.places[: tokens.shape[1]] + self.segments[segments])
        x = self.drop(x)
        for layer in self.layers:
            x = layer(x, shut)
        return self.head(self.drop(torch.tanh(self.hidden(x[:, 0]))))
