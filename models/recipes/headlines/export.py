"""A trained headline model as two ONNX graphs, node by node: the encoder, and one step of the decoder.

The graphs mirror `headline_net.Headline`. What the decoder needs of the document at every
step, the keys and values of its attentions to it, is computed once: it is what the
encoder gives. Layers with one input are one product. 1/√width of the queries and the
√width of the encoder's embeddings are folded into weights; the decoder's embeddings
are the rows of the matrix that writes words, stored once.
"""

import math

import numpy as np
import onnx
from torch import nn

from ..graph import Arithmetic, Graph
from .net import EPSILON, RELATIONS, Headline, Sizes


class Exporter(Arithmetic):
    """What the graphs of every headline model are made with."""

    def __init__(self, model: nn.Module, eight_bit: bool):
        self.weights = {name: value.detach().numpy() for name, value in model.state_dict().items()}
        self.sizes = model.sizes
        self.graph = Graph(eight_bit)
        self.axes = {n: self.graph.constant([n], f"axis{n}", np.int64) for n in (0, 1, 2)}

    def product(self, a: str, b: str) -> str:
        return self.graph.node("MatMul", a, b)

    def concat(self, values: list[str], axis: int) -> str:
        return self.graph.node("Concat", *values, axis=axis)

    def unsqueeze(self, value: str, axis: int) -> str:
        return self.graph.node("Unsqueeze", value, self.axes[axis])

    def squeeze(self, value: str, axis: int) -> str:
        return self.graph.node("Squeeze", value, self.axes[axis])

    def softmax(self, value: str, axis: int) -> str:
        return self.graph.node("Softmax", value, axis=axis)

    def part(self, value: str, start: int, size: int, axis: int) -> str:
        """`size` elements of an axis."""
        start, end = (self.graph.constant([at], f"at{at}", np.int64) for at in (start, start + size))
        return self.graph.node("Slice", value, start, end, self.axes[axis])

    def layer(self, value: str, *names: str, scale: dict[str, float] | None = None) -> str:
        """Dense layers of one input, one after the other; weights are stored [outputs, inputs], one scale per output."""
        g, scale = self.graph, scale or {}
        weights, biases = [], []
        for name in names:
            weights.append(self.weights[f"{name}.weight"] * np.float32(scale.get(name, 1.0)))
            bias = self.weights.get(f"{name}.bias", np.zeros(len(weights[-1]), np.float32))
            biases.append(bias * np.float32(scale.get(name, 1.0)))
        matrix = g.matrix(np.concatenate(weights), f"{'+'.join(names)}.weight")
        y = self.product(value, g.node("Transpose", matrix, perm=[1, 0]))
        bias = np.concatenate(biases)
        return self.add(y, g.vector(bias, f"{'+'.join(names)}.bias")) if bias.any() else y


class _Transformer(Exporter):
    def norm(self, x: str, name: str, axis: int) -> str:
        squares = self.graph.node("ReduceSum", self.mul(x, x), self.axes[axis], keepdims=1)
        mean = self.div(squares, self.number(float(self.sizes.width)))
        inverse = self.div(self.number(1.0), self.graph.node("Sqrt", self.add(mean, self.number(EPSILON))))
        return self.mul(self.mul(x, inverse), self.graph.vector(self.weights[f"{name}.scale"], f"{name}.scale"))

    def feed_forward(self, x: str, name: str, axis: int) -> str:
        up = self.graph.node("Relu", self.layer(self.norm(x, f"{name}.norm", axis), f"{name}.up"))
        return self.add(x, self.layer(up, f"{name}.down"))

    def projected(self, y: str, name: str) -> str:
        """Queries, ready for their product with keys, then keys and values."""
        query = f"{name}.query"
        return self.layer(y, query, f"{name}.key", f"{name}.value", scale={query: self.of_head})

    @property
    def of_head(self) -> float:
        return 1 / math.sqrt(self.sizes.width // self.sizes.heads)

    def attended(self, queries: tuple[str, int], keys: tuple[str, int], values: tuple[str, int], rank: int, biases=None) -> str:
        """Weighted means of values, head by head; each operand is a value and where it begins on the last axis."""
        size, last = self.sizes.width // self.sizes.heads, rank - 1
        turned = [*range(rank - 2), last, last - 1]
        found = []
        for head in range(self.sizes.heads):
            q, k, v = (self.part(value, start + head * size, size, last) for value, start in (queries, keys, values))
            scores = self.product(q, self.graph.node("Transpose", k, perm=turned))
            if biases is not None:
                scores = self.add(scores, biases(head))
            found.append(self.product(self.softmax(scores, last), v))
        return self.concat(found, last)

    def encoder(self) -> onnx.ModelProto:
        g, width = self.graph, self.sizes.width
        embedded = g.table(self.weights["embedding.weight"] * np.float32(math.sqrt(width)), "embedding")("tokens")
        length = self.part(g.node("Shape", "tokens"), 1, 1, 0)
        places = g.constant(self.weights["places"][None], "places")
        places = g.node("Slice", places, self.axes[0], length, self.axes[1])
        frequent = g.node("Gather", g.constant(self.weights["frequencies"], "frequency"), "frequencies", axis=0)
        x = self.add(embedded, places, frequent)
        for index in range(self.sizes.encoder_layers):
            name = f"encoder.{index}"
            y = self.projected(self.norm(x, f"{name}.norm", 2), f"{name}.attention")
            x = self.add(x, self.layer(self.attended((y, 0), (y, width), (y, 2 * width), 3), f"{name}.attention.out"))
            x = self.feed_forward(x, f"{name}.feed_forward", 2)
        attended = [f"decoder.{layer}.cross.{part}" for layer in range(self.sizes.decoder_layers) for part in ("key", "value")]
        g.node("Identity", self.layer(self.norm(x, "encoder_norm", 2), *attended, "copy_key"), name="memory")
        tokens = [1, "places"]
        return g.model({"tokens": tokens, "frequencies": tokens}, {"memory": [1, "places", memory_width(self.sizes)]}, "headline")

    def decoder(self) -> onnx.ModelProto:
        g, width, heads, layers = self.graph, self.sizes.width, self.sizes.heads, self.sizes.decoder_layers
        rows = self.weights["embedding.weight"]
        embedded = self.mul(g.table(rows, "embedding")("tokens"), self.number(math.sqrt(width)))
        x = self.add(embedded, g.node("Gather", g.constant(self.weights["steps"], "steps"), "step", axis=0))
        memory = self.squeeze("memory", 0)
        related = [self.weights[f"decoder.{layer}.relation"] for layer in range(layers)]
        related = np.concatenate([*related, self.weights["copy_relation"][:, None]], axis=1)
        related = g.node("Transpose", self.product("relations", g.constant(related, "relation")), perm=[0, 2, 1])
        present = []
        for index in range(layers):
            name = f"decoder.{index}"
            y = self.projected(self.norm(x, f"{name}.norm", 1), f"{name}.attention")
            own = self.unsqueeze(self.part(y, width, 2 * width, 1), 1)
            own = self.concat([self.part("past", 2 * width * index, 2 * width, 2), own], 1)
            present.append(own)
            attended = self.attended((self.unsqueeze(y, 1), 0), (own, 0), (own, width), 3)
            x = self.add(x, self.layer(self.squeeze(attended, 1), f"{name}.attention.out"))
            query = f"{name}.cross.query"
            y = self.layer(self.norm(x, f"{name}.cross_norm", 1), query, scale={query: self.of_head})
            start = 2 * width * index
            bias = lambda head, index=index: self.squeeze(self.part(related, heads * index + head, 1, 1), 1)  # noqa: E731
            attended = self.attended((y, 0), (memory, start), (memory, start + width), 2, bias)
            x = self.feed_forward(self.add(x, self.layer(attended, f"{name}.cross.out")), f"{name}.feed_forward", 1)
        kept = state_width(self.sizes)
        h = self.norm(x, "decoder_norm", 1)
        writing = g.node("Sigmoid", self.layer(h, "gate"))
        logits = self.product(h, g.node("Transpose", g.matrix(rows, "writing", table="embedding"), perm=[1, 0]))
        logits = self.add(logits, g.vector(self.weights["vocabulary_bias"], "writing.bias"))
        self.graph.node("Mul", self.softmax(logits, 1), writing, name="words")
        query = self.layer(h, "copy_query", scale={"copy_query": 1 / math.sqrt(width)})
        keys = g.node("Transpose", self.part(memory, kept, width, 1), perm=[1, 0])
        scores = self.add(self.product(query, keys), self.squeeze(self.part(related, heads * layers, 1, 1), 1))
        self.graph.node("Mul", self.softmax(scores, 1), self.sub(self.number(1.0), writing), name="copies")
        self.graph.node("Concat", *present, name="present", axis=2)
        return decoder_model(g, self.sizes.vocabulary, memory_width(self.sizes), kept)


def decoder_model(graph: Graph, vocabulary: int, memory: int, state: int) -> onnx.ModelProto:
    """The graph of a step of a decoder, with the inputs and outputs that every model that writes has."""
    inputs = {
        "tokens": ["beams"],
        "step": [1],
        "memory": [1, "places", memory],
        "relations": ["beams", "places", RELATIONS],
        "past": ["beams", "past", state],
    }
    outputs = {"words": ["beams", vocabulary], "copies": ["beams", "places"], "present": ["beams", "present", state]}
    return graph.model(inputs, outputs, "headline", floats=("memory", "relations", "past"))


def memory_width(sizes: Sizes) -> int:
    """What the decoder keeps of each place: keys and values of its layers, and the key of copying."""
    return (2 * sizes.decoder_layers + 1) * sizes.width


def state_width(sizes: Sizes) -> int:
    """What the decoder keeps of each step: keys and values of its layers."""
    return 2 * sizes.decoder_layers * sizes.width


def export(model: Headline, eight_bit: bool) -> dict[str, onnx.ModelProto]:
    """The graphs `encoder` and `decoder`."""
    return {"encoder": _Transformer(model, eight_bit).encoder(), "decoder": _Transformer(model, eight_bit).decoder()}
