"""A judge as a model repository of the field: configuration, tokenizer and graph.

The graph mirrors `encoder.Encoder` and `head.Head`: `input_ids`, `attention_mask` and `token_type_ids`, int64 [batch, sequence], to `logits`, float32
[batch, sequence, 2]. Both texts, `<s>` document `</s>` and `<s>` sentence `</s>`, stand in one run; each attends to itself alone and has places from its
start. To a token's logit of "unsupported" is added what the sentence's logit has beyond the greatest of its tokens', so that the greatest token has the
sentence's logit. Matrices are int8 with a scale a row (`graph.py`), embeddings of pieces the four bits of the package; everything is computed in float32.
"""

import json
import math
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto
from torch import Tensor, nn

from ..fit_teacher import BLOCK
from ..graph import Arithmetic, Graph
from . import encoder as e5
from . import head as judge
from .bases import SPECIAL, Base, described
from .encoder import Dense, Encoder, packed_words
from .head import Head

GRAPH = "onnx/model_quantized.onnx"
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
LABELS = ("supported", "unsupported")
_TEXT = SPECIAL.index("</s>")
"""Pieces beyond this one are those of texts."""
_END = np.iinfo(np.int64).max


def array(values: Tensor) -> np.ndarray:
    return values.detach().numpy()


class _Parts(Arithmetic):
    """Layers and moves."""

    def __init__(self, graph: Graph):
        self.graph = graph

    def layer(self, value: str, name: str, dense: Dense | nn.Linear, scale: np.ndarray | float = 1.0) -> str:
        """A dense layer; `scale` multiplies its outputs."""
        g, scale = self.graph, np.asarray(scale, np.float32)
        matrix = g.matrix(array(dense.weight) * scale.reshape(-1, 1), f"{name}.weight")
        bias = g.vector(array(dense.bias) * scale, f"{name}.bias")
        return self.add(g.node("MatMul", value, g.node("Transpose", matrix, perm=[1, 0])), bias)

    def norm(self, value: str, name: str, norm: Dense | nn.LayerNorm, epsilon: float) -> str:
        scale, bias = (self.graph.vector(array(getattr(norm, part)), f"{name}.{part}") for part in ("weight", "bias"))
        return self.graph.node("LayerNormalization", value, scale, bias, axis=-1, epsilon=epsilon)

    def numbers(self, *values: int) -> str:
        return self.graph.constant(values, "at_" + "_".join(map(str, values)), np.int64)

    def slice(self, value: str, axes: tuple[int, ...], start: int, end: int) -> str:
        g = self.graph
        return g.node("Slice", value, self.numbers(*[start] * len(axes)), self.numbers(*[end] * len(axes)), self.numbers(*axes))

    def unsqueeze(self, value: str, *axes: int) -> str:
        return self.graph.node("Unsqueeze", value, self.numbers(*axes))

    def reshape(self, value: str, *shape: int) -> str:
        return self.graph.node("Reshape", value, self.numbers(*shape))

    def transpose(self, value: str, *order: int) -> str:
        return self.graph.node("Transpose", value, perm=list(order))

    def concat(self, values: list[str], axis: int) -> str:
        return self.graph.node("Concat", *values, axis=axis)

    def greatest(self, value: str, axis: int, kept: bool = False) -> str:
        return self.graph.node("ReduceMax", value, axes=[axis], keepdims=int(kept))

    def sum(self, value: str, axis: int) -> str:
        """Over an axis, which stays."""
        return self.graph.node("ReduceSum", value, self.numbers(axis), keepdims=1)

    def float(self, value: str) -> str:
        return self.graph.node("Cast", value, to=TensorProto.FLOAT)

    def heads(self, value: str, count: int, size: int, keys: bool = False) -> str:
        """[batch, length, all] to [batch, heads, length, size], or with the last two exchanged."""
        return self.transpose(self.reshape(value, 0, 0, count, size), *([0, 2, 3, 1] if keys else [0, 2, 1, 3]))

    def together(self, value: str, width: int) -> str:
        return self.reshape(self.transpose(value, 0, 2, 1, 3), 0, 0, width)


class _Exporter(_Parts):
    def __init__(self, encoder: Encoder, head: Head, eight_bit: bool):
        super().__init__(Graph(eight_bit))
        self.encoder, self.head = encoder, head

    def export(self) -> onnx.ModelProto:
        g = self.graph
        read = self.float(INPUTS[1])
        second = self.mul(self.float(INPUTS[2]), read)
        first = self.sub(read, second)
        counted = [self.mul(part, self.sub(g.node("CumSum", part, self.numbers_scalar(1)), self.number(1.0))) for part in (first, second)]
        place = self.add(*counted)
        text = self.float(g.node("Greater", INPUTS[0], g.constant(_TEXT, "last_special", np.int64)))
        self.document, self.sentence = (self.mul(part, text) for part in (first, second))
        states = self.states(g.node("Cast", place, to=TensorProto.INT64), first, second)
        g.node("Identity", self.logits(states, place), name="logits")
        shape = ["batch", "sequence"]
        return g.model({name: shape for name in INPUTS}, {"logits": [*shape, len(LABELS)]}, "judge")

    def numbers_scalar(self, value: int) -> str:
        return self.graph.constant(value, f"scalar_{value}", np.int64)

    def words(self) -> str:
        """The embeddings of pieces: two numbers of four bits in a byte, a scale for each block."""
        g = self.graph
        if not g.eight_bit:
            return g.table(array(self.encoder.words), "pieces")(INPUTS[0])
        packed, scales = packed_words(self.encoder)
        byte = self.add(self.float(g.node("Gather", g.constant(packed, "pieces.int4", np.int8), INPUTS[0], axis=0)), self.number(128.0))
        high = g.node("Floor", self.mul(byte, self.number(1 / 16)))
        low = self.sub(byte, self.mul(high, self.number(16.0)))
        blocks = self.reshape(self.sub(self.concat([low, high], 2), self.number(8.0)), 0, 0, e5.WIDTH // BLOCK, BLOCK)
        scale = self.float(g.node("Gather", g.constant(scales, "pieces.scale", np.float16), INPUTS[0], axis=0))
        return self.reshape(self.mul(blocks, self.unsqueeze(scale, 3)), 0, 0, e5.WIDTH)

    def states(self, place: str, first: str, second: str) -> list[str]:
        """Those after each of `LAYERS`."""
        g, of = self.graph, self.encoder
        sides = self.concat([self.unsqueeze(side, 2) for side in (first, second)], 2)
        together = self.unsqueeze(g.node("MatMul", sides, self.transpose(sides, 0, 2, 1)), 1)
        shut = self.mul(self.sub(self.number(1.0), together), self.number(judge.SHUT))
        x = self.norm(self.add(self.words(), g.table(array(of.places), "places")(place)), "embedded", of.embedded, of.epsilon)
        size, found = e5.WIDTH // e5.HEADS, []
        scale = np.repeat([1 / math.sqrt(size), 1.0, 1.0], e5.WIDTH)
        for number, layer in enumerate(of.layers, 1):
            name = f"layers.{number}"
            whole = self.layer(x, f"{name}.seen", layer.seen, scale)
            parts = [self.slice(whole, (2,), e5.WIDTH * part, e5.WIDTH * (part + 1)) for part in range(3)]
            query, key, value = (self.heads(part, e5.HEADS, size, keys=at == 1) for at, part in enumerate(parts))
            shares = g.node("Softmax", self.add(g.node("MatMul", query, key), shut), axis=3)
            seen = self.together(g.node("MatMul", shares, value), e5.WIDTH)
            x = self.norm(self.add(self.layer(seen, f"{name}.output", layer.output), x), f"{name}.attended", layer.attended, of.epsilon)
            inside = self.gelu(self.layer(x, f"{name}.first", layer.first))
            x = self.norm(self.add(self.layer(inside, f"{name}.second", layer.second), x), f"{name}.fed", layer.fed, of.epsilon)
            if number in e5.LAYERS:
                found.append(x)
        return found

    def gelu(self, value: str) -> str:
        inside = self.graph.node("Erf", self.div(value, self.number(math.sqrt(2))))
        return self.mul(self.mul(value, self.add(inside, self.number(1.0))), self.number(0.5))

    def logits(self, states: list[str], place: str) -> str:
        """The logits."""
        g, head = self.graph, self.head
        document, sentence = (self.unsqueeze(mask, 2) for mask in (self.document, self.sentence))
        text = self.add(document, sentence)
        mean, deviation = (array(values).reshape(len(states), -1) for values in (head.mean, head.deviation))
        plain = [
            self.mul(self.mul(self.sub(x, g.vector(mean[at], f"mean.{at}")), g.vector(1 / deviation[at], f"deviation.{at}")), text)
            for at, x in enumerate(states)
        ]
        entered = self.layer(self.concat(plain, 2), "enter", head.enter)
        entered = self.mul(self.norm(entered, "entered", head.entered, head.entered.eps), text)
        entered = self.convolution(entered, "before", head.before, text)
        d, x = (self.mul(entered, mask) for mask in (document, sentence))
        own = self.unsqueeze(self.document, 1)
        both, absent = g.node("MatMul", sentence, own), self.sub(self.number(1.0), own)
        same, cosines = self.same(both), [self.cosine(each) for each in plain]
        told = self.mul(self.told(cosines, same, both, absent, document, place), sentence)
        scores = self.concat([self.unsqueeze(each, 3) for each in (*cosines, *same)], 3)
        shut = self.mul(self.unsqueeze(absent, 1), self.number(judge.SHUT))
        for at, block in enumerate(head.blocks):
            x = self.block(x, f"blocks.{at}", block, sentence, d, shut, scores, told)
        return self.judged(x, told, sentence)

    def convolution(self, x: str, name: str, convolution: judge.Convolution, mask: str) -> str:
        g, reach = self.graph, convolution.reach
        root = g.node("Sqrt", self.add(g.node("ReduceMean", self.mul(x, x), axes=[2], keepdims=1), self.number(judge.ROOT)))
        normed = self.mul(self.mul(self.div(x, root), g.vector(array(convolution.scale), f"{name}.scale")), mask)
        padded = g.node("Pad", normed, self.numbers(0, reach, 0, 0, reach, 0))
        around = self.concat([self.slice(padded, (1,), 0, -2 * reach), normed, self.slice(padded, (1,), 2 * reach, _END)], 2)
        written = self.layer(g.node("Relu", self.layer(around, f"{name}.read", convolution.read)), f"{name}.write", convolution.write)
        return self.mul(self.add(x, written), mask)

    def shifted(self, values: str, by: int) -> str:
        padded = self.graph.node("Pad", values, self.numbers(0, 1, 1, 0, 1, 1))
        return self.slice(padded, (1, 2), 2, _END) if by > 0 else self.slice(padded, (1, 2), 0, -2)

    def same(self, both: str) -> list[str]:
        """Whether pieces, pairs and triples of pieces are the same."""
        g = self.graph
        equal = self.mul(self.float(g.node("Equal", self.unsqueeze(INPUTS[0], 2), self.unsqueeze(INPUTS[0], 1))), both)
        after, behind = self.shifted(equal, 1), self.shifted(equal, -1)
        return [equal, self.mul(equal, g.node("Max", after, behind)), self.mul(self.mul(equal, after), behind)]

    def cosine(self, states: str) -> str:
        g = self.graph
        length = g.node("Max", g.node("ReduceL2", states, axes=[2], keepdims=1), self.number(1e-12))
        normed = self.div(states, length)
        return g.node("MatMul", normed, self.transpose(normed, 0, 2, 1))

    def told(self, cosines: list[str], same: list[str], both: str, absent: str, document: str, place: str) -> str:
        g = self.graph
        far = self.mul(absent, self.number(2.0))
        found = [self.greatest(self.sub(cosine, far), 2, True) for cosine in cosines] + [self.greatest(each, 2, True) for each in same]
        for cosine in (self.mul(each, both) for each in cosines):
            beside = self.add(cosine, self.shifted(cosine, 1), self.shifted(cosine, -1))
            found.append(self.mul(self.greatest(beside, 2, True), self.number(1 / 3)))
        sharp = self.mul(cosines[-1], self.number(self.head.sharp.item()))
        shares = g.node("Softmax", self.add(sharp, self.mul(absent, self.number(judge.SHUT))), axis=2)
        places = self.mul(self.mul(self.sub(self.unsqueeze(place, 2), self.number(1.0)), self.number(1 / judge.RUN)), document)
        likely = self.mul(g.node("MatMul", shares, places), self.unsqueeze(self.sentence, 2))
        before = self.slice(g.node("Pad", likely, self.numbers(0, 1, 0, 0, 0, 0)), (1,), 0, -1)
        follows = g.node("Relu", self.sub(self.number(1.0), g.node("Abs", self.sub(likely, before))))
        return self.concat([*found, follows, self.greatest(shares, 2, True)], 2)

    def block(self, x: str, name: str, block: judge.Block, mask: str, d: str, shut: str, scores: str, told: str) -> str:
        g, size = self.graph, judge.WIDTH // judge.HEADS
        query = self.heads(self.layer(x, f"{name}.query", block.query, 1 / math.sqrt(size)), judge.HEADS, size)
        key = self.heads(self.layer(d, f"{name}.key", block.key), judge.HEADS, size, keys=True)
        value = self.heads(self.layer(d, f"{name}.value", block.value), judge.HEADS, size)
        weights = g.constant(array(block.scores).T, f"{name}.scores")
        bias = self.transpose(g.node("MatMul", scores, weights), 0, 3, 1, 2)
        shares = g.node("Softmax", self.add(g.node("MatMul", query, key), bias, shut), axis=3)
        seen = self.together(g.node("MatMul", shares, value), judge.WIDTH)
        joined = self.concat([x, seen, g.node("Abs", self.sub(x, seen)), self.mul(x, seen)], 2)
        inside = g.node("Relu", self.add(self.layer(joined, f"{name}.join", block.join), self.layer(told, f"{name}.told", block.told)))
        x = self.mul(self.add(x, self.layer(inside, f"{name}.write", block.write)), mask)
        for at, convolution in enumerate(block.after):
            x = self.convolution(x, f"{name}.after.{at}", convolution, mask)
        return x

    def judged(self, x: str, told: str, mask: str) -> str:
        g, head = self.graph, self.head
        tokens = self.layer(x, "token", head.token)
        low = self.mul(self.sub(self.number(1.0), mask), self.number(judge.LOW))
        count = g.node("Max", self.sum(mask, 1), self.number(1.0))
        weights = self.mul(g.node("Sigmoid", self.layer(x, "weight", head.weight)), mask)
        total = self.add(self.sum(weights, 1), self.number(judge.SMALL))
        (mean, mean_told), (weighted, weighted_told) = (
            [self.div(self.sum(each, 1), by) for each in both]
            for both, by in (((x, told), count), ((self.mul(x, weights), self.mul(told, weights)), total))
        )
        share = self.div(count, self.add(count, self.number(16.0)))
        greatest = [self.greatest(self.sub(each, low), 1, True) for each in (x, tokens)]
        whole = self.concat([mean, weighted, greatest[0], mean_told, weighted_told, share, greatest[1]], 2)
        beyond = self.layer(g.node("Relu", self.layer(whole, "whole", head.whole)), "sentence", head.sentence)
        return g.node("Pad", self.add(tokens, beyond), self.numbers(0, 0, 1, 0, 0, 0))


def graph(encoder: Encoder, head: Head, eight_bit: bool = True) -> onnx.ModelProto:
    """The ONNX model of a judge."""
    return _Exporter(encoder, head, eight_bit).export()


def configuration(base: Base, encoder: Encoder) -> dict:
    """`config.json`."""
    names = {str(number): label for number, label in enumerate(LABELS)}
    return {
        "architectures": ["BertForTokenClassification"], "model_type": "bert",
        "id2label": names, "label2id": {label: int(number) for number, label in names.items()},
        "hidden_size": e5.WIDTH, "num_hidden_layers": len(encoder.layers), "num_attention_heads": e5.HEADS, "intermediate_size": encoder.layers[0].first.weight.shape[0],
        "hidden_act": "gelu", "layer_norm_eps": encoder.epsilon, "max_position_embeddings": e5.POSITIONS, "type_vocab_size": 2,
        "vocab_size": len(encoder.words), "pad_token_id": base.padding,
    }  # fmt: skip


def write(base: Base, model: onnx.ModelProto, encoder: Encoder, folder: Path, window: int) -> None:
    """The files of a repository."""
    (folder / GRAPH).parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / GRAPH)
    special = {name: base.tokenizer.id_to_token(number) for name, number in (("cls_token", base.begin), ("sep_token", base.end), ("pad_token", base.padding))}
    files = {
        "config.json": configuration(base, encoder),
        "tokenizer.json": described(base),
        "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": window, **special},
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content, ensure_ascii=False, indent=None if name == "tokenizer.json" else 2) + "\n", encoding="utf-8")
