"""MiniLM as an ONNX graph that reads one window of a text, node by node.

The graph mirrors `minilm.MiniLm`: `tokens`, int64 [1, length], to `states`, float32 [1, length, 384]. The embedding of the
first segment is added to those of the places, 1/√32 folded into the queries.
"""

import math

import numpy as np
import onnx

from .graph import Arithmetic, Graph
from .minilm import EPSILON, HEADS, LAYERS, WIDTH, MiniLm


class _Exporter(Arithmetic):
    def __init__(self, model: MiniLm, eight_bit: bool):
        self.model, self.graph = model, Graph(eight_bit)
        self.axes = {n: self.graph.constant([n], f"axis{n}", np.int64) for n in (0, 1)}

    def weight(self, name: str) -> np.ndarray:
        return self.model.weights[name].numpy()

    def layer(self, value: str, name: str, scale: float = 1.0) -> str:
        """A dense layer; its weights are stored [outputs, inputs], one scale per output."""
        g = self.graph
        weights = g.matrix(self.weight(f"{name}.weight") * np.float32(scale), f"{name}.weight")
        bias = g.vector(self.weight(f"{name}.bias") * np.float32(scale), f"{name}.bias")
        return self.add(g.node("MatMul", value, g.node("Transpose", weights, perm=[1, 0])), bias)

    def norm(self, value: str, name: str) -> str:
        scale, bias = (self.graph.vector(self.weight(f"{name}.{part}"), f"{name}.{part}") for part in ("weight", "bias"))
        return self.graph.node("LayerNormalization", value, scale, bias, axis=-1, epsilon=EPSILON)

    def heads(self, value: str, name: str, perm: list[int], scale: float = 1.0) -> str:
        shape = self.graph.constant([0, 0, HEADS, WIDTH // HEADS], "heads", np.int64)
        return self.graph.node("Transpose", self.graph.node("Reshape", self.layer(value, name, scale), shape), perm=perm)

    def attention(self, value: str, name: str) -> str:
        g = self.graph
        query = self.heads(value, f"{name}.self.query", [0, 2, 1, 3], 1 / math.sqrt(WIDTH // HEADS))
        key = self.heads(value, f"{name}.self.key", [0, 2, 3, 1])
        context = self.heads(value, f"{name}.self.value", [0, 2, 1, 3])
        seen = g.node("MatMul", g.node("Softmax", g.node("MatMul", query, key), axis=-1), context)
        joined = g.node("Reshape", g.node("Transpose", seen, perm=[0, 2, 1, 3]), g.constant([0, 0, WIDTH], "joined", np.int64))
        return self.layer(joined, f"{name}.output.dense")

    def gelu(self, value: str) -> str:
        inside = self.graph.node("Erf", self.div(value, self.number(math.sqrt(2))))
        return self.mul(self.mul(value, self.add(inside, self.number(1.0))), self.number(0.5))

    def export(self) -> onnx.ModelProto:
        g = self.graph
        length = g.node("Slice", g.node("Shape", "tokens"), self.axes[1], g.constant([2], "two", np.int64), self.axes[0])
        places = g.node("Slice", g.matrix(self.model.places.numpy(), "places"), self.axes[0], length, self.axes[0])
        words = g.table(self.model.embeddings.numpy(), "embeddings")("tokens")
        x = self.norm(self.add(words, places), "embeddings.LayerNorm")
        for number in range(LAYERS):
            name = f"encoder.layer.{number}"
            x = self.norm(self.add(self.attention(x, f"{name}.attention"), x), f"{name}.attention.output.LayerNorm")
            inside = self.gelu(self.layer(x, f"{name}.intermediate.dense"))
            x = self.norm(self.add(self.layer(inside, f"{name}.output.dense"), x), f"{name}.output.LayerNorm")
        g.node("Identity", x, name="states")
        return g.model({"tokens": [1, "length"]}, {"states": [1, "length", WIDTH]}, "minilm")


def export(model: MiniLm, eight_bit: bool) -> onnx.ModelProto:
    """The ONNX model of the encoder."""
    return _Exporter(model, eight_bit).export()
