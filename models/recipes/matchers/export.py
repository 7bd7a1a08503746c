"""Paper A's trained systems as ONNX graphs, node by node; they mirror `encoders.Frame` and `counting.Lsi`.

All take ids `document` and `summary`, right-padded with 0, and give the logits of the five
levels; padding is masked in the graph. Three points differ in form from the networks:

* convolution is a matrix product over shifted copies, and the greatest of a region the maximum
  over a slice;
* the LSTM from the right is ONNX's with direction `reverse`, which meets the padding first. A
  further input, `PADDING_INPUT` there and 0 elsewhere, has the weight `PADDING_WEIGHT` in the
  input gate and none in the others: the gate is 0 in float32, and the state stays 0 until the
  text begins. The weight is small, so that a row's other weights keep their 8 bits;
* LSI is the sum of the words' rows and a cosine; its five logits are linear in the cosine.
"""

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from .encoders import CLASSES, FILTER, LENGTH, POSITIONS, REGION, Frame
from .lstm_ii_export import _with_forget_gate as with_forget_gate
from ..graph import Graph
from .lstm_ii import FORGET_BIAS, LEVELS
from ..text import PAD

PADDING_INPUT = -1e5
PADDING_WEIGHT = 0.05
_LEAST_SQUARE = 1e-12
TEXTS = ("document", "summary")


class _Pairs:
    """What every graph over two texts needs."""

    def __init__(self, eight_bit: bool):
        self.graph = Graph(eight_bit)
        self.axes = {n: self.graph.constant([n], f"axis{n}", np.int64) for n in (0, 1, 2)}
        self.zero = self.graph.constant(PAD, "padding", np.int64)

    def number(self, value: int) -> str:
        return self.graph.constant([value], f"at{value}", np.int64)

    def unsqueeze(self, value: str, axis: int) -> str:
        return self.graph.node("Unsqueeze", value, self.axes[axis])

    def mask(self, ids: str) -> str:
        return self.graph.node("Cast", self.graph.node("Greater", ids, self.zero), to=TensorProto.FLOAT, name=f"{ids}.mask")

    def masked(self, vectors: str, mask: str) -> str:
        return self.graph.node("Mul", vectors, self.unsqueeze(mask, 2))

    def total(self, values: str, mask: str) -> str:
        return self.graph.node("ReduceSum", self.masked(values, mask), self.axes[1], keepdims=0)

    def mean(self, values: str, mask: str) -> str:
        g = self.graph
        count = g.node("ReduceSum", mask, self.axes[1], keepdims=1)
        return g.node("Div", self.total(values, mask), g.node("Max", count, g.constant(1.0, "one")))

    def slice(self, values: str, start: int, end: int, axis: int) -> str:
        return self.graph.node("Slice", values, self.number(start), self.number(end), self.axes[axis])

    def layer(self, values: str, weights: np.ndarray, bias: np.ndarray, name: str) -> str:
        g = self.graph
        product = g.node("MatMul", values, g.node("Transpose", g.matrix(weights, f"{name}.weight"), perm=[1, 0]))
        return g.node("Add", product, g.vector(bias, f"{name}.bias"))

    def finish(self, logits: str, producer: str) -> onnx.ModelProto:
        self.graph.node("Identity", logits, name="logits")
        inputs = {ids: ["batch", f"{ids}_length"] for ids in TEXTS}
        return self.graph.model(inputs, {"logits": ["batch", LEVELS]}, producer)


class _Neural(_Pairs):
    def __init__(self, model: Frame, eight_bit: bool):
        super().__init__(eight_bit)
        self.model = model
        self.weights = {name: value.detach().numpy().astype(np.float32) for name, value in model.state_dict().items()}
        self._matrices: dict[str, tuple[str, str, str]] = {}

    def recurrent(self, operator: str, vectors: str, name: str, matrices: tuple[str, str, str], **attributes) -> str:
        """States [batch, length, hidden] of [batch, length, n]; the initial states are explicit."""
        g, hidden = self.graph, self.model.hidden
        batch = g.node("Slice", g.node("Shape", vectors), self.axes[0], self.axes[1], self.axes[0])
        shape = g.node("Concat", self.number(1), batch, g.constant([hidden], "hidden", np.int64), axis=0)
        start = g.node("ConstantOfShape", shape, value=numpy_helper.from_array(np.zeros(1, np.float32)))
        starts = [start] * (2 if operator == "LSTM" else 1)
        rows = g.node("Transpose", vectors, perm=[1, 0, 2])
        states = g.node(operator, rows, *matrices, "", *starts, name=name, hidden_size=hidden, **attributes)
        return g.node("Transpose", g.node("Squeeze", states, self.axes[1]), perm=[1, 0, 2])

    def matrices(self, name: str, inputs: np.ndarray, states: np.ndarray, biases: list[np.ndarray]) -> tuple[str, str, str]:
        """Weights and biases of a layer; both texts share them."""
        if name not in self._matrices:
            pair = (self.unsqueeze(self.graph.matrix(m, f"{name}.{n}"), 0) for n, m in (("inputs", inputs), ("states", states)))
            self._matrices[name] = (*pair, self.graph.vector(np.concatenate(biases)[None], f"{name}.bias"))
        return self._matrices[name]

    def lstm(self, vectors: str, layer: str, name: str, reverse: bool = False) -> str:
        w = self.weights
        turn = [_lstm_order(w[f"{layer}.{n}_l0"]) for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
        if reverse:
            column = np.zeros((len(turn[0]), 1), np.float32)
            column[: self.model.hidden] = PADDING_WEIGHT
            turn[0] = np.concatenate([turn[0], column], 1)
        matrices = self.matrices(layer, turn[0], turn[1], turn[2:])
        return self.recurrent("LSTM", vectors, name, matrices, direction="reverse" if reverse else "forward")

    def encode(self, vectors: str, mask: str, ids: str) -> str:
        g, w, kind = self.graph, self.weights, self.model.name
        if kind == "cnn":
            return self.convolution(vectors, mask)
        if kind == "gru":
            turn = [_gru_order(w[f"encoder.layer.{n}_l0"]) for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            matrices = self.matrices("encoder", turn[0], turn[1], turn[2:])
            states = self.recurrent("GRU", vectors, f"{ids}.states", matrices, direction="forward", linear_before_reset=1)
            return self.mean(states, mask)
        if kind == "lstm-i":
            return self.mean(self.lstm(vectors, "encoder.layer", f"{ids}.states"), mask)
        if kind == "lstm-ii":
            parts = ("input_weights", "hidden_weights", "bias")
            found = [w[f"encoder.layer.{part}"] for part in parts]
            gates = [with_forget_gate(v, self.model.hidden, fill) for v, fill in zip(found, (0.0, 0.0, FORGET_BIAS))]
            matrices = self.matrices("encoder", gates[0], gates[1], [gates[2], np.zeros_like(gates[2])])
            return self.mean(self.recurrent("LSTM", vectors, f"{ids}.states", matrices, direction="forward"), mask)
        left = self.lstm(vectors, "encoder.left", f"{ids}.left")
        empty = g.node("Sub", g.constant(1.0, "one"), mask)
        signal = g.node("Mul", empty, g.constant(PADDING_INPUT, "padding_input"))
        right = self.lstm(g.node("Concat", vectors, self.unsqueeze(signal, 2), axis=2), "encoder.right", f"{ids}.right", True)
        return g.node("Concat", self.mean(left, mask), self.mean(right, mask), axis=1)

    def convolution(self, vectors: str, mask: str) -> str:
        g, w = self.graph, self.weights
        longer = g.node("Pad", vectors, g.constant([0, 0, 0, 0, LENGTH, 0], "pads3", np.int64))
        shown = g.node("Pad", mask, g.constant([0, 0, 0, LENGTH], "pads2", np.int64))
        wide = g.node("Concat", *(self.slice(longer, i, i + POSITIONS, 1) for i in range(FILTER)), axis=2)
        found = g.node("Relu", self.layer(wide, w["encoder.filters.weight"], w["encoder.filters.bias"], "encoder.filters"))
        found = self.masked(found, self.slice(shown, 0, POSITIONS, 1))
        regions = (self.slice(found, start, start + REGION, 1) for start in range(0, POSITIONS, REGION))
        return g.node("Concat", *(g.node("ReduceMax", region, axes=[1], keepdims=0) for region in regions), axis=1)

    def export(self, temperature: float) -> onnx.ModelProto:
        g, w = self.graph, self.weights
        look_up, encoded = g.table(w["embeddings"], "embeddings"), []
        for ids in TEXTS:
            mask = self.mask(ids)
            encoded.append(self.encode(self.masked(look_up(ids), mask), mask, ids))
        classes = CLASSES[self.model.head]
        weights, bias = w["output.weight"][classes] / temperature, w["output.bias"][classes] / temperature + w["added"]
        return self.finish(self.layer(g.node("Concat", *encoded, axis=1), weights, bias, "output"), self.model.name)


def _lstm_order(gates: np.ndarray) -> np.ndarray:
    """PyTorch's input, forget, cell, output to ONNX's input, output, forget, cell."""
    gate_input, forget, cell, output = np.split(gates, 4)
    return np.concatenate([gate_input, output, forget, cell])


def _gru_order(gates: np.ndarray) -> np.ndarray:
    """PyTorch's reset, update, new to ONNX's update, reset, hidden."""
    reset, update, new = np.split(gates, 3)
    return np.concatenate([update, reset, new])


def neural(model: Frame, temperature: float, eight_bit: bool) -> onnx.ModelProto:
    """The ONNX model; the class logits are those of the network divided by the temperature."""
    return _Neural(model, eight_bit).export(temperature)


def lsi(table: np.ndarray, slopes: np.ndarray, offsets: np.ndarray, eight_bit: bool) -> onnx.ModelProto:
    """The ONNX model of LSI; the logits are `slopes * cosine + offsets`."""
    p = _Pairs(eight_bit)
    g = p.graph
    look_up, units = g.table(table, "topics"), []
    for ids in TEXTS:
        total = p.total(look_up(ids), p.mask(ids))
        square = g.node("ReduceSum", g.node("Mul", total, total), p.axes[1], keepdims=1)
        length = g.node("Sqrt", g.node("Add", square, g.constant(_LEAST_SQUARE, "least_square")))
        units.append(g.node("Div", total, length))
    cosine = g.node("ReduceSum", g.node("Mul", *units), p.axes[1], keepdims=1)
    scaled = g.node("Mul", cosine, g.vector(slopes.astype(np.float32)[None], "slopes"))
    return p.finish(g.node("Add", scaled, g.vector(offsets.astype(np.float32), "offsets")), "lsi")
