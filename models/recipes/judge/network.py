"""A token classifier: a BERT whose every token gets the logits of supported and unsupported.

`[CLS]` premise `[SEP]` summary `[SEP]` in two segments become logits [batch, length, 2]; those at `[CLS]` say whether
anything of the summary is unsupported. The embeddings of the pieces stay what they are. It starts from a cross-encoder
of the larger matchers, which has learned entailment, as its graph holds it. Cost: that of the layers of attention.
"""

import math
import re
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import Tensor, nn

from ..cross_encoder import EPSILON, HEADS, WIDTH
from ..cross_encoder import Layer as CrossLayer

LABELS = ("supported", "unsupported")
POSITIONS = 512
DROPOUT = 0.1
"""Before the head alone: elsewhere it takes a sixth of the time of a step on a CPU."""


class Layer(CrossLayer):
    """A layer of a cross-encoder with PyTorch's fused attention and without dropout."""

    def forward(self, x: Tensor, read: Tensor) -> Tensor:
        batch, length, width = x.shape
        query, key, value = (part(x).view(batch, length, HEADS, width // HEADS).transpose(1, 2) for part in (self.query, self.key, self.value))
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=read)
        x = self.attended(x + self.output(seen.transpose(1, 2).reshape(batch, length, width)))
        return self.fed(x + self.second(F.gelu(self.first(x))))


class TokenClassifier(nn.Module):
    """Tokens, which of them are read, and segments [batch, length] to logits [batch, length, 2]."""

    def __init__(self, pieces: Tensor, layers: int):
        super().__init__()
        self.register_buffer("pieces", pieces, persistent=False)
        self.places = nn.Parameter(torch.zeros(POSITIONS, WIDTH))
        self.segments = nn.Parameter(torch.zeros(2, WIDTH))
        self.embedded = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.drop = nn.Dropout(DROPOUT)
        self.head = nn.Linear(WIDTH, len(LABELS))

    def forward(self, tokens: Tensor, read: Tensor, segments: Tensor) -> Tensor:
        read = (read == 1)[:, None, None, :]
        x = self.embedded(self.pieces[tokens] + self.places[: tokens.shape[1]] + self.segments[segments])
        for layer in self.layers:
            x = layer(x, read)
        return self.head(self.drop(x))


def restored(graph: Path) -> dict[str, np.ndarray]:
    """The float32 tensors of a cross-encoder's graph, by what `network` and `cross_encoder` call them."""
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(graph).graph.initializer}
    values = {}
    for name, tensor in stored.items():
        if name.endswith(".int8"):
            scale = stored[name.removesuffix(".int8") + ".scale"].reshape(-1, 1)
            values[name.removesuffix(".int8")] = tensor.astype(np.float32) * scale
        elif tensor.dtype == np.float32 and not name.endswith(".scale"):
            values[name] = tensor.copy()
    return values


def start(model: TokenClassifier, graph: Path, places: Tensor) -> None:
    """Copies the layers of a cross-encoder's graph; `places` holds its positions beyond those that the graph has."""
    values = restored(graph)
    state = {"places": places[:POSITIONS].clone(), "segments": torch.from_numpy(values["segments.rows"].copy())}
    state["places"][: len(values["places"])] = torch.from_numpy(values["places"])
    folded = math.sqrt(WIDTH // HEADS)
    for name, value in values.items():
        match = re.fullmatch(r"(layers\.\d+)\.(seen|query)\.(weight|bias)", name)
        if match:
            layer, part, kind = match.groups()
            parts = np.split(value, len(value) // WIDTH)
            named = {3: ("query", "key", "value"), 2: ("key", "value"), 1: ("query",)}[len(parts)]
            for which, rows in zip(named, parts, strict=True):
                state[f"{layer}.{which}.{kind}"] = torch.from_numpy(rows * (folded if which == "query" else 1))
        elif name.startswith(("layers.", "embedded.")):
            state[name] = torch.from_numpy(value)
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert set(missing) <= {"head.weight", "head.bias"} and not unexpected, (missing, unexpected)
