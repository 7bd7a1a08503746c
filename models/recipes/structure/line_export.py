"""A trained line classifier as an ONNX graph, node by node; it mirrors `line_cnn.LineCnn`.

Convolutions are matrix products over shifted copies, and windows are shifted copies of the
lines, so that each line's filters are computed once. Lines beyond the ends are zeros.
"""

import numpy as np
import onnx
from onnx import TensorProto

from ..graph import Graph
from .line_cnn import CONTEXT, SIZES, TYPE_SIZE, WINDOW, LineCnn

_END = 2**31 - 1


def export(model: LineCnn, eight_bit: bool) -> onnx.ModelProto:
    """The ONNX model: ids `tokens` [lines, words] and `kinds` [lines] to `logits` [lines, 1]."""
    g, shape = Graph(eight_bit), model.shape
    w = {name: value.detach().numpy() for name, value in model.state_dict().items()}
    axes = {n: g.constant([n], f"axis{n}", np.int64) for n in (0, 1, 2)}

    def layer(values: str, name: str) -> str:
        weights = g.matrix(w[f"{name}.weight"], f"{name}.weight")
        product = g.node("MatMul", values, g.node("Transpose", weights, perm=[1, 0]))
        return g.node("Add", product, g.vector(w[f"{name}.bias"], f"{name}.bias"))

    def shifts(values: str, axis: int, pad: int, count: int, pads: list[int]) -> list[str]:
        """`count` copies of padded values, each as long as the values, the i-th from i on."""
        padded = g.node("Pad", values, g.constant(pads, f"pads{axis}_{pad}_{len(pads)}", np.int64))
        copies = []
        for i in range(count):
            behind = count - 1 - i
            end = g.constant([-behind if behind else _END], f"end{behind}", np.int64)
            copies.append(g.node("Slice", padded, g.constant([i], f"start{i}", np.int64), end, axes[axis]))
        return copies

    look_up = g.table(w["embeddings.weight"], "embeddings")
    words = g.node("Cast", g.node("Greater", "tokens", g.constant(0, "padding", np.int64)), to=TensorProto.FLOAT)
    mask = g.node("Unsqueeze", words, axes[2])
    vectors = g.node("Mul", look_up("tokens"), mask)
    pooled = []
    for index, size in enumerate(SIZES):
        half = size // 2
        wide = g.node("Concat", *shifts(vectors, 1, half, size, [0, half, 0, 0, half, 0]), axis=2)
        filtered = g.node("Mul", g.node("Relu", layer(wide, f"filters.{index}")), mask)
        pooled.append(g.node("ReduceMax", filtered, axes=[1], keepdims=0))
    lines = g.node("Concat", *pooled, axis=1)
    features = [g.node("Max", *shifts(lines, 0, CONTEXT, WINDOW, [CONTEXT, 0, CONTEXT, 0]))]
    if shape.pooling == "centre":
        features.append(lines)
    if shape.types != "none":
        # Id 0, outside the document, is no type.
        hot = g.constant(np.eye(shape.kinds + 1, dtype=np.float32)[:, 1:], "types")
        types = g.node("Gather", hot, "kinds", axis=0)
        around = shifts(types, 0, CONTEXT, WINDOW, [CONTEXT, 0, CONTEXT, 0])
        if shape.types == "centre":
            features.append(types)
        elif shape.types == "window":
            features.extend(around)
        else:
            places = [
                g.node("Relu", layer(g.node("Concat", *around[i : i + TYPE_SIZE], axis=1), "type_filters"))
                for i in range(WINDOW - TYPE_SIZE + 1)
            ]
            features.append(g.node("Max", *places))
    hidden = g.node("Relu", layer(g.node("Concat", *features, axis=1), "dense"))
    g.node("Identity", layer(hidden, "output"), name="logits")
    inputs = {"tokens": ["lines", "words"], "kinds": ["lines"]}
    return g.model(inputs, {"logits": ["lines", 1]}, "line-cnn")
