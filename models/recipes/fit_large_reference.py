"""Reference values of the larger matcher's BERTScore, for the tests of other runtimes.

The texts are those of `fit_reference.py`. ONNX Runtime runs the encoder on windows of equal lengths.
"""

import json
import math
from pathlib import Path

import numpy as np
import onnxruntime

from .fit_reference import texts
from .languages import ENGLISH
from .minilm import SPECIAL, MiniLm
from .minilm_check import session


def write(path: Path, encoder: Path, name: str, model: MiniLm, window: int, windows: int) -> None:
    """Runs the cases through ONNX Runtime and writes them down."""
    graph = session(encoder)
    begin, end = SPECIAL.index("[CLS]"), SPECIAL.index("[SEP]")

    def unit_states(ids: list[int]) -> np.ndarray:
        read, most = ids[: (window - 2) * windows], window - 2
        count = math.ceil(len(read) / most)
        parts = [read[at * len(read) // count : (at + 1) * len(read) // count] for at in range(count)]
        found = [graph.run(None, {"tokens": np.array([[begin, *part, end]])})[0][0, 1:-1] for part in parts]
        states = np.concatenate(found)
        return states / np.linalg.norm(states, axis=1, keepdims=True)

    cases = []
    for document, summary in texts(ENGLISH):
        if not all(any(map(str.isalnum, text)) for text in (document, summary)):
            continue
        ids = [model.ids(text) for text in (document, summary)]
        table = unit_states(ids[1]) @ unit_states(ids[0]).T
        precision, recall = float(table.max(1).mean()), float(table.max(0).mean())
        cases.append(
            {
                "document": document,
                "summary": summary,
                "document_ids": ids[0],
                "summary_ids": ids[1],
                "precision": float(f"{precision:.7g}"),
                "f1": float(f"{2 * precision * recall / (precision + recall):.7g}"),
            }
        )
    head = f'{{"model": {json.dumps(name)}, "runtime": "onnxruntime {onnxruntime.__version__}", "cases": [\n'
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    path.write_text(head + lines + "\n]}\n", encoding="utf-8")
