"""Random encoders and what ONNX Runtime makes of them: in float32, and with whole numbers of 8 bits.

Each graph is a stack of attention and of layers with an activation between them,
in the forms that exporters write: normalisation as one operator or as its parts,
shapes given as numbers or read from the graph, GELU by the error function or the
hyperbolic tangent, a mask that is added before the softmax, positions in a table.
Every other float32 graph comes again as `onnxruntime.quantization` writes it, by
turns with dynamic ranges and with fixed ones (pairs of QuantizeLinear and
DequantizeLinear).
"""

import base64
import logging
import math
import pathlib
import random
import tempfile

import numpy as np
import onnx
import onnxruntime as ort
from onnx import helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static

import invented
from graphs import Builder, Rows, tensor

COUNT = 24
POSITIONS = 12
LENGTHS = ((1, 1), (2, 6), (3, 11))
"""Batch and length of the runs."""


class Encoder(Builder):
    def __init__(self, seed):
        super().__init__(seed)
        self.heads, self.size = self.draw.choice([(1, 4), (2, 3), (3, 4)])
        self.width = self.heads * self.size

    def constant(self, values, dtype=np.float32):
        """An initializer or a node."""
        name = super().constant(values, dtype)
        if self.draw.random() < 0.2:
            value = self.initializers.pop()
            name = f"written_{len(self.nodes)}"
            self.nodes.append(helper.make_node("Constant", [], [name], name=name, value=value))
        return name

    def layer(self, name, inputs, outputs):
        product = self.node("MatMul", name, self.matrix(inputs, outputs))
        sides = [product, self.matrix(outputs)]
        self.draw.shuffle(sides)
        return self.node("Add", *sides)

    def normalised(self, name):
        if self.draw.random() < 0.5:
            parts = [self.matrix(self.width) for _ in range(self.draw.choice([1, 2, 2]))]
            more = self.draw.choice([{}, {"stash_type": 1}])
            return self.node("LayerNormalization", name, *parts, axis=-1, epsilon=1e-5, **more)
        more = self.draw.choice([{}, {"keepdims": 1}])
        centred = self.node("Sub", name, self.node("ReduceMean", name, axes=[-1], **more))
        if self.draw.random() < 0.5:
            square = self.node("Pow", centred, self.constant(2.0))
        else:
            square = self.node("Mul", centred, centred)
        variance = self.node("Add", self.node("ReduceMean", square, axes=[-1]), self.constant(1e-5))
        if self.draw.random() < 0.5:
            root = self.node("Sqrt", variance)
        else:
            root = self.node("Pow", variance, self.constant(0.5))
        scaled = self.node("Mul", self.node("Div", centred, root), self.matrix(self.width))
        return self.node("Add", scaled, self.matrix(self.width))

    def lengths(self, name, last):
        """The shape [batch, length, *last], as numbers or read from a value."""
        if self.draw.random() < 0.5:
            return self.whole(0, 0, *last)
        whole = self.node("Shape", name)
        sizes = [self.node("Gather", whole, self.constant(axis, np.int64), axis=0) for axis in (0, 1)]
        parts = [self.node("Unsqueeze", size, self.whole(0)) for size in sizes]
        return self.node("Concat", *parts, self.whole(*last), axis=0)

    def split(self, name, perm):
        value = self.layer(name, self.width, self.width)
        last = self.draw.choice([[self.heads, self.size], [self.heads, -1], [-1, self.size]])
        more = self.draw.choice([{}, {"allowzero": 0}])
        return self.node("Transpose", self.node("Reshape", value, self.lengths(value, last), **more), perm=perm)

    def attention(self, name, mask):
        query, key, value = (self.split(name, perm) for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]))
        scores = self.node("Div", self.node("MatMul", query, key), self.constant(math.sqrt(self.size)))
        weights = self.node("Softmax", self.node("Add", scores, mask), axis=self.draw.choice([-1, 3]))
        context = self.node("Transpose", self.node("MatMul", weights, value), perm=[0, 2, 1, 3])
        joined = self.node("Reshape", context, self.lengths(name, [self.width]))
        return self.layer(joined, self.width, self.width)

    def flat(self, name, inputs, outputs):
        """A layer over the rows of all pairs, or over each pair's."""
        if self.draw.random() < 0.5:
            return self.layer(name, inputs, outputs)
        rows = self.node("Reshape", name, self.whole(-1, inputs))
        made = self.node("Gemm", rows, self.matrix(inputs, outputs), self.matrix(outputs))
        whole = self.node("Shape", name)
        sizes = self.node("Slice", whole, self.whole(0), self.whole(2))
        return self.node("Reshape", made, self.node("Concat", sizes, self.whole(outputs), axis=0))

    def activated(self, name):
        kind = self.draw.choice(["erf", "erf", "tanh", "relu"])
        if kind == "relu":
            return self.node("Relu", name)
        if kind == "erf":
            inside = self.node("Erf", self.node("Div", name, self.constant(math.sqrt(2))))
        else:
            cube = self.node("Mul", self.node("Mul", name, name), name)
            sum_ = self.node("Add", name, self.node("Mul", cube, self.constant(0.044715)))
            inside = self.node("Tanh", self.node("Mul", sum_, self.constant(math.sqrt(2 / math.pi))))
        half = self.node("Mul", name, self.constant(0.5))
        return self.node("Mul", half, self.node("Add", inside, self.constant(1.0)))

    def whole(self, *values):
        return self.constant(values, np.int64)

    def positions(self, name):
        length = self.node("Gather", self.node("Shape", name), self.constant(1, np.int64), axis=0)
        end = self.node("Unsqueeze", length, self.whole(0))
        table = self.matrix(1, POSITIONS, self.width)
        return self.node("Add", name, self.node("Slice", table, self.whole(0), end, self.whole(1)))

    def pooled(self, name):
        first = self.node("Slice", name, *(self.whole(at) for at in (0, 1, 1)))
        first = self.node("Squeeze", first, self.whole(1))
        transposed = self.draw.choice([0, 1])
        matrix = self.matrix(*([3, self.width] if transposed else [self.width, 3]))
        bias = [self.matrix(3)] * self.draw.choice([0, 1])
        made = self.node("Gemm", first, matrix, *bias, alpha=1.0, transB=transposed)
        return self.node("Unsqueeze", self.node("Tanh", made), self.whole(1))

    def model(self):
        name = self.normalised(self.positions(self.layer(self.draw.choice(["x", "y"]), 5, self.width)))
        turned = self.node("Unsqueeze", self.node("Transpose", "mask", perm=[0, 2, 1]), self.whole(1))
        mask = self.node("Mul", self.node("Sub", self.constant(1.0), turned), self.constant(-10000.0))
        for _ in range(self.draw.choice([1, 2])):
            name = self.normalised(self.node("Add", name, self.attention(name, mask)))
            inner = self.draw.choice([5, 16])
            inside = self.activated(self.flat(name, self.width, inner))
            name = self.normalised(self.node("Add", self.layer(inside, inner, self.width), name))
        chosen = [Rows(name, self.width), Rows(self.pooled(name), 3, pooled=True)]
        return self.written("encoder", {"x": 5, "y": 5, "mask": 1}, chosen)


def feeds_of(seed, batch, length):
    numbers = np.random.default_rng(1000 * seed + length)
    mask = (numbers.random((batch, length, 1)) < 0.8).astype(np.float32)
    mask[:, 0] = 1
    return {
        "x": numbers.normal(0, 1, (batch, length, 5)).round(3).astype(np.float32),
        "y": numbers.normal(0, 1, (batch, length, 5)).round(3).astype(np.float32),
        "mask": mask,
    }


class Calibration(CalibrationDataReader):
    def __init__(self, seed):
        self.left = [feeds_of(seed + 5000, 2, 9) for _ in range(4)]

    def get_next(self):
        return self.left.pop() if self.left else None


def quantized(model, seed):
    """The graph with whole numbers: with dynamic ranges for even seeds, with fixed ones for odd ones."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder, "in.onnx"), pathlib.Path(folder, "out.onnx")
        onnx.save(model, source)
        per_channel = draw.random() < 0.5
        if seed % 2 == 0:
            quantize_dynamic(source, target, weight_type=QuantType.QInt8, per_channel=per_channel)
        else:
            quantize_static(
                source, target, Calibration(seed), quant_format=QuantFormat.QDQ, per_channel=per_channel,
                activation_type=draw.choice([QuantType.QUInt8, QuantType.QInt8]), weight_type=QuantType.QInt8,
                op_types_to_quantize=["MatMul"],
            )  # fmt: skip
        return onnx.load(target)


def case(model, seed):
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    runs = []
    for batch, length in LENGTHS:
        feeds = feeds_of(seed, batch, length)
        outputs = session.run(None, feeds)
        runs.append({
            "inputs": [tensor(name, values) for name, values in feeds.items()],
            "outputs": [tensor(o.name, values) for o, values in zip(session.get_outputs(), outputs)],
        })
    return {"onnx": base64.b64encode(model.SerializeToString()).decode(), "runs": runs}


def main():
    logging.disable(logging.WARNING)
    cases = []
    for seed in range(COUNT):
        model = Encoder(seed).model()
        cases.append(case(model, seed))
        if seed % 2 == 0:
            cases.append(case(quantized(model, seed // 2), seed))
    invented.write("encoders", cases)


if __name__ == "__main__":
    main()
