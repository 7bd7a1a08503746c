"""Log-probabilities of entailment by small cross-encoders: `tokenizers` cuts their texts, `onnxruntime` runs them.

One reads word pieces, one unigram pieces with buckets for unknown tokens. They have random weights and one attention without projections, so
that all tokens and their segments matter. Texts are those of the pieces' oracle. Windows of word pieces are those of `tokenizers`; what does not fit
into a window, and the windows of unigram pieces, are cut and put together here.
"""

import base64
import json
import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

import invented
import unigram

WIDTH, WINDOW, AROUND, FLOOR = 8, 24, 3, -6.0


def cross_encoder(vocabulary):
    """`tokens` and `segments` [1, length] to `logits` [1, 3]."""
    draw = np.random.default_rng(7)
    rows, segments, head = (draw.normal(size=(count, WIDTH)).astype(np.float32) for count in (vocabulary, 2, 3))
    nodes = [
        helper.make_node("Gather", ["rows", "tokens"], ["words"], axis=0),
        helper.make_node("Gather", ["kinds", "segments"], ["sides"], axis=0),
        helper.make_node("Add", ["words", "sides"], ["x"]),
        helper.make_node("Transpose", ["x"], ["turned"], perm=[0, 2, 1]),
        helper.make_node("MatMul", ["x", "turned"], ["scores"]),
        helper.make_node("Softmax", ["scores"], ["weights"], axis=2),
        helper.make_node("MatMul", ["weights", "x"], ["context"]),
        helper.make_node("Tanh", ["context"], ["curved"]),
        helper.make_node("Slice", ["curved", "zero", "one", "one"], ["first"]),
        helper.make_node("Squeeze", ["first", "one"], ["state"]),
        helper.make_node("MatMul", ["state", "head"], ["logits"]),
    ]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "length"]) for name in ("tokens", "segments")]
    stored = {"rows": rows, "kinds": segments, "head": np.ascontiguousarray(0.6 * head.T)}
    stored |= {"zero": np.array([0]), "one": np.array([1])}
    graph = helper.make_graph(
        nodes,
        "cross-encoder",
        inputs,
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 3])],
        [numpy_helper.from_array(values, name) for name, values in stored.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return model.SerializeToString()


def word_pieces():
    """The vocabulary, what a manifest says besides, how a text is cut, the ids around texts, and the windows of two texts that fit."""
    known = json.loads((invented.DATA / "wordpiece.json").read_text(encoding="utf-8"))
    pieces = known["vocabulary"].split("\n")[:-1] + ["[CLS]", "[SEP]"]
    begin, end = len(pieces) - 2, len(pieces) - 1
    tokenizer = Tokenizer(models.WordPiece({piece: id for id, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", end), ("[CLS]", begin))

    def window(premise, hypothesis):
        found = tokenizer.encode(premise, hypothesis)
        return found.ids, found.type_ids

    return Pieces("".join(f"{piece}\n" for piece in pieces), {}, lambda text: tokenizer.encode(text, add_special_tokens=False).ids, (begin, end), window)


def unigram_pieces():
    """The same; around the texts stand the two ids after those of pieces and buckets."""
    known = json.loads((invented.DATA / "unigram.json").read_text(encoding="utf-8"))
    lines = [line.split("\t") for line in known["vocabulary"].split("\n")[:-1]]
    buckets = known["buckets"]
    return Pieces(known["vocabulary"], {"buckets": buckets}, unigram.cutter([(piece, float(score)) for piece, score in lines]), (len(lines) + buckets, len(lines) + buckets + 1), None)


class Pieces(NamedTuple):
    """How a cross-encoder's texts are cut."""

    vocabulary: str
    manifest: dict
    ids: Callable
    around: tuple
    window: Callable | None


def judged_by(kind, pieces, texts):
    """A cross-encoder over pieces, and what it says of 200 pairs."""
    draw = random.Random(8)
    begin, end = pieces.around
    content = cross_encoder(max(pieces.around) + 1)
    session = onnxruntime.InferenceSession(content)
    room = WINDOW - AROUND

    def window(premise, hypothesis):
        """Tokens and segments, and whether something was cut."""
        whole = [pieces.ids(text) for text in (premise, hypothesis)]
        second = whole[1][: room // 2]
        first = whole[0][: room - len(second)]
        cut = [first, second] != whole
        if pieces.window and not cut:
            return *pieces.window(premise, hypothesis), False
        return [begin, *first, end, *second, end], [0] * (len(first) + 2) + [1] * (len(second) + 1), cut

    def judged(premise, hypothesis):
        tokens, segments, cut = window(premise, hypothesis)
        logits = session.run(None, {"tokens": np.array([tokens]), "segments": np.array([segments])})[0][0].astype(np.float64)
        chance = logits[0] - np.log(np.exp(logits).sum())
        return {"premise": premise, "hypothesis": hypothesis, "cut": cut, "entailed": float(f"{max(chance, FLOOR):.8g}")}

    short = [text for text in texts if len(pieces.ids(text)) <= room // 2]
    cases = [judged(draw.choice(short), draw.choice(short)) for _ in range(100)]
    cases += [judged(draw.choice(texts), draw.choice(texts)) for _ in range(100)]
    return {"kind": kind, "vocabulary": pieces.vocabulary, "manifest": pieces.manifest, "graph": base64.b64encode(content).decode(), "cases": cases}


def main():
    known = json.loads((invented.DATA / "wordpiece.json").read_text(encoding="utf-8"))
    texts = [case["text"] for case in known["texts"] if any(map(str.isalnum, case["text"]))]
    encoders = [judged_by(kind, pieces, texts) for kind, pieces in (("wordpiece", word_pieces()), ("unigram", unigram_pieces()))]
    path = invented.DATA / "entailment.json"
    path.write_text(json.dumps({"window": WINDOW, "encoders": encoders}, ensure_ascii=True, sort_keys=True) + "\n", encoding="utf-8")
    for encoder in encoders:
        assert sum(case["entailed"] <= FLOOR for case in encoder["cases"]) < 10, "few cases may be told by the floor alone"
        print(f"{path}: {encoder['kind']}, {len(encoder['cases'])} cases, {sum(case['cut'] for case in encoder['cases'])} cut")


if __name__ == "__main__":
    main()
