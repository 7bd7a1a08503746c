"""Reference values of a larger matcher's entailment, for the tests of other runtimes.

The texts are those of `fit_reference.py`, each document as the premise. ONNX Runtime runs the graph.
"""

import json
from pathlib import Path

import onnxruntime
import torch

from .cross_encoder_check import logits, session
from .fit_reference import texts
from .larger import WINDOW, Cutting, Larger

FLOOR = -6.0
"""The least log-probability, as in `src/matcher/entailment.rs`."""


def write(path: Path, graph: Path, cutting: Cutting, larger: Larger) -> None:
    """Runs the cases through ONNX Runtime and writes them down."""
    (cut, around), runner, cases = cutting, session(graph), []
    for premise, hypothesis in texts(larger.language):
        ids = [cut(text) for text in (premise, hypothesis)]
        chances = torch.from_numpy(logits(runner, *ids, around, WINDOW)).double().log_softmax(0)
        cases.append(
            {
                "premise": premise,
                "hypothesis": hypothesis,
                "premise_ids": ids[0],
                "hypothesis_ids": ids[1],
                "entailed": float(f"{max(chances[0].item(), FLOOR):.7g}"),
            }
        )
    head = f'{{"model": {json.dumps(larger.name)}, "runtime": "onnxruntime {onnxruntime.__version__}", "cases": [\n'
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    path.write_text(head + lines + "\n]}\n", encoding="utf-8")
