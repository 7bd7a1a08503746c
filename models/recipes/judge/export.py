"""A judge as a model repository of the field: configuration, tokenizer and graph.

The graph mirrors `network.TokenClassifier`: `input_ids`, `attention_mask` and `token_type_ids`, int64 [batch, sequence], to `logits`,
float32 [batch, sequence, 2]. Matrices and embeddings are int8 with a scale a row (`graph.py`); everything is computed in float32.
"""

import json
import math
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto

from ..cross_encoder import EPSILON, HEADS, INSIDE, WIDTH, Layer
from ..cross_encoder_export import BertExporter, array
from .bases import Base, described
from .network import LABELS, POSITIONS, TokenClassifier

GRAPH = "onnx/model_quantized.onnx"
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_SHUT = -1e4


class _Exporter(BertExporter):
    """Over batches."""

    def export(self) -> onnx.ModelProto:
        g = self.graph
        length = g.node("Slice", g.node("Shape", INPUTS[0]), self.axes[1], g.constant([2], "two", np.int64), self.axes[0])
        segments = g.node("Gather", g.constant(array(self.model.segments), "segments.rows"), INPUTS[2], axis=0)
        words = g.table(array(self.model.pieces), "pieces")(INPUTS[0])
        x = self.norm(self.add(self.add(words, segments), self.places(length)), "embedded", self.model.embedded)
        read = g.node("Cast", g.node("Unsqueeze", INPUTS[1], g.constant([1, 2], "axes12", np.int64)), to=TensorProto.FLOAT)
        shut = self.mul(self.sub(self.number(1.0), read), self.number(_SHUT))
        for number, layer in enumerate(self.model.layers):
            name = f"layers.{number}"
            x = self.norm(self.add(self._attention(x, shut, name, layer), x), f"{name}.attended", layer.attended)
            inside = self.gelu(self.layer(x, f"{name}.first", layer.first))
            x = self.norm(self.add(self.layer(inside, f"{name}.second", layer.second), x), f"{name}.fed", layer.fed)
        g.node("Identity", self.layer(x, "head", self.model.head), name="logits")
        shape = ["batch", "sequence"]
        return g.model({name: shape for name in INPUTS}, {"logits": [*shape, len(LABELS)]}, "judge")

    def _attention(self, value: str, shut: str, name: str, layer: Layer) -> str:
        g, size = self.graph, WIDTH // HEADS
        whole = self.layer(value, f"{name}.seen", layer.query, layer.key, layer.value, scales=(1 / math.sqrt(size), 1.0, 1.0))
        apart, together = (g.constant(shape, f"shape{len(shape)}", np.int64) for shape in ([0, 0, HEADS, size], [0, 0, WIDTH]))
        query, key, context = (
            g.node("Transpose", g.node("Reshape", self.part(whole, WIDTH * number, WIDTH), apart), perm=order)
            for number, order in enumerate(([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]))
        )
        shares = g.node("Softmax", self.add(g.node("MatMul", query, key), shut), axis=3)
        seen = g.node("Transpose", g.node("MatMul", shares, context), perm=[0, 2, 1, 3])
        return self.layer(g.node("Reshape", seen, together), f"{name}.output", layer.output)


def graph(model: TokenClassifier, eight_bit: bool = True) -> onnx.ModelProto:
    """The ONNX model of a judge."""
    return _Exporter(model, POSITIONS, eight_bit).export()


def configuration(base: Base, model: TokenClassifier) -> dict:
    """`config.json`."""
    names = {str(number): label for number, label in enumerate(LABELS)}
    return {
        "architectures": ["BertForTokenClassification"], "model_type": "bert",
        "id2label": names, "label2id": {label: int(number) for number, label in names.items()},
        "hidden_size": WIDTH, "num_hidden_layers": len(model.layers), "num_attention_heads": HEADS, "intermediate_size": INSIDE,
        "hidden_act": "gelu", "layer_norm_eps": EPSILON, "max_position_embeddings": POSITIONS, "type_vocab_size": 2,
        "vocab_size": len(model.pieces), "pad_token_id": base.padding,
    }  # fmt: skip


def write(base: Base, model: TokenClassifier, folder: Path, window: int) -> None:
    """The files of a repository."""
    (folder / GRAPH).parent.mkdir(parents=True, exist_ok=True)
    onnx.save(graph(model), folder / GRAPH)
    special = {name: base.tokenizer.id_to_token(number) for name, number in (("cls_token", base.begin), ("sep_token", base.end), ("pad_token", base.padding))}
    files = {
        "config.json": configuration(base, model),
        "tokenizer.json": described(base),
        "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": window, **special},
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content, ensure_ascii=False, indent=None if name == "tokenizer.json" else 2) + "\n", encoding="utf-8")
