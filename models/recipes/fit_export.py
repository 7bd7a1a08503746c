"""A trained `fit` matcher as an ONNX graph for one language, node by node.

The graph mirrors `fit_net.Fit` with the table of one language; the temperature
is folded into the output layer.
"""

import numpy as np
import onnx
from onnx import TensorProto

from .fit_net import (
    ATTENTION_SHUT,
    DILATIONS,
    DOCUMENT_UNIT,
    FLOOR,
    LEVELS,
    MAXIMUM_SHUT,
    POSITION_UNIT,
    SHUT,
    SUMMARY_UNIT,
    WEIGHT_FLOOR,
    Fit,
)
from .graph import Arithmetic, Graph
from .text import PAD


class _Exporter(Arithmetic):
    def __init__(self, model: Fit, language: str, lengths: tuple[int, int], temperature: float, eight_bit: bool):
        self.weights = {name: value.detach().numpy() for name, value in model.state_dict().items()}
        self.language, self.lengths, self.temperature = language, lengths, temperature
        self.graph = Graph(eight_bit)
        self.axes = {n: self.graph.constant([n], f"axis{n}", np.int64) for n in (0, 1, 2)}
        self.last = self.graph.constant([-1], "last", np.int64)
        self.end = self.graph.constant([2**31 - 1], "end", np.int64)

    def transposed(self, value: str) -> str:
        return self.graph.node("Transpose", value, perm=[0, 2, 1])

    def unsqueeze(self, value: str, axis: int) -> str:
        return self.graph.node("Unsqueeze", value, self.axes[axis])

    def sum(self, value: str, axis: int, keep: bool = False) -> str:
        return self.graph.node("ReduceSum", value, self.axes[axis], keepdims=int(keep))

    def greatest(self, value: str, axis: int, keep: bool = False) -> str:
        return self.graph.node("ReduceMax", value, axes=[axis], keepdims=int(keep))

    def float(self, value: str) -> str:
        return self.graph.node("Cast", value, to=TensorProto.FLOAT)

    def slice(self, value: str, start: str, end: str, axis: int) -> str:
        return self.graph.node("Slice", value, start, end, self.axes[axis])

    def pad(self, value: str, before: tuple[int, int, int], after: tuple[int, int, int]) -> str:
        pads = self.graph.constant([*before, *after], "pads_" + "".join(map(str, (*before, *after))), np.int64)
        return self.graph.node("Pad", value, pads)

    def shifted(self, value: str, by: int) -> str:
        """`fit_net.shifted`."""
        if by > 0:
            value, start, end = self.pad(value, (0, 0, 0), (0, 1, 1)), self.axes[1], self.end
        else:
            value, start, end = self.pad(value, (0, 1, 1), (0, 0, 0)), self.axes[0], self.last
        return self.slice(self.slice(value, start, end, 1), start, end, 2)

    def rest(self, value: str, most: float) -> str:
        """(1 - mask) * most."""
        return self.mul(self.sub(self.number(1.0), value), self.number(most))

    def inverse_root(self, squares: str) -> str:
        return self.div(self.number(1.0), self.graph.node("Sqrt", self.add(squares, self.number(FLOOR))))

    def unit(self, value: str) -> str:
        return self.mul(value, self.inverse_root(self.sum(self.mul(value, value), 2, keep=True)))

    def layer(self, value: str, name: str, scale: float = 1.0) -> str:
        """A dense layer; its weights are stored [outputs, inputs], one scale per output."""
        g = self.graph
        weights = g.matrix(self.weights[f"{name}.weight"] * np.float32(scale), f"{name}.weight")
        bias = g.vector(self.weights[f"{name}.bias"] * np.float32(scale), f"{name}.bias")
        return self.add(g.node("MatMul", value, g.node("Transpose", weights, perm=[1, 0])), bias)

    def relu(self, value: str) -> str:
        return self.graph.node("Relu", value)

    def convolution(self, x: str, mask: str, name: str, dilation: int) -> str:
        width = len(self.weights[f"{name}.n"])
        mean = self.div(self.sum(self.mul(x, x), 2, keep=True), self.number(float(width)))
        scaled = self.mul(self.mul(x, self.inverse_root(mean)), self.graph.vector(self.weights[f"{name}.n"], f"{name}.n"))
        n = self.mul(scaled, mask)
        d = self.graph.constant([dilation], f"dilation{dilation}", np.int64)
        minus = self.graph.constant([-dilation], f"dilation-{dilation}", np.int64)
        before = self.slice(self.pad(n, (0, dilation, 0), (0, 0, 0)), self.axes[0], minus, 1)
        after = self.slice(self.pad(n, (0, 0, 0), (0, dilation, 0)), d, self.end, 1)
        window = self.graph.node("Concat", before, n, after, axis=2)
        return self.mul(self.add(x, self.layer(self.relu(self.layer(window, f"{name}.a")), f"{name}.b")), mask)

    def context(self, embedded: str, mask: str) -> str:
        x = self.mul(self.layer(embedded, "inp"), mask)
        for index, dilation in enumerate(DILATIONS):
            x = self.convolution(x, mask, f"convs.{index}", dilation)
        return x

    def export(self) -> onnx.ModelProto:
        g, one = self.graph, self.number(1.0)
        zero = g.constant(PAD, "padding", np.int64)
        look_up = g.table(self.weights[f"tables.{self.language}"], "embeddings")
        md, ms = (self.unsqueeze(self.float(g.node("Greater", ids, zero)), 2) for ids in ("document", "summary"))
        ed, es = (self.mul(look_up(ids), mask) for ids, mask in (("document", md), ("summary", ms)))
        cd, cs = self.context(ed, md), self.context(es, ms)
        md_row = self.transposed(md)
        both = g.node("MatMul", ms, md_row)
        shut = self.rest(md_row, SHUT)

        equal = g.node("Equal", self.unsqueeze("summary", 2), self.unsqueeze("document", 1))
        equal = self.mul(self.float(equal), both)
        s0 = g.node("MatMul", self.unit(es), self.transposed(self.unit(ed)))
        s1 = g.node("MatMul", self.unit(cs), self.transposed(self.unit(cd)))
        after, before = self.shifted(equal, 1), self.shifted(equal, -1)
        pair = self.mul(equal, g.node("Max", after, before))
        triple = self.mul(self.mul(equal, after), before)
        known = self.mul(s0, both)
        diagonal = self.add(known, self.shifted(known, 1), self.shifted(known, -1))

        tau = [g.constant(self.weights["tau"][i : i + 1], f"tau{i}") for i in range(3)]
        attention = self.add(*(self.mul(t, x) for t, x in zip(tau, (s0, s1, equal))), pair, triple)
        attention = g.node("Softmax", self.sub(attention, self.rest(md_row, SHUT * ATTENTION_SHUT)), axis=2)
        a = g.node("MatMul", attention, cd)
        numbers = g.constant(np.arange(self.lengths[0], dtype=np.float32)[None, :, None] / POSITION_UNIT, "positions")
        length = self.slice(g.node("Shape", "document"), self.axes[1], self.axes[2], 0)
        position = self.mul(self.slice(numbers, self.axes[0], length, 1), md)
        aligned = g.node("MatMul", attention, position)
        preceding = self.slice(self.pad(aligned, (0, 1, 0), (0, 0, 0)), self.axes[0], self.last, 1)
        follows = self.mul(self.relu(self.sub(one, g.node("Abs", self.sub(aligned, preceding)))), ms)
        open_ = (equal, pair, triple, self.sub(s0, shut), self.sub(s1, shut))
        greatest = [self.greatest(x, 2, keep=True) for x in open_]
        greatest.append(self.div(self.greatest(self.sub(diagonal, shut), 2, keep=True), self.number(3.0)))
        f = self.mul(g.node("Concat", *greatest, follows, self.div(one, self.add(one, aligned)), axis=2), ms)
        joint = g.node("Concat", cs, a, g.node("Abs", self.sub(cs, a)), self.mul(cs, a), f, axis=2)
        u = self.mul(self.relu(self.layer(joint, "comp")), ms)
        u = self.convolution(u, ms, "sconv", 1)

        n = g.node("Max", self.sum(ms, 1), one)
        w = self.mul(g.node("Sigmoid", self.layer(u, "imp")), ms)
        weight = self.add(self.sum(w, 1), self.number(WEIGHT_FLOOR))
        maximum = self.greatest(self.sub(u, self.rest(ms, MAXIMUM_SHUT)), 1)
        least_said = self.greatest(self.sub(self.layer(u, "unsaid"), self.rest(ms, MAXIMUM_SHUT)), 1)

        shut_summary = self.rest(ms, SHUT)
        covered = (equal, pair, self.sub(s0, shut_summary), self.sub(s1, shut_summary))
        covered = [self.unsqueeze(self.greatest(x, 1), 2) for x in covered]
        gathered = self.mul(g.node("Concat", *covered, self.div(one, self.add(one, position)), axis=2), md)
        v = self.mul(self.relu(self.layer(g.node("Concat", cd, gathered, axis=2), "doc")), md)
        nd = g.node("Max", self.sum(md, 1), one)
        wd = self.mul(g.node("Sigmoid", self.layer(v, "dimp")), md)
        weight_d = self.add(self.sum(wd, 1), self.number(WEIGHT_FLOOR))

        def mean(x: str) -> str:
            return self.div(self.sum(x, 1), n)

        def weighted(x: str) -> str:
            return self.div(self.sum(self.mul(x, w), 1), weight)

        def weighted_d(x: str) -> str:
            return self.div(self.sum(self.mul(x, wd), 1), weight_d)

        z = g.node(
            "Concat", mean(u), weighted(u), maximum, self.div(self.sum(v, 1), nd), weighted_d(v),
            mean(f), weighted(f), weighted_d(gathered),
            self.div(n, self.add(n, self.number(SUMMARY_UNIT))), self.div(nd, self.add(nd, self.number(DOCUMENT_UNIT))), least_said,
            axis=1,
        )  # fmt: skip
        hidden = self.relu(self.layer(z, "d1"))
        g.node("Identity", self.layer(hidden, "d2", 1 / self.temperature), name="logits")
        return g.model({ids: ["batch", f"{ids}_length"] for ids in ("document", "summary")}, {"logits": ["batch", LEVELS]}, "fit")


def export(model: Fit, language: str, lengths: tuple[int, int], temperature: float, eight_bit: bool) -> onnx.ModelProto:
    """The ONNX model of one language; `lengths` are the most tokens of a document and a summary."""
    return _Exporter(model, language, lengths, temperature, eight_bit).export()
