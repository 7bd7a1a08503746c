"""Random graphs and what ONNX Runtime makes of them.

Each graph strings together what the fused operators are made of: products with
constant matrices, their sums, biases and rectifiers, concatenations, rows moved
by a pad and a slice, elementwise operators over broadcast operands, reductions,
attention, heads that are cut out and put together. Operands have several users or one,
and any value may be an output, so that fusion has to stop where somebody else looks.
"""

import base64
import random

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper

import invented

COUNT = 48
RECURRENT = 12
"""Graphs after those, in which recurrent layers of both directions are frequent."""
SINGLE = 6
"""Graphs after those, in which a bias may be one number for all outputs."""
IN_HEADS = 24
"""Graphs after those, in which axes are exchanged, cut, dropped and put back before somebody takes the values."""
OPSET = 17
IR_VERSION = 8


class Rows:
    """A value [batch, length or 1, width], with numbers of moderate size."""

    def __init__(self, name, width, pooled=False):
        self.name, self.width, self.pooled = name, width, pooled


class Heads:
    """A value whose axes are "batch", "length", "heads" and "size" in some order."""

    def __init__(self, name, axes, sizes):
        self.name, self.axes, self.sizes = name, axes, sizes


class Builder:
    def __init__(self, seed, single_biases=False):
        self.single_biases = single_biases
        self.draw = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.nodes, self.initializers = [], []
        self.values = [Rows("x", 5), Rows("y", 8), Rows("mask", 1)]

    def node(self, operator, *inputs, **attributes):
        name = f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], name=name, **attributes))
        return name

    def constant(self, values, dtype=np.float32):
        name = f"constant_{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.asarray(values, dtype=dtype), name))
        return name

    def matrix(self, *shape):
        return self.constant(self.numbers.normal(0, 0.4, shape))

    def rows(self, pooled=False):
        return self.draw.choice([v for v in self.values if pooled or not v.pooled])

    def keep(self, name, width, pooled=False):
        self.values.append(Rows(name, width, pooled))

    # What a graph is made of.

    def product(self, value, width):
        matrix = self.matrix(value.width, width)
        if self.draw.random() < 0.5:
            matrix = self.node("Transpose", self.matrix(width, value.width), perm=[1, 0])
        return self.node("MatMul", value.name, matrix)

    def finished(self, product, width):
        """With a bias on either side, and a rectifier, or without."""
        if self.draw.random() < 0.7:
            shapes = [(width,), (1, 1, width)] + self.single_biases * [(1,), (1, 1, 1), (1,)]
            sides = [product, self.matrix(*self.draw.choice(shapes))]
            self.draw.shuffle(sides)
            product = self.node("Add", *sides)
        return self.node("Relu", product) if self.draw.random() < 0.5 else product

    def dense(self):
        value, width = self.rows(pooled=True), self.draw.choice([1, 3, 8, 17])
        self.keep(self.finished(self.product(value, width), width), width, value.pooled)

    def sum_of_products(self):
        a, b, width = self.rows(), self.rows(pooled=True), self.draw.choice([4, 9])
        total = self.node("Add", self.product(a, width), self.product(b, width))
        self.keep(self.finished(total, width), width)

    def concatenation(self):
        parts = [self.rows() for _ in range(self.draw.choice([2, 3]))]
        width = sum(part.width for part in parts)
        joined = self.node("Concat", *(part.name for part in parts), axis=2)
        out = self.draw.choice([2, 6])
        self.keep(self.finished(self.product(Rows(joined, width), out), out), out)

    def moved(self, value, by):
        pads = self.constant([0, max(-by, 0), 0, 0, max(by, 0), 0], np.int64)
        padded = self.node("Pad", value.name, pads)
        start, end = (0, by) if by < 0 else (by, 2**31 - 1)
        bounds = (self.constant([bound], np.int64) for bound in (start, end, 1))
        return Rows(self.node("Slice", padded, *bounds), value.width)

    def convolution(self):
        value, by, width = self.rows(), self.draw.choice([1, 2, 5]), self.draw.choice([3, 8])
        parts = [self.moved(value, -by), value, self.moved(value, by)]
        if self.draw.random() < 0.3:
            self.keep(parts[0].name, value.width)
        joined = self.node("Concat", *(part.name for part in parts), axis=2)
        self.keep(self.finished(self.product(Rows(joined, 3 * value.width), width), width), width)

    def elementwise(self):
        name, width, pooled = (value := self.rows(pooled=True)).name, value.width, value.pooled
        for _ in range(self.draw.choice([1, 2, 4])):
            other = self.draw.choice(["same", "vector", "number", "mask", "pooled", "one"])
            partners = [v.name for v in self.values if v.width == width and v.pooled == pooled]
            small = [v.name for v in self.values if v.width in (1, width) and v.pooled]
            if other == "one":
                name = self.node(self.draw.choice(["Abs", "Relu", "Sigmoid"]), name)
                continue
            if other == "same":
                operand = self.draw.choice(partners)
            elif other == "vector":
                operand = self.matrix(width)
            elif other == "mask" and not pooled:
                operand = "mask"
            elif other == "pooled" and small:
                operand = self.draw.choice(small)
            else:
                operand = self.constant(round(self.draw.uniform(-2, 2), 2))
            sides = [name, operand]
            self.draw.shuffle(sides)
            name = self.node(self.draw.choice(["Add", "Sub", "Mul", "Max"]), *sides)
        self.keep(name, width, pooled)

    def normalised(self):
        value = self.rows()
        squares = self.node("ReduceSum", self.node("Mul", value.name, value.name), self.constant([2], np.int64), keepdims=1)
        mean = self.node("Div", squares, self.constant(float(value.width)))
        root = self.node("Sqrt", self.node("Add", mean, self.constant(1e-6)))
        inverse = self.node("Div", self.constant(1.0), root)
        self.keep(self.node("Mul", value.name, inverse), value.width)

    def reduced(self):
        value = self.rows()
        if self.draw.random() < 0.5:
            name = self.node("ReduceMax", value.name, axes=[1], keepdims=1)
        else:
            total = self.node("ReduceSum", value.name, self.constant([1], np.int64), keepdims=1)
            name = self.node("Mul", total, self.constant(0.05))
        self.keep(name, value.width, pooled=True)

    def pooled_layer(self):
        """A layer over a concatenation of sums without their axis, which is put back."""
        parts = [self.rows() for _ in range(2)]
        sums = [self.node("ReduceSum", p.name, self.constant([1], np.int64), keepdims=0) for p in parts]
        joined = self.node("Concat", *sums, axis=1)
        layer = self.node("MatMul", joined, self.matrix(sum(p.width for p in parts), 4))
        layer = self.node("Add", layer, self.matrix(4))
        back = self.node("Unsqueeze", self.node("Sigmoid", layer), self.constant([1], np.int64))
        self.keep(back, 4, pooled=True)

    def attention(self):
        value, width = self.rows(), 4
        query, key = (self.product(value, width) for _ in range(2))
        scores = self.node("MatMul", query, self.node("Transpose", key, perm=[0, 2, 1]))
        weights = self.node("Softmax", self.node("Mul", scores, self.constant(0.5)), axis=2)
        self.keep(self.node("MatMul", weights, value.name), value.width)

    def heads(self):
        """A value in heads, after a few moves."""
        value, count, size = self.rows(), *self.draw.choice([(2, 4), (3, 2), (1, 5)])
        name = self.node("Reshape", self.product(value, count * size), self.constant([0, 0, count, size], np.int64))
        found = Heads(name, ("batch", "length", "heads", "size"), {"heads": count, "size": size})
        for _ in range(self.draw.choice([0, 1, 2, 3])):
            found = self.draw.choice([self.exchanged, self.cut, self.put_back])(found)
        return found

    def exchanged(self, value, axes=None):
        axes = axes or tuple(self.draw.sample(value.axes, len(value.axes)))
        name = self.node("Transpose", value.name, perm=[value.axes.index(axis) for axis in axes])
        return Heads(name, axes, value.sizes)

    def cut(self, value):
        axis = self.draw.choice(["heads", "size"])
        start = self.draw.randrange(value.sizes[axis])
        end = self.draw.randint(start + 1, value.sizes[axis])
        bounds = (self.constant([bound], np.int64) for bound in (start, end, value.axes.index(axis), 1))
        return Heads(self.node("Slice", value.name, *bounds), value.axes, value.sizes | {axis: end - start})

    def put_back(self, value):
        """With an axis of size 1 cut out, dropped and put somewhere else."""
        axis, at = self.draw.choice(["heads", "size"]), self.draw.randrange(len(value.axes))
        bounds = (self.constant([bound], np.int64) for bound in (0, 1, value.axes.index(axis), 1))
        one = self.node("Slice", value.name, *bounds)
        bare = self.node("Squeeze", one, self.constant([value.axes.index(axis)], np.int64))
        axes = [other for other in value.axes if other != axis]
        axes.insert(at, axis)
        return Heads(self.node("Unsqueeze", bare, self.constant([at], np.int64)), tuple(axes), value.sizes | {axis: 1})

    def joined(self, value):
        """Heads as rows again."""
        value = self.exchanged(value, ("batch", "length", "heads", "size"))
        width = value.sizes["heads"] * value.sizes["size"]
        self.keep(self.node("Reshape", value.name, self.constant([0, 0, width], np.int64)), width)

    def moved_only(self):
        """One head, or one place of all, as an output may see it; perhaps twice."""
        value, dropped = self.put_back(self.heads()), self.draw.choice(["heads", "size"])
        if value.sizes[dropped] > 1:
            bounds = (self.constant([bound], np.int64) for bound in (0, 1, value.axes.index(dropped), 1))
            value = Heads(self.node("Slice", value.name, *bounds), value.axes, value.sizes | {dropped: 1})
        kept = "size" if dropped == "heads" else "heads"
        value = self.exchanged(value, ("batch", "length", kept, dropped))
        for _ in range(self.draw.choice([1, 2])):
            self.keep(self.node("Squeeze", value.name, self.constant([3], np.int64)), value.sizes[kept])

    def heads_multiplied(self):
        """Attention of heads to themselves, which are exchanged in three ways for it."""
        value = self.heads()
        outer = self.draw.sample(["batch", "heads"], 2)
        left, right = self.exchanged(value, (*outer, "length", "size")), self.exchanged(value, (*outer, "size", "length"))
        scores = self.node("MatMul", left.name, right.name)
        weights = self.node("Softmax", self.node("Mul", scores, self.constant(0.3)), axis=3)
        third = self.exchanged(value, (*outer, "length", "size"))
        self.joined(Heads(self.node("MatMul", weights, third.name), third.axes, third.sizes))

    def heads_repeated(self):
        """A head with numbers of its own for a part of the axes, on either side."""
        value = self.heads()
        shape = [value.sizes.get(axis, 1) if self.draw.random() < 0.6 else 1 for axis in value.axes]
        sides = [value.name, self.matrix(*shape)]
        self.draw.shuffle(sides)
        self.joined(Heads(self.node(self.draw.choice(["Add", "Mul", "Max"]), *sides), value.axes, value.sizes))

    def heads_reduced(self):
        value, axis = self.heads(), self.draw.choice(["heads", "size"])
        place = value.axes.index(axis)
        name = self.node("ReduceSum", value.name, self.constant([place], np.int64), keepdims=1)
        self.joined(Heads(name, value.axes, value.sizes | {axis: 1}))

    def heads_together(self):
        """A value beside itself, as it lies and cut."""
        value, axis = self.heads(), self.draw.choice(["heads", "size"])
        other = self.exchanged(self.cut(self.exchanged(value)), value.axes)
        across = "size" if axis == "heads" else "heads"
        if other.sizes[across] != value.sizes[across]:
            value = other
        name = self.node("Concat", value.name, other.name, axis=value.axes.index(axis))
        self.joined(Heads(name, value.axes, value.sizes | {axis: value.sizes[axis] + other.sizes[axis]}))

    def lstm(self):
        self.recurrent("LSTM", 4, ("states", "hidden", "cell"), direction="forward")

    def either_lstm(self):
        self.recurrent("LSTM", 4, ("states", "hidden", "cell"), direction=self.draw.choice(["forward", "reverse"]))

    def gru(self):
        self.recurrent(
            "GRU", 3, ("states", "hidden"),
            direction=self.draw.choice(["forward", "reverse"]), linear_before_reset=self.draw.choice([0, 1]),
        )  # fmt: skip

    def recurrent(self, operator, gates, outputs, **attributes):
        value, hidden = self.rows(), self.draw.choice([2, 5, 8])
        starts = (self.node("ReduceMax", self.product(value, hidden), axes=[1], keepdims=1) for _ in outputs[1:])
        rows, *states = (self.node("Transpose", name, perm=[1, 0, 2]) for name in (value.name, *starts))
        weights = (
            self.matrix(1, gates * hidden, value.width), self.matrix(1, gates * hidden, hidden), self.matrix(1, 2 * gates * hidden),
        )  # fmt: skip
        names = [f"{operator.lower()}_{len(self.nodes)}_{name}" for name in outputs]
        inputs = [rows, *weights, "", *states]
        self.nodes.append(helper.make_node(operator, inputs, names, name=names[0], hidden_size=hidden, **attributes))
        squeezed = self.node("Squeeze", names[0], self.constant([1], np.int64))
        self.keep(self.node("Transpose", squeezed, perm=[1, 0, 2]), hidden)
        for name in names[1:]:
            self.keep(self.node("Transpose", name, perm=[1, 0, 2]), hidden, pooled=True)

    def model(self, recurrent=False, in_heads=False):
        steps = [
            self.dense, self.dense, self.sum_of_products, self.concatenation, self.convolution, self.convolution,
            self.elementwise, self.elementwise, self.elementwise, self.normalised, self.reduced, self.pooled_layer, self.attention, self.lstm,
        ]  # fmt: skip
        if recurrent:
            steps += [self.gru] * 6 + [self.either_lstm] * 4
        if in_heads:
            steps += [self.moved_only, self.heads_multiplied, self.heads_repeated, self.heads_reduced, self.heads_together] * 6
        for _ in range(self.draw.choice([3, 6, 10])):
            self.draw.choice(steps)()
        made = self.values[3:]
        chosen = self.draw.sample(made, min(len(made), 3))
        return self.written("random", {"x": 5, "y": 8, "mask": 1}, chosen)

    def written(self, name, widths, chosen):
        """The graph from inputs of these widths to the chosen values."""
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", "length", width])
            for name, width in widths.items()
        ]
        outputs = [
            helper.make_tensor_value_info(v.name, TensorProto.FLOAT, ["batch", 1 if v.pooled else "length", v.width])
            for v in chosen
        ]
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
        onnx.checker.check_model(model, full_check=True)
        return model


def tensor(name, values):
    flat = [float(f"{value:.6g}") for value in values.astype(np.float64).ravel()]
    return {"name": name, "shape": list(values.shape), "values": flat}


def main():
    ort.set_default_logger_severity(3)  # graphs may hold constants that nobody takes
    cases = []
    for seed in range(COUNT + RECURRENT + SINGLE + IN_HEADS):
        in_heads = seed >= COUNT + RECURRENT + SINGLE
        single = seed >= COUNT + RECURRENT and not in_heads
        model = Builder(seed, single).model(recurrent=COUNT <= seed < COUNT + RECURRENT, in_heads=in_heads)
        session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        runs = []
        for batch, length in ((1, 1), (2, 6)):
            numbers = np.random.default_rng(1000 * seed + length)
            feeds = {
                "x": numbers.normal(0, 1, (batch, length, 5)).round(3).astype(np.float32),
                "y": numbers.normal(0, 1, (batch, length, 8)).round(3).astype(np.float32),
                "mask": (numbers.random((batch, length, 1)) < 0.8).astype(np.float32),
            }
            outputs = session.run(None, feeds)
            runs.append({
                "inputs": [tensor(name, values) for name, values in feeds.items()],
                "outputs": [tensor(o.name, values) for o, values in zip(session.get_outputs(), outputs)],
            })
        cases.append({"onnx": base64.b64encode(model.SerializeToString()).decode(), "runs": runs})
    invented.write("graphs", cases)


if __name__ == "__main__":
    main()
