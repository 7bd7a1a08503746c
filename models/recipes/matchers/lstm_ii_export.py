"""A trained pair classifier as an ONNX graph, node by node.

The graph mirrors `lstm_ii.PairClassifier`. Two points differ in form:

* LSTM-II is the ONNX `LSTM` operator (gate order input, output, forget, cell)
  with zero forget weights and a forget bias so large that the gate is 1; its
  initial states are explicit, built from the batch size, since tract cannot
  infer them for a symbolic batch;
* masks come from the ids (0 is padding), so that a pair scores the same alone
  and in any padded batch.

The temperature found on the validation pairs is folded into the output layer.
"""

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from ..graph import Graph
from .lstm_ii import MASKED, NORM_FLOOR, FORGET_BIAS, LEVELS, PairClassifier
from ..text import PAD, UNKNOWN


def _with_forget_gate(gates: np.ndarray, hidden: int, fill: float) -> np.ndarray:
    """Rows input, cell, output to ONNX's input, output, forget, cell."""
    gate_input, cell, output = np.split(gates, 3)
    return np.concatenate([gate_input, output, np.full_like(gate_input, fill), cell])


class _Exporter:
    def __init__(self, model: PairClassifier, temperature: float, eight_bit: bool):
        self.weights = {name: value.detach().numpy() for name, value in model.state_dict().items()}
        self.design = model.design
        self.hidden = model.encoder.hidden
        self.temperature = temperature
        self.graph = Graph(eight_bit)
        self.axes = {n: self.graph.constant([n], f"axis{n}", np.int64) for n in (0, 1, 2)}
        self.zero = self.graph.constant(PAD, "padding", np.int64)

    def unsqueeze(self, value: str, axis: int) -> str:
        return self.graph.node("Unsqueeze", value, self.axes[axis])

    def mask(self, ids: str) -> str:
        """1.0 where there is a character, [batch, length]."""
        return self.graph.node("Cast", self.graph.node("Greater", ids, self.zero), to=TensorProto.FLOAT, name=f"{ids}.mask")

    def units(self, vectors: str) -> str:
        """Vectors divided by their length."""
        g = self.graph
        squares = g.node("ReduceSum", g.node("Mul", vectors, vectors), self.axes[2], keepdims=1)
        return g.node("Div", vectors, g.node("Sqrt", g.node("Add", squares, g.constant(NORM_FLOOR, "norm_floor"))))

    def mean(self, values: str, mask: str) -> str:
        """Mean over time of [batch, length, n], padding excluded."""
        g = self.graph
        total = g.node("ReduceSum", g.node("Mul", values, self.unsqueeze(mask, 2)), self.axes[1], keepdims=0)
        count = g.node("ReduceSum", mask, self.axes[1], keepdims=1)
        return g.node("Div", total, g.node("Max", count, g.constant(1.0, "one")))

    def greatest(self, values: str) -> str:
        """Maximum over the last axis of [batch, own, other]."""
        return self.graph.node("ReduceMax", values, axes=[2], keepdims=0)

    def alignment(self, equal: str, cosine: str, own: str, other: str) -> str:
        """Features exact, pair and soft of one text, [batch, own, 3]."""
        g = self.graph
        one, end = self.axes[1], g.constant([2**31 - 1], "end", np.int64)
        next_own = g.node("Slice", g.node("Pad", equal, g.constant([0, 0, 0, 0, 1, 1], "pad_both", np.int64)), one, end, one)
        starts = self.greatest(g.node("Mul", equal, g.node("Slice", next_own, one, end, self.axes[2])))
        shifted = g.node("Pad", starts, g.constant([0, 1, 0, 0], "pad_before", np.int64))
        after = g.node("Slice", shifted, self.axes[0], g.constant([-1], "last", np.int64), one)
        shut = g.node("Mul", g.node("Sub", other, g.constant(1.0, "one")), g.constant(-MASKED, "masked"))
        open_ = g.node("Mul", cosine, self.unsqueeze(other, 1))
        soft = self.greatest(g.node("Add", open_, self.unsqueeze(shut, 1)))
        features = [self.greatest(equal), g.node("Max", starts, after), soft]
        stacked = g.node("Concat", *(self.unsqueeze(f, 2) for f in features), axis=2)
        return g.node("Mul", stacked, self.unsqueeze(own, 2))

    def lstm(self, inputs: str, name: str) -> str:
        """Hidden states [batch, length, hidden] of [batch, length, n]."""
        g, hidden = self.graph, self.hidden
        batch = g.node("Slice", g.node("Shape", inputs), self.axes[0], self.axes[1], self.axes[0])
        shape = g.node("Concat", g.constant([1], "directions", np.int64), batch, g.constant([hidden], "hidden", np.int64), axis=0)
        start = g.node("ConstantOfShape", shape, value=numpy_helper.from_array(np.zeros(1, np.float32)))
        states = g.node(
            "LSTM", g.node("Transpose", inputs, perm=[1, 0, 2]), *self.recurrent, "", start, start,
            name=name, hidden_size=hidden, direction="forward",
        )
        return g.node("Transpose", g.node("Squeeze", states, self.axes[1]), perm=[1, 0, 2])

    def layer(self, values: str, name: str, scale: float = 1.0) -> str:
        """A dense layer; its weights are stored [outputs, inputs], one scale per output."""
        g = self.graph
        weights = g.matrix(self.weights[f"{name}.weight"] * scale, f"{name}.weight")
        bias = g.vector(self.weights[f"{name}.bias"] * scale, f"{name}.bias")
        return g.node("Add", g.node("MatMul", values, g.node("Transpose", weights, perm=[1, 0])), bias)

    def export(self) -> onnx.ModelProto:
        g, w, hidden = self.graph, self.weights, self.hidden
        look_up = g.table(w["embeddings"], "embeddings")
        matrices = [
            self.unsqueeze(g.matrix(_with_forget_gate(w[f"encoder.{name}"], hidden, 0.0), f"encoder.{name}"), 0)
            for name in ("input_weights", "hidden_weights")
        ]
        bias = _with_forget_gate(w["encoder.bias"], hidden, FORGET_BIAS)
        self.recurrent = (*matrices, g.vector(np.concatenate([bias, np.zeros_like(bias)])[None], "encoder.bias"))
        texts = ("document", "summary")
        masks = [self.mask(ids) for ids in texts]
        vectors = [g.node("Mul", look_up(ids), self.unsqueeze(mask, 2)) for ids, mask in zip(texts, masks)]
        inputs, aligned = vectors, []
        if self.design == "aligned":
            units = [self.units(v) for v in vectors]
            cosine = g.node("MatMul", units[1], g.node("Transpose", units[0], perm=[0, 2, 1]))
            same = g.node("Equal", self.unsqueeze("summary", 2), self.unsqueeze("document", 1))
            known = g.node("Greater", "summary", g.constant(UNKNOWN, "unknown", np.int64))
            equal = g.node("Mul", g.node("Cast", same, to=TensorProto.FLOAT),
                           self.unsqueeze(g.node("Cast", known, to=TensorProto.FLOAT), 2))
            swapped = [g.node("Transpose", value, perm=[0, 2, 1]) for value in (equal, cosine)]
            features = [
                self.alignment(*swapped, masks[0], masks[1]),
                self.alignment(equal, cosine, masks[1], masks[0]),
            ]
            inputs = [g.node("Concat", v, f, axis=2) for v, f in zip(vectors, features)]
            aligned = [self.mean(f, m) for f, m in zip(features, masks)]
        d, s = (self.mean(self.lstm(x, f"{ids}.states"), m) for x, m, ids in zip(inputs, masks, texts))
        if self.design == "concatenated":
            joint = g.node("Concat", d, s, axis=1)
        else:
            difference = g.node("Abs", g.node("Sub", d, s))
            joint = g.node("Concat", d, s, difference, g.node("Mul", d, s), *aligned, axis=1)
            joint = g.node("Relu", self.layer(joint, "dense"))
        g.node("Identity", self.layer(joint, "output", 1 / self.temperature), name="logits")
        return g.model(
            {ids: ["batch", f"{ids}_length"] for ids in texts}, {"logits": ["batch", LEVELS]}, "lstm-ii"
        )


def export(model: PairClassifier, temperature: float, eight_bit: bool) -> onnx.ModelProto:
    """The ONNX model; its logits are those of the classifier divided by the temperature."""
    return _Exporter(model, temperature, eight_bit).export()
