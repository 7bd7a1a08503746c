"""MiniLM as an ONNX graph that reads one window of a text, node by node.

The graph mirrors `minilm.MiniLm`: `tokens`, int64 [1, length], to `states`, float32 [1, length, 384]. The embedding of the
first segment is added to those of the places, 1/√32 folded into the queries.
"""

import math

import numpy as np
import onnx
from onnx import TensorProto

from .graph import Arithmetic, Graph, quantized
from .minilm import EPSILON, HEADS, LAYERS, WIDTH, MiniLm


class _Exporter(Arithmetic):
    def __init__(self, model: MiniLm, eight_bit: bool):
        self.model, self.graph = model, Graph(eight_bit)
        self.axes = {n: self.graph.constant([n], f"axis{n}", np.int64) for n in (0, 1, 2)}

    def weight(self, name: str) -> np.ndarray:
        return self.model.weights[name].numpy()

    def layer(self, value: str, *names: str, scales: tuple[float, ...] = (1.0,)) -> str:
        """Dense layers of one input as one product; weights are stored [outputs, inputs], one scale per output."""
        g = self.graph
        weights = [self.weight(f"{name}.weight") * np.float32(scale) for name, scale in zip(names, scales, strict=True)]
        biases = [self.weight(f"{name}.bias") * np.float32(scale) for name, scale in zip(names, scales, strict=True)]
        matrix = g.matrix(np.concatenate(weights), f"{'+'.join(names)}.weight")
        product = g.node("MatMul", value, g.node("Transpose", matrix, perm=[1, 0]))
        return self.add(product, g.vector(np.concatenate(biases), f"{'+'.join(names)}.bias"))

    def norm(self, value: str, name: str) -> str:
        scale, bias = (self.graph.vector(self.weight(f"{name}.{part}"), f"{name}.{part}") for part in ("weight", "bias"))
        return self.graph.node("LayerNormalization", value, scale, bias, axis=-1, epsilon=EPSILON)

    def part(self, value: str, start: int, size: int) -> str:
        """`size` elements of the last axis."""
        start, end = (self.graph.constant([at], f"at{at}", np.int64) for at in (start, start + size))
        return self.graph.node("Slice", value, start, end, self.axes[2])

    def attention(self, value: str, name: str) -> str:
        """Queries, keys and values are one product; heads are parts of it and are joined again."""
        g, size = self.graph, WIDTH // HEADS
        names = [f"{name}.self.{part}" for part in ("query", "key", "value")]
        projected = self.layer(value, *names, scales=(1 / math.sqrt(size), 1.0, 1.0))
        seen = []
        for head in range(HEADS):
            query, key, context = (self.part(projected, WIDTH * part + size * head, size) for part in range(3))
            scores = g.node("MatMul", query, g.node("Transpose", key, perm=[0, 2, 1]))
            seen.append(g.node("MatMul", g.node("Softmax", scores, axis=2), context))
        return self.layer(g.node("Concat", *seen, axis=2), f"{name}.output.dense")

    def gelu(self, value: str) -> str:
        inside = self.graph.node("Erf", self.div(value, self.number(math.sqrt(2))))
        return self.mul(self.mul(value, self.add(inside, self.number(1.0))), self.number(0.5))

    def places(self, length: str) -> str:
        """The first `length` rows of the table of places."""
        g, rows = self.graph, self.model.places.numpy()
        if not g.eight_bit:
            return g.node("Slice", g.constant(rows, "places"), self.axes[0], length, self.axes[0])
        stored, scales = (g.constant(values, f"places.{name}", values.dtype) for name, values in zip(("int8", "scale"), quantized(rows)))
        first, each = (g.node("Slice", values, self.axes[0], length, self.axes[0]) for values in (stored, scales))
        return self.mul(g.node("Cast", first, to=TensorProto.FLOAT), g.node("Unsqueeze", each, self.axes[1]))

    def export(self) -> onnx.ModelProto:
        g = self.graph
        length = g.node("Slice", g.node("Shape", "tokens"), self.axes[1], g.constant([2], "two", np.int64), self.axes[0])
        places = self.places(length)
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
