"""Runs recipes from data to card on the toy pairs: those that need neither cargo nor another package.

Each runs as its own command does. Only what fifty pairs cannot fill is smaller: vocabularies,
batches and the number of steps of the models that write.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import torch

from ..headlines import recipe
from ..headlines.training import Settings
from ..matchers import lstm_ii_zh, rouge, systems
from ..work import Work
from . import data

SETTINGS = Settings(epochs=2, batch=4, rate=1e-3, warm_up=10, averaging=0.9, checkpoint=50)
"""Some sixty steps: a log of a training has a line every fifty."""
PIECES = {"en": 250, "zh": 314}
"""Nearly as many as fifty pairs have: sentencepiece takes no less than their characters, and no more than their pieces."""
GENERATED = 4
"""Documents made by rule, of a reference."""
JUDGED = 4
"""Dev articles of a set that headlines are written of."""


class _Headline(recipe.Recipe):
    """A small vocabulary, few steps, and no pre-training, which needs cargo."""

    designs = {
        code: replace(recipe.DESIGNS[code], pieces=pieces, pretraining=None, epochs=SETTINGS.epochs)
        for code, pieces in PIECES.items()
    }

    generated = GENERATED

    def training(self, epochs: int) -> Settings:
        return SETTINGS


def _command(module, *arguments: str) -> Callable[[Path, Path, Path], None]:
    """A recipe by its own command line."""

    def run(folder: Path, out: Path, work: Path) -> None:
        given = [module.__name__, *arguments, "--data", str(folder), "--out", str(out), "--work", str(work)]
        with mock.patch.object(sys, "argv", given):
            module.main()

    return run


def _headline(language: str) -> Callable[[Path, Path, Path], None]:
    def run(folder: Path, out: Path, work: Path) -> None:
        with mock.patch.object(recipe, "EVALUATED", JUDGED):
            _Headline(language, folder, Work(work)).written(out)

    return run


RECIPES = {
    "rouge": _command(rouge),
    "lsi-en": _command(systems, "lsi", "--language", "en"),
    "svm-zh": _command(systems, "svm", "--language", "zh"),
    "gru-en": _command(systems, "gru", "--language", "en"),
    "lstm-ii-plain-zh": _command(systems, "lstm-ii", "--language", "zh"),
    "lstm-ii-zh": _command(lstm_ii_zh),
    "headline-en": _headline("en"),
    "headline-zh": _headline("zh"),
}
"""What makes each model; it is given the data, the model's folder and a work folder."""


def main(out: Path, names: tuple[str, ...] = tuple(RECIPES)) -> None:
    """Makes toy models in `out`, one folder each."""
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory(prefix="recipes-toy-") as folder:
        root = Path(folder)
        data.write(root / "data")
        for name in names:  # each with a work folder of its own
            started = time.monotonic()
            print(f"== {name}", flush=True)
            RECIPES[name](root / "data", out / name, root / "work" / name)
            print(f"== {name}: {time.monotonic() - started:.0f} s, {out / name}", flush=True)
