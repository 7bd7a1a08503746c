"""The cross-encoder as an ONNX graph of one window, node by node.

The graph mirrors `cross_encoder.CrossEncoder`: `tokens` and `segments`, int64 [1, length], to `logits`, float32 [1, 3].
1/√32 is folded into the queries; the last layer is computed for `[CLS]` alone, of which the head reads the state.
"""

import math

import numpy as np
import onnx
from onnx import TensorProto
from torch import Tensor, nn

from .cross_encoder import EPSILON, HEADS, LABELS, WIDTH, CrossEncoder, Layer
from .graph import Arithmetic, Graph, quantized


class BertExporter(Arithmetic):
    """The parts of a BERT's graph, over embeddings, places, segments and layers of a model."""

    def __init__(self, model: CrossEncoder, window: int, eight_bit: bool):
        self.model, self.window, self.graph = model, window, Graph(eight_bit)
        self.axes = {n: self.graph.constant([n], f"axis{n}", np.int64) for n in (0, 1, 2)}

    def layer(self, value: str, name: str, *parts: nn.Linear, scales: tuple[float, ...] = (1.0,)) -> str:
        """Dense layers of one input as one product; weights are stored [outputs, inputs], one scale per output."""
        g = self.graph
        pairs = list(zip(parts, scales, strict=True))
        matrix = g.matrix(np.concatenate([array(part.weight) * np.float32(scale) for part, scale in pairs]), f"{name}.weight")
        bias = g.vector(np.concatenate([array(part.bias) * np.float32(scale) for part, scale in pairs]), f"{name}.bias")
        return self.add(g.node("MatMul", value, g.node("Transpose", matrix, perm=[1, 0])), bias)

    def norm(self, value: str, name: str, norm: nn.LayerNorm) -> str:
        scale, bias = (self.graph.vector(array(getattr(norm, part)), f"{name}.{part}") for part in ("weight", "bias"))
        return self.graph.node("LayerNormalization", value, scale, bias, axis=-1, epsilon=EPSILON)

    def part(self, value: str, start: int, size: int, axis: int = 2) -> str:
        """`size` elements of an axis."""
        start, end = (self.graph.constant([at], f"at{at}", np.int64) for at in (start, start + size))
        return self.graph.node("Slice", value, start, end, self.axes[axis])

    def attention(self, asking: str, value: str, name: str, layer: Layer) -> str:
        """Of the states that ask to all; heads are parts of one product and are joined again."""
        g, size = self.graph, WIDTH // HEADS
        if asking == value:
            whole = self.layer(value, f"{name}.seen", layer.query, layer.key, layer.value, scales=(1 / math.sqrt(size), 1.0, 1.0))
            sources = [(whole, WIDTH * number) for number in range(3)]
        else:
            queries = self.layer(asking, f"{name}.query", layer.query, scales=(1 / math.sqrt(size),))
            both = self.layer(value, f"{name}.seen", layer.key, layer.value, scales=(1.0, 1.0))
            sources = [(queries, 0), (both, 0), (both, WIDTH)]
        seen = []
        for head in range(HEADS):
            query, key, context = (self.part(source, start + size * head, size) for source, start in sources)
            scores = g.node("MatMul", query, g.node("Transpose", key, perm=[0, 2, 1]))
            seen.append(g.node("MatMul", g.node("Softmax", scores, axis=2), context))
        return self.layer(g.node("Concat", *seen, axis=2), f"{name}.output", layer.output)

    def gelu(self, value: str) -> str:
        inside = self.graph.node("Erf", self.div(value, self.number(math.sqrt(2))))
        return self.mul(self.mul(value, self.add(inside, self.number(1.0))), self.number(0.5))

    def places(self, length: str) -> str:
        """The first `length` rows of the table of places."""
        g, rows = self.graph, array(self.model.places)[: self.window]
        if not g.eight_bit:
            return g.node("Slice", g.constant(rows, "places"), self.axes[0], length, self.axes[0])
        stored, scales = (g.constant(values, f"places.{name}", values.dtype) for name, values in zip(("int8", "scale"), quantized(rows)))
        first, each = (g.node("Slice", values, self.axes[0], length, self.axes[0]) for values in (stored, scales))
        return self.mul(g.node("Cast", first, to=TensorProto.FLOAT), g.node("Unsqueeze", each, self.axes[1]))

    def export(self) -> onnx.ModelProto:
        g = self.graph
        length = g.node("Slice", g.node("Shape", "tokens"), self.axes[1], g.constant([2], "two", np.int64), self.axes[0])
        segments = g.node("Gather", g.constant(array(self.model.segments), "segments.rows"), "segments", axis=0)
        words = g.table(array(self.model.pieces), "pieces")("tokens")
        x = self.norm(self.add(self.add(words, segments), self.places(length)), "embedded", self.model.embedded)
        last = len(self.model.layers) - 1
        for number, layer in enumerate(self.model.layers):
            name = f"layers.{number}"
            asking = self.part(x, 0, 1, axis=1) if number == last else x
            x = self.norm(self.add(self.attention(asking, x, name, layer), asking), f"{name}.attended", layer.attended)
            inside = self.gelu(self.layer(x, f"{name}.first", layer.first))
            x = self.norm(self.add(self.layer(inside, f"{name}.second", layer.second), x), f"{name}.fed", layer.fed)
        hidden = g.node("Tanh", self.layer(g.node("Squeeze", x, self.axes[1]), "hidden", self.model.hidden))
        g.node("Identity", self.layer(hidden, "head", self.model.head), name="logits")
        return g.model({"tokens": [1, "length"], "segments": [1, "length"]}, {"logits": [1, len(LABELS)]}, "entailment")


def array(values: Tensor) -> np.ndarray:
    return values.detach().numpy()


def export(model: CrossEncoder, window: int, eight_bit: bool) -> onnx.ModelProto:
    """The ONNX model of the cross-encoder."""
    return BertExporter(model, window, eight_bit).export()
