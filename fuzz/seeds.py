"""Writes the seeds of the targets that read binary or nested files into corpus/.

Every text is invented. Needs onnx and tokenizers:  python fuzz/seeds.py
"""

import json
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

CORPUS = Path(__file__).parent / "corpus"

TEXTS = {
    "zh": "市政府昨天宣布，通往港口的地铁新线将于五月开通。“新线”总投资48亿元。一只猫在发布会上睡着了。",
    "en": 'The harbour line opens on 3 May 2024, Ana Roe said. It cost €48.5 million (up 12%). "Late", he said.',
    "fa": "شورای شهر اعلام کرد که خط تازهٔ تراموا در ۳ خرداد باز می‌شود. هزینهٔ آن ۴۸ میلیون بود.",
    "de": "Die neue Straßenbahn wird am 3. Mai eröffnet, z. B. am Hafen. Sie kostete 48 Mio. Euro, nicht 50.",
}
SUMMARIES = {
    "zh": "地铁新线将于六月开通，投资50亿元",
    "en": "Harbour line opens in June for 50 million",
    "fa": "خط تراموا در تیر باز نمی‌شود",
    "de": "Straßenbahn zum Hafen kostete 50 Mio. Euro",
}
ORDER = ["zh", "en", "fa", "de"]  # Language::ALL
PARTING = b"\xff"


def write(target: str, name: str, data: bytes | str) -> None:
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())


def texts() -> None:
    for at, language in enumerate(ORDER):
        text, summary = TEXTS[language].encode(), SUMMARIES[language].encode()
        write("language", language, text)
        write("parts", language, bytes([at]) + text)
        for target in ("grounding", "entities", "matcher"):
            write(target, language, bytes([at]) + text + PARTING + summary)
        write("measures", language, text + PARTING + summary)
        write("corpus", language, bytes([at, 1, at]) + PARTING.join([text, summary, text * 2, summary]))
        write("summarize", language, bytes([at, at, at % 2, at, 1, 0, 9]) + text * 2)
    markdown = "# Harbour line\n\n- opens in May\n- costs 48 million\n\n> Ana Roe: late\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    mail = "From: ana@example.org\nSubject: The line\n\nDear all,\nthe line opens in May.\n\nBest\nAna\n"
    for name, text in [("markdown", markdown), ("mail", mail)]:
        write("summarize", name, b"\0\1\0\1\0\0\x09" + text.encode())
        write("parts", name, b"\1" + text.encode())
    write("subset", "three", bytes([2, 0, 20, 3, 8, 16, 24, 80, 2, 0, 1, 32, 1, 2, 8, 1, 0, 1, 2, 9, 0, 16, 8, 8, 8, 0]))


def layouts() -> None:
    rows = "".join(
        f'<text top="{100 + 20 * at}" left="{60 + 300 * (at % 2)}" width="200" height="14" font="{at % 2}">'
        f"<b>Line {at}</b> of the harbour &amp; more</text>\n"
        for at in range(6)
    )
    page = f'<page number="1" position="absolute" top="0" left="0" height="800" width="600">\n\t<fontspec id="0" size="12" family="Times" color="#000000"/>\n<fontspec id="1" size="16" family="Times-Bold"/>\n{rows}</page>'
    write("pdftohtml", "page", f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE pdf2xml SYSTEM "pdf2xml.dtd">\n<pdf2xml producer="x">\n{page}\n</pdf2xml>')
    write("pdftohtml", "entity", f'<!DOCTYPE a [<!ENTITY b "bb">]><a>{page.replace("more", "&b;&b;")}</a>')
    item = lambda text, x, y: {"str": text, "dir": "ltr", "width": 90, "height": 12, "transform": [12, 0, 0, 12, x, y], "fontName": "g_f1", "hasEOL": False}
    items = [item("The harbour", 50, 700), item(" ", 140, 700), item("line", 150, 700), item("opens in May.", 50, 680), {"type": "beginMarkedContent"}]
    turned = {**item("turned", 20, 300), "transform": [0, 12, -12, 0, 20, 300]}
    style = {"g_f1": {"fontFamily": "serif", "ascent": 0.9, "descent": -0.2, "vertical": False, "bold": True}}
    write("pdfjs", "page", json.dumps([{"width": 600, "height": 800, "items": items + [turned], "styles": style}]))
    write("pdfjs", "turned", json.dumps([{"width": 600, "height": 800, "items": items, "transform": [0, 1, 1, 0, 0, 0]}]))
    write("boxes", "few", bytes([1, 88, 40, 8] + [1, 40, 0, 40, 0, 90, 48, 0, 2, 60, 0, 44, 0, 90, 48, 1] * 4))


def graph(nodes: list, shape: list, initializers: dict, name: str, dtype: int = TensorProto.FLOAT) -> None:
    graph = helper.make_graph(
        nodes,
        name,
        [helper.make_tensor_value_info("x", dtype, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(np.asarray(value), key) for key, value in initializers.items()],
    )
    for output in graph.output:
        output.type.tensor_type.shape.SetInParent()
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    rank = {"dense": 2, "table": 3, "recurrent": 3}.get(name, len(shape))
    dims = graph.output[0].type.tensor_type.shape.dim
    for at in range(rank):
        dims.add().dim_param = f"o{at}"
    model.graph.CopyFrom(graph)
    write("onnx", name, model.SerializeToString())


def graphs() -> None:
    real = lambda *shape: np.linspace(-1, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)
    node = helper.make_node
    graph([node("MatMul", ["x", "w"], ["p"]), node("Add", ["p", "b"], ["q"]), node("Relu", ["q"], ["r"]), node("Softmax", ["r"], ["y"], axis=-1)],
          ["n", 4], {"w": real(4, 3), "b": real(3)}, "dense")
    graph([node("Gather", ["w", "x"], ["g"]), node("ReduceMean", ["g"], ["m"], axes=[-1], keepdims=1), node("Sub", ["g", "m"], ["y"])],
          ["n", "t"], {"w": real(5, 4)}, "table", TensorProto.INT64)
    graph([node("GRU", ["x", "w", "r", "b"], ["all", "h"], hidden_size=2), node("Squeeze", ["all", "axis"], ["y"])],
          ["t", "n", 3], {"w": real(1, 6, 3), "r": real(1, 6, 2), "b": real(1, 12), "axis": np.array([1])}, "recurrent")
    graph([node("Shape", ["x"], ["s"]), node("Gather", ["s", "one"], ["d"]), node("Concat", ["minus", "d"], ["to"], axis=0), node("Transpose", ["x"], ["t"], perm=[1, 0]), node("Reshape", ["t", "to"], ["y"])],
          ["n", "m"], {"one": np.array([0]), "minus": np.array([-1])}, "shapes")
    graph([node("Slice", ["x", "a", "b", "c"], ["s"]), node("Cast", ["s"], ["k"], to=TensorProto.INT64), node("Cast", ["k"], ["f"], to=TensorProto.FLOAT), node("Erf", ["f"], ["y"])],
          ["n", 8], {"a": np.array([1]), "b": np.array([7]), "c": np.array([1])}, "slice")
    graph([node("LayerNormalization", ["x", "w", "b"], ["l"], axis=-1), node("Sigmoid", ["l"], ["y"])],
          ["n", 4], {"w": real(4), "b": real(4)}, "layer")


def tokenizers() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    bpe = Tokenizer(models.BPE({**{c: i for i, c in enumerate(letters)}, "th": 26, "the": 27, "<unk>": 28}, [("t", "h"), ("th", "e")], unk_token="<unk>"))
    bpe.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    bpe.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(pre_tokenizers_regex(), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    bpe.decoder = decoders.ByteLevel()
    bpe.add_special_tokens(["<s>", "</s>"])
    bpe.post_processor = processors.TemplateProcessing("<s> $A </s>", "<s> $A </s> $B </s>", [("<s>", 29), ("</s>", 30)])
    word = Tokenizer(models.WordPiece({"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "the": 4, "har": 5, "##bour": 6, "港": 7}, unk_token="[UNK]"))
    word.normalizer = normalizers.BertNormalizer()
    word.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    word.decoder = decoders.WordPiece()
    word.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    uni = Tokenizer(models.Unigram([("<unk>", 0.0), ("▁", -1.0), ("▁the", -2.0), ("har", -3.0), ("bour", -3.5), ("a", -4.0)], 0, byte_fallback=False))
    uni.normalizer = normalizers.Sequence([normalizers.Replace("``", '"'), normalizers.NFD(), normalizers.StripAccents()])
    uni.pre_tokenizer = pre_tokenizers.Metaspace()
    uni.decoder = decoders.Metaspace()
    for name, tokenizer in [("bpe", bpe), ("wordpiece", word), ("unigram", uni)]:
        write("tokenizer", name, tokenizer.to_str().encode() + PARTING + TEXTS["en"].encode())
    vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nharbour\n##s\nthe\n港\n"
    write("vocabulary", "lines", b"\0" + vocabulary.encode())
    write("vocabulary", "wordpiece", b"\1" + vocabulary.encode())
    write("vocabulary", "unigram", b"\2\4" + "▁\t-1\n▁the\t-2.5\nhar\t-3\nbour\t-4\n".encode())
    write("vocabulary", "dictionary", b"\3" + "港口 5 n\n新线 3 n\n港 1\n".encode())
    write("vocabulary", "vocab-txt", b"\4" + vocabulary.encode())
    write("vocabulary", "bpe-files", b'\5{"h":0,"a":1,"ha":2,"<s>":3,"</s>":4}' + PARTING + b"#version: 0.2\nh a\n")


def pre_tokenizers_regex():
    from tokenizers import Regex

    return Regex(r"'s|\p{L}+|\p{N}{1,3}|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")


def support() -> None:
    head = b"EPISVM01" + np.array([6, 2], "<u4").tobytes() + np.array([0.5, -0.1, -1.0, 0.1], "<f4").tobytes()
    weights = np.linspace(0, 2, 6, dtype="<f4").tobytes() + np.array([1.0, -1.0], "<f4").tobytes()
    ids = lambda document, summary: np.array([len(document), len(summary)], "<u2").tobytes() + row_of(document) + row_of(summary)
    row_of = lambda found: b"".join(np.array([word], "<u2").tobytes() + b"\1" for word in found)
    write("support", "two", head + weights + ids([2, 3], [2]) + ids([4], [4, 5]))


def manifests() -> None:
    models_folder = Path(__file__).parent.parent / "models"
    for name in ("fit-en", "svm-zh", "lstm-ii-zh", "speech-lines-de", "rouge", "headline-en"):
        manifest = json.loads((models_folder / name / "manifest.json").read_text())
        manifest.pop("metrics", None)
        write("manifest", name, json.dumps(manifest, ensure_ascii=False))
    labels = {"0": "entailment", "1": "neutral", "2": "contradiction"}
    write("config", "nli", json.dumps({"architectures": ["BertForSequenceClassification"], "model_type": "bert", "id2label": labels, "max_position_embeddings": 512, "pad_token_id": 0}))
    write("config", "t5", json.dumps({"architectures": ["T5ForConditionalGeneration"], "is_encoder_decoder": True, "n_positions": 512, "model_max_length": 1e30}))


if __name__ == "__main__":
    texts()
    layouts()
    graphs()
    tokenizers()
    support()
    manifests()
