"""Writes encoders to measure: 6 layers of 384, with weights drawn at random, in three precisions.

    python benches/encoders.py [FOLDER]     # target/bench-encoders if not said

Each is a matcher that reads both texts as one sequence: float32 as exporters write
BERT, its products with ranges found in the run (dynamic), and with fixed ones
(qdq); the last two by `onnxruntime.quantization`. Beside each lie a manifest, a vocabulary
of characters and cases with their ids. Needs what `tests/oracles/requirements.txt` lists.
"""

import hashlib
import json
import logging
import math
import pathlib
import random
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static

LAYERS, WIDTH, HEADS, INNER, POSITIONS, LEVELS = 6, 384, 12, 1536, 512, 5
CHARACTERS = [chr(0x4E00 + at) for at in range(4000)]
LENGTHS = {"document": 100, "summary": 28}
SEED = 1


class Graph:
    def __init__(self):
        self.nodes, self.initializers = [], []
        self.draw = np.random.default_rng(SEED)

    def constant(self, values, dtype=np.float32):
        name = f"constant_{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(np.asarray(values, dtype=dtype), name))
        return name

    def whole(self, *values):
        return self.constant(values, np.int64)

    def matrix(self, *shape):
        return self.constant(self.draw.normal(0, 1 / math.sqrt(shape[0]), shape))

    def node(self, operator, *inputs, **attributes):
        name = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], name=name, **attributes))
        return name

    def layer(self, value, inputs, outputs):
        return self.node("Add", self.node("MatMul", value, self.matrix(inputs, outputs)), self.constant(self.draw.normal(0, 0.1, outputs)))

    def normalised(self, value):
        return self.node("LayerNormalization", value, self.constant(np.ones(WIDTH)), self.constant(np.zeros(WIDTH)), axis=-1, epsilon=1e-12)

    def heads(self, value, perm):
        split = self.node("Reshape", self.layer(value, WIDTH, WIDTH), self.whole(0, 0, HEADS, WIDTH // HEADS))
        return self.node("Transpose", split, perm=perm)

    def attention(self, value, mask):
        query, key, context = (self.heads(value, perm) for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]))
        scores = self.node("Div", self.node("MatMul", query, key), self.constant(math.sqrt(WIDTH / HEADS)))
        weights = self.node("Softmax", self.node("Add", scores, mask), axis=-1)
        joined = self.node("Transpose", self.node("MatMul", weights, context), perm=[0, 2, 1, 3])
        return self.layer(self.node("Reshape", joined, self.whole(0, 0, WIDTH)), WIDTH, WIDTH)

    def gelu(self, value):
        inside = self.node("Erf", self.node("Div", value, self.constant(math.sqrt(2))))
        product = self.node("Mul", value, self.node("Add", inside, self.constant(1.0)))
        return self.node("Mul", product, self.constant(0.5))

    def model(self):
        ids = self.node("Concat", "document", "summary", axis=1)
        present = self.node("Cast", self.node("Greater", ids, self.whole(0)), to=TensorProto.FLOAT)
        shut = self.node("Mul", self.node("Sub", self.constant(1.0), present), self.constant(-10000.0))
        mask = self.node("Unsqueeze", shut, self.whole(1, 2))
        length = self.node("Gather", self.node("Shape", ids), self.whole(1), axis=0)
        table = self.constant(self.draw.normal(0, 0.02, (1, POSITIONS, WIDTH)))
        positions = self.node("Slice", table, self.whole(0), length, self.whole(1))
        words = self.node("Gather", self.constant(self.draw.normal(0, 0.02, (len(CHARACTERS) + 2, WIDTH))), ids, axis=0)
        value = self.normalised(self.node("Add", words, positions))
        for _ in range(LAYERS):
            value = self.normalised(self.node("Add", self.attention(value, mask), value))
            inside = self.gelu(self.layer(value, WIDTH, INNER))
            value = self.normalised(self.node("Add", self.layer(inside, INNER, WIDTH), value))
        first = self.node("Squeeze", self.node("Slice", value, self.whole(0), self.whole(1), self.whole(1)), self.whole(1))
        layer = [self.node("Tanh", first), self.matrix(WIDTH, LEVELS), self.constant(np.zeros(LEVELS))]
        self.nodes.append(helper.make_node("Gemm", layer, ["logits"], name="logits"))
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", f"{name}_length"]) for name in LENGTHS
        ]
        outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", LEVELS])]
        graph = helper.make_graph(self.nodes, "encoder", inputs, outputs, self.initializers)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model, full_check=True)
        return model


def cases():
    draw = random.Random(SEED)
    made = []
    for _ in range(8):
        row = {}
        for name, length in LENGTHS.items():
            ids = [draw.randrange(2, len(CHARACTERS) + 2) for _ in range(length)]
            row |= {name: "".join(CHARACTERS[at - 2] for at in ids), f"{name}_ids": ids}
        made.append(row)
    return made


class Calibration(CalibrationDataReader):
    def __init__(self):
        self.left = [{name: np.array([case[f"{name}_ids"]], np.int64) for name in LENGTHS} for case in cases()[:4]]

    def get_next(self):
        return self.left.pop() if self.left else None


def manifest(name, folder):
    def entry(path):
        content = (folder / path).read_bytes()
        return {"path": path, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}

    def tensor(name, dtype, shape, **more):
        return {"name": name, "dtype": dtype, "shape": shape, **more}

    return {
        "manifest_version": 1, "name": name, "version": "0.1.0", "task": "matching",
        "description": "An encoder to measure, with weights drawn at random.", "languages": ["zh"],
        "license": "MIT OR Apache-2.0", "system": "neural",
        "tokenizer": {"kind": "characters", "vocabulary": "vocabulary.txt"},
        "graph": {
            "file": "model.onnx",
            "inputs": [tensor(text, "int64", ["batch", f"{text}_length"], max_length=length) for text, length in LENGTHS.items()],
            "outputs": [tensor("logits", "float32", ["batch", LEVELS])],
        },
        "files": [entry("model.onnx"), entry("vocabulary.txt")],
    }  # fmt: skip


def main():
    logging.disable(logging.WARNING)
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target/bench-encoders")
    folders = {name: root / f"encoder-{name}" for name in ("f32", "dynamic", "qdq")}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    source = folders["f32"] / "model.onnx"
    onnx.save(Graph().model(), source)
    options = {"weight_type": QuantType.QInt8, "per_channel": True}
    quantize_dynamic(source, folders["dynamic"] / "model.onnx", **options)
    quantize_static(
        source, folders["qdq"] / "model.onnx", Calibration(), quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8, op_types_to_quantize=["MatMul"], **options,
    )  # fmt: skip
    for name, folder in folders.items():
        (folder / "vocabulary.txt").write_text("\n".join(["[PAD]", "[UNK]", *CHARACTERS, ""]), encoding="utf-8")
        (folder / "manifest.json").write_text(json.dumps(manifest(f"encoder-{name}", folder), indent=2))
        (folder / "reference.json").write_text(json.dumps({"cases": cases()}, ensure_ascii=False))


if __name__ == "__main__":
    main()
