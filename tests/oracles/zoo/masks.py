"""A small encoder whose mask is looked up as exporters of transformers 5 write it: for every pair
of a row and a place, with GatherND over truth values, and vectors of words with negative places.

usage: masks.py FOLDER

Writes FOLDER/mask/dynamo/model.onnx, for references.py.
"""

import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WORDS, WIDTH, LABELS = 200, 8, 3


def main(folder):
    draw = np.random.default_rng(5)
    nodes, constants = [], []

    def constant(value, dtype=np.float32):
        constants.append(numpy_helper.from_array(np.asarray(value, dtype), f"c{len(constants)}"))
        return constants[-1].name

    def whole(*value):
        return constant(value, np.int64)

    def node(operator, *inputs, **attributes):
        nodes.append(helper.make_node(operator, inputs, [f"v{len(nodes)}"], **attributes))
        return nodes[-1].output[0]

    def size(axis):
        return node("Squeeze", node("Shape", "input_ids", start=axis, end=axis + 1))

    zero, one = constant(0, np.int64), constant(1, np.int64)
    rows = node("Unsqueeze", node("Range", zero, size(0), one), whole(1, 2, 3))
    places = node("Unsqueeze", node("Range", zero, size(1), one), whole(0, 1, 2))
    shape = node("Shape", node("Max", rows, places))
    pairs = [node("Unsqueeze", node("Expand", one_of, shape), whole(-1)) for one_of in (rows, places)]
    kept = node("Cast", "attention_mask", to=TensorProto.BOOL)
    kept = node("GatherND", kept, node("Concat", *pairs, axis=-1), batch_dims=0)
    mask = node("Where", kept, constant(0.0), constant(np.finfo(np.float32).min))
    table = constant(draw.normal(0, 0.5, (WORDS, WIDTH)))
    # The id -1 is that of the last word.
    ids = node("Sub", "input_ids", whole(WORDS))
    words = node("GatherND", table, node("Unsqueeze", ids, whole(-1)))
    heads = node("Unsqueeze", words, whole(1))
    scores = node("Add", node("MatMul", heads, node("Transpose", heads, perm=[0, 1, 3, 2])), mask)
    weights = node("Softmax", scores, axis=-1)
    states = node("Squeeze", node("MatMul", weights, heads), whole(1))
    first = node("GatherND", node("Transpose", states, perm=[1, 0, 2]), whole(0))
    nodes.append(helper.make_node(
        "MatMul", [first, constant(draw.normal(0, 1, (WIDTH, LABELS)))], ["logits"]))
    axes = ["batch_size", "sequence_length"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, axes)
              for name in ("input_ids", "attention_mask")]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch_size", LABELS])]
    graph = helper.make_graph(nodes, "mask", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    os.makedirs(f"{folder}/mask/dynamo", exist_ok=True)
    onnx.save(model, f"{folder}/mask/dynamo/model.onnx")


if __name__ == "__main__":
    main(sys.argv[1])
