"""BERTScore of texts over a small encoder: `onnxruntime` runs it, `bert-score` compares its states.

The encoder has random weights and one attention without projections, so that a word's state depends on its window. Texts are
those of the pieces' oracle; windows are cut here.
"""

import base64
import json
import math
import random

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

import invented
from embeddings import score

WIDTH, WINDOW, WINDOWS = 8, 16, 3


def encoder(vocabulary):
    """`tokens` [1, length] to `states` [1, length, WIDTH]."""
    rows = np.random.default_rng(7).normal(size=(vocabulary, WIDTH)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["rows", "tokens"], ["x"], axis=0),
        helper.make_node("Transpose", ["x"], ["turned"], perm=[0, 2, 1]),
        helper.make_node("MatMul", ["x", "turned"], ["scores"]),
        helper.make_node("Softmax", ["scores"], ["weights"], axis=2),
        helper.make_node("MatMul", ["weights", "x"], ["context"]),
        helper.make_node("Tanh", ["context"], ["curved"]),
        helper.make_node("Add", ["x", "curved"], ["states"]),
    ]
    graph = helper.make_graph(
        nodes,
        "encoder",
        [helper.make_tensor_value_info("tokens", TensorProto.INT64, [1, "length"])],
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, [1, "length", WIDTH])],
        [numpy_helper.from_array(rows, "rows")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    return model.SerializeToString()


def main():
    draw = random.Random(8)
    known = json.loads((invented.DATA / "wordpiece.json").read_text(encoding="utf-8"))
    pieces = known["vocabulary"].split("\n")[:-1] + ["[CLS]", "[SEP]"]
    begin, end = len(pieces) - 2, len(pieces) - 1
    tokenizer = Tokenizer(models.WordPiece({piece: id for id, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    content = encoder(len(pieces))
    session = onnxruntime.InferenceSession(content)

    def states(text):
        """Those of the tokens that are read, and how many there are."""
        ids = tokenizer.encode(text).ids
        read = ids[: (WINDOW - 2) * WINDOWS]
        count = math.ceil(len(read) / (WINDOW - 2))
        found = []
        for at in range(count):
            part = read[at * len(read) // count : (at + 1) * len(read) // count]
            found.append(session.run(None, {"tokens": np.array([[begin, *part, end]])})[0][0, 1:-1])
        return np.concatenate(found).tolist(), len(ids)

    def compared(document, summary):
        (d, of_document), (s, _) = states(document), states(summary)
        values = score(s, d)
        values = {name: values[name] for name in ("precision", "f1")}
        return {"document": document, "summary": summary, "tokens": of_document} | {name: float(f"{value:.8g}") for name, value in values.items()}

    texts = [case["text"] for case in known["texts"] if any(map(str.isalnum, case["text"]))]
    cases = []
    for _ in range(200):
        document, other = draw.choice(texts), draw.choice(texts)
        words = document.split()
        summary = " ".join(words[: max(1, len(words) // 2)]) if draw.random() < 0.5 else other
        if any(map(str.isalnum, summary)) and tokenizer.encode(summary).ids and tokenizer.encode(document).ids:
            cases.append(compared(document, summary))
    whole = {
        "vocabulary": "".join(f"{piece}\n" for piece in pieces),
        "encoder": base64.b64encode(content).decode(), "width": WIDTH, "window": WINDOW, "windows": WINDOWS,
        "cases": cases,
    }  # fmt: skip
    path = invented.DATA / "similarity.json"
    path.write_text(json.dumps(whole, ensure_ascii=True, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{path}: {len(cases)} cases, {sum(case['tokens'] > WINDOW - 2 for case in cases)} of more than a window")


if __name__ == "__main__":
    main()
