"""A cross-encoder: all-MiniLM-L6-v2 with a head that judges whether a premise entails a hypothesis.

`[CLS]` premise `[SEP]` hypothesis `[SEP]` in two segments (Devlin et al. 2019) become the logits of entailment, neutral
and contradiction, by two layers over the state of `[CLS]`. The embeddings of the pieces stay what they are. Cost: that of
six layers of attention over the tokens of both texts.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from .minilm import EPSILON, HEADS, LAYERS, SPECIAL, WIDTH, MiniLm
from .text import PAD

LABELS = ("entailment", "neutral", "contradiction")
BEGIN, END = SPECIAL.index("[CLS]"), SPECIAL.index("[SEP]")
AROUND = 3
"""Tokens of a window that are not a text's."""
DROPOUT = 0.1
_SHUT = -1e4


def window(premise: list[int], hypothesis: list[int], most: int) -> tuple[list[int], list[int]]:
    """Tokens and segments; a hypothesis is cut to half of the room, a premise to what is left."""
    room = most - AROUND
    hypothesis = hypothesis[: room // 2]
    premise = premise[: room - len(hypothesis)]
    return [BEGIN, *premise, END, *hypothesis, END], [0] * (len(premise) + 2) + [1] * (len(hypothesis) + 1)


class Layer(nn.Module):
    """Self-attention and two dense layers, each added to what it reads and normed after."""

    def __init__(self, inside: int):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.first, self.second = nn.Linear(WIDTH, inside), nn.Linear(inside, WIDTH)
        self.attended, self.fed = (nn.LayerNorm(WIDTH, EPSILON) for _ in range(2))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor, shut: Tensor) -> Tensor:
        batch, length, _ = x.shape
        query, key, value = (
            part(x).view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=shut.to(query.dtype))
        x = self.attended(x + self.drop(self.output(seen.transpose(1, 2).reshape(batch, length, WIDTH))))
        return self.fed(x + self.drop(self.second(F.gelu(self.first(x)))))


_NAMES = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "output": "attention.output.dense", "attended": "attention.output.LayerNorm",
    "first": "intermediate.dense", "second": "output.dense", "fed": "output.LayerNorm",
}  # fmt: skip
"""What BERT calls the parts of a layer."""


class CrossEncoder(nn.Module):
    """Tokens and segments [batch, length], padded on the right, to logits [batch, 3]."""

    def __init__(self, model: MiniLm):
        super().__init__()
        weights = model.weights
        self.register_buffer("pieces", model.embeddings, persistent=False)
        self.places = nn.Parameter(weights["embeddings.position_embeddings.weight"].clone())
        self.segments = nn.Parameter(weights["embeddings.token_type_embeddings.weight"].clone())
        self.embedded = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer(len(weights["encoder.layer.0.intermediate.dense.bias"])) for _ in range(LAYERS))
        self.drop = nn.Dropout(DROPOUT)
        self.hidden, self.head = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, len(LABELS))
        taken = {"embedded": "embeddings.LayerNorm"} | {
            f"layers.{number}.{ours}": f"encoder.layer.{number}.{theirs}" for number in range(LAYERS) for ours, theirs in _NAMES.items()
        }
        state = {f"{ours}.{part}": weights[f"{theirs}.{part}"] for ours, theirs in taken.items() for part in ("weight", "bias")}
        missing = set(self.load_state_dict(state, strict=False).missing_keys)
        assert missing == {"places", "segments", *(f"{new}.{part}" for new in ("hidden", "head") for part in ("weight", "bias"))}, missing

    def forward(self, tokens: Tensor, segments: Tensor) -> Tensor:
        shut = (tokens == PAD)[:, None, None, :] * _SHUT
        x = self.embedded(self.pieces[tokens] + self.places[: tokens.shape[1]] + self.segments[segments])
        x = self.drop(x)
        for layer in self.layers:
            x = layer(x, shut)
        return self.head(self.drop(torch.tanh(self.hidden(x[:, 0]))))
