"""Reference values of the larger matcher's entailment, for the tests of other runtimes.

The texts are those of `fit_reference.py`, each document as the premise. ONNX Runtime runs the graph.
"""

import json
from pathlib import Path

import onnxruntime
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from .cross_encoder_check import logits, session
from .fit_reference import texts
from .languages import ENGLISH


FLOOR = -6.0
"""The least log-probability, as in `src/matcher/entailment.rs`."""


def write(path: Path, graph: Path, pieces: Path, name: str, window: int) -> None:
    """Runs the cases through ONNX Runtime and writes them down."""
    numbers = {piece: number for number, piece in enumerate(pieces.read_text(encoding="utf-8").splitlines())}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    runner, cases = session(graph), []
    for premise, hypothesis in texts(ENGLISH):
        ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in (premise, hypothesis)]
        chances = torch.from_numpy(logits(runner, *ids, window)).double().log_softmax(0)
        cases.append(
            {
                "premise": premise,
                "hypothesis": hypothesis,
                "premise_ids": ids[0],
                "hypothesis_ids": ids[1],
                "entailed": float(f"{max(chances[0].item(), FLOOR):.7g}"),
            }
        )
    head = f'{{"model": {json.dumps(name)}, "runtime": "onnxruntime {onnxruntime.__version__}", "cases": [\n'
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    path.write_text(head + lines + "\n]}\n", encoding="utf-8")
