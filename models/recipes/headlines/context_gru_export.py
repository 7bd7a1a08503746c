"""A trained `context_gru.ContextGru` as the two ONNX graphs of a headline model, node by node.

The memory of the document is its places' annotations. The decoder's state of a step is the GRU's; the
newest comes first in `present`, so that the next step finds it in the first row of its `past`.
In the first step that row is 0, and what the encoder gave takes its place. The decoder reads
relations only because every headline model is given them: they copy nothing. Frequencies
are an input that nothing reads. tanh x is 2 σ(2 x) − 1.
"""

import math

import numpy as np
import onnx

from .context_gru import ContextGru, Sizes
from .export import Exporter, decoder_model
from .net import RELATIONS


class _ContextGru(Exporter):
    def __init__(self, model: ContextGru, eight_bit: bool):
        super().__init__(model, eight_bit)
        self.scale = math.sqrt(self.sizes.width)

    def tanh(self, value: str) -> str:
        """The hyperbolic tangent of what is twice too large already."""
        return self.sub(self.mul(self.graph.node("Sigmoid", value), self.number(2.0)), self.number(1.0))

    def recurrent(self, rows: str, state: str, name: str, layer: int = 0, direction: str = "forward") -> str:
        """States [steps, batch, hidden] of [steps, batch, n]."""
        g = self.graph
        inputs, states, bias, added = (
            self.weights[f"{name}.{part}"][layer] for part in ("input_weight", "weight", "bias", "added")
        )
        name, hidden = f"{name}.{layer}", len(states)
        matrices = [self.unsqueeze(g.matrix(m.T, f"{name}.{of}"), 0) for m, of in ((inputs, "inputs"), (states, "states"))]
        bias = g.vector(np.concatenate([bias, np.zeros((1, 2 * hidden), np.float32), added], 1), f"{name}.bias")
        how = {"hidden_size": hidden, "direction": direction, "linear_before_reset": 1}
        return self.squeeze(g.node("GRU", rows, *matrices, bias, "", state, name=f"{name}.states", **how), 1)

    def encoder(self) -> onnx.ModelProto:
        g = self.graph
        embedded = g.table(self.weights["embedding.weight"] * np.float32(self.scale), "embedding")("tokens")
        rows = g.node("Transpose", embedded, perm=[1, 0, 2])
        start = g.constant(np.zeros((1, 1, self.sizes.hidden // 2)), "start")
        both = [self.recurrent(rows, start, "encoder", *of) for of in enumerate(("forward", "reverse"))]
        g.node("Transpose", self.concat([*both, rows], 2), perm=[1, 0, 2], name="memory")
        tokens, memory = [1, "places"], [1, "places", memory_width(self.sizes)]
        return g.model({"tokens": tokens, "frequencies": tokens}, {"memory": memory}, "headline")

    def first_state(self, memory: str) -> str:
        """What the encoder gives the first step, [1, hidden]; 0 at every other step."""
        g, half = self.graph, self.sizes.hidden // 2
        read = self.part(self.part(memory, 0, 1, 0), half, half, 1)
        begun = self.tanh(self.layer(read, "begin", scale={"begin": 2.0}))
        first = g.constant(np.eye(self.sizes.target, 1), "first")
        return self.mul(begun, g.node("Gather", first, "step", axis=0))

    def decoder(self) -> onnx.ModelProto:
        g, rows = self.graph, self.weights["embedding.weight"]
        given = self.mul(g.table(rows, "embedding")("tokens"), self.number(self.scale))
        memory = self.squeeze("memory", 0)
        state = self.add(self.squeeze(self.part("past", 0, 1, 1), 1), self.first_state(memory))
        own = self.recurrent(self.unsqueeze(given, 0), self.unsqueeze(state, 0), "decoder")
        own = self.squeeze(own, 0)
        query = self.layer(own, "query", scale={"query": 1 / math.sqrt(self.sizes.hidden)})
        attention = self.softmax(self.product(query, g.node("Transpose", memory, perm=[1, 0])), 1)
        read = self.concat([given, own, self.product(attention, memory)], 1)
        read = self.tanh(self.layer(read, "readout", scale={"readout": 2.0}))
        logits = self.product(read, g.node("Transpose", g.matrix(rows, "writing", table="embedding"), perm=[1, 0]))
        logits = self.add(logits, g.vector(self.weights["vocabulary_bias"], "writing.bias"))
        g.node("Softmax", logits, axis=1, name="words")
        nothing = g.constant(np.zeros((RELATIONS, 1)), "nothing")
        g.node("Squeeze", self.product("relations", nothing), self.axes[2], name="copies")
        g.node("Concat", self.unsqueeze(own, 1), "past", axis=1, name="present")
        return decoder_model(g, self.sizes.vocabulary, memory_width(self.sizes), state_width(self.sizes))


def memory_width(sizes: Sizes) -> int:
    """What the decoder keeps of each place: its annotation."""
    return sizes.hidden + sizes.width


def state_width(sizes: Sizes) -> int:
    """What the decoder keeps of each step: its state."""
    return sizes.hidden


def export(model: ContextGru, eight_bit: bool) -> dict[str, onnx.ModelProto]:
    """The graphs `encoder` and `decoder`."""
    return {"encoder": _ContextGru(model, eight_bit).encoder(), "decoder": _ContextGru(model, eight_bit).decoder()}
