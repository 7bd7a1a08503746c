"""A small builder for ONNX graphs that tract and ONNX Runtime both run.

It names nodes and initializers and keeps weights in 8 bits where asked: a matrix
is stored as int8 with one float32 scale per row (symmetric, scale = largest
absolute value / 127) and restored by `DequantizeLinear`, a lookup table is
gathered as int8 rows first and scaled after, so that no float32 table exists.
"""

from collections.abc import Collection

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 17
IR_VERSION = 8

_LEVELS = 127.0


def quantized(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 values and the float32 scale of each slice along the first axis."""
    largest = np.abs(weights).reshape(len(weights), -1).max(axis=1)
    scale = np.where(largest > 0, largest / _LEVELS, 1.0).astype(np.float32)
    values = np.round(weights / scale.reshape(-1, *[1] * (weights.ndim - 1)))
    return np.clip(values, -_LEVELS, _LEVELS).astype(np.int8), scale


class Graph:
    """Nodes and initializers of a graph under construction; values are named by strings."""

    def __init__(self, eight_bit: bool):
        self.eight_bit = eight_bit
        self._nodes: list[onnx.NodeProto] = []
        self._initializers: list[onnx.TensorProto] = []
        self._names: set[str] = set()

    def _name(self, wanted: str) -> str:
        name, count = wanted, 1
        while name in self._names:
            count += 1
            name = f"{wanted}_{count}"
        self._names.add(name)
        return name

    def node(self, operator: str, *inputs: str, name: str | None = None, outputs: int = 1, **attributes):
        """Adds a node; returns the name of its output, or a list of names."""
        base = self._name(name or operator.lower())
        names = [base] if outputs == 1 else [base] + [f"{base}_{i}" for i in range(1, outputs)]
        self._nodes.append(helper.make_node(operator, inputs, names, name=base, **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, values, name: str, dtype=np.float32) -> str:
        """An initializer with exactly these values; one that exists already is used again."""
        array = np.asarray(values, dtype=dtype)
        for known in self._initializers:
            if known.name == name:
                return name
        self._names.add(name)
        self._initializers.append(numpy_helper.from_array(array, name))
        return name

    def vector(self, values: np.ndarray, name: str) -> str:
        """A bias: always float32."""
        return self.constant(values, name)

    def matrix(self, weights: np.ndarray, name: str, table: str | None = None) -> str:
        """A weight matrix, in 8 bits with one scale per row if the graph is an 8-bit one.

        Where it is a lookup `table` of this graph as well, its values are stored once.
        """
        if not self.eight_bit:
            return self.constant(weights, table or name)
        values, scale = quantized(weights)
        stored = self.constant(values, f"{table or name}.int8", np.int8)
        scales = self.constant(scale, f"{name}.scale")
        zeros = self.constant(np.zeros(len(scale), np.int8), f"{name}.zero", np.int8)
        return self.node("DequantizeLinear", stored, scales, zeros, name=name, axis=0)

    def table(self, rows: np.ndarray, name: str):
        """A lookup table: a function from the ids' name to the name of their vectors."""
        if not self.eight_bit:
            stored = self.constant(rows, name)
            return lambda ids: self.node("Gather", stored, ids, axis=0)
        values, scale = quantized(rows)
        stored = self.constant(values, f"{name}.int8", np.int8)
        scales = self.constant(scale[:, None], f"{name}.scale")

        def look_up(ids: str) -> str:
            integers = self.node("Cast", self.node("Gather", stored, ids, axis=0), to=TensorProto.FLOAT)
            return self.node("Mul", integers, self.node("Gather", scales, ids, axis=0))

        return look_up

    def model(
        self, inputs: dict[str, list], outputs: dict[str, list], producer: str, floats: Collection[str] = ()
    ) -> onnx.ModelProto:
        """The checked model; inputs are int64 but for those named in `floats`, which are float32 as the outputs are."""
        graph = helper.make_graph(
            self._nodes,
            producer,
            [
                helper.make_tensor_value_info(n, TensorProto.FLOAT if n in floats else TensorProto.INT64, s)
                for n, s in inputs.items()
            ],
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in outputs.items()],
            self._initializers,
        )
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="epitome-recipes"
        )
        onnx.checker.check_model(model, full_check=True)
        return model


class Arithmetic:
    """Arithmetic over the values of `self.graph`, for those that build one."""

    graph: Graph

    def number(self, value: float) -> str:
        return self.graph.constant(value, f"number_{value}")

    def add(self, *values: str) -> str:
        total = values[0]
        for value in values[1:]:
            total = self.graph.node("Add", total, value)
        return total

    def sub(self, a: str, b: str) -> str:
        return self.graph.node("Sub", a, b)

    def mul(self, a: str, b: str) -> str:
        return self.graph.node("Mul", a, b)

    def div(self, a: str, b: str) -> str:
        return self.graph.node("Div", a, b)
