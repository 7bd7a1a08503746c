"""The steps of the recipe of a judge, each kept in the work folder."""

import hashlib
import json
import pickle
import random
from collections.abc import Iterator
from dataclasses import asdict
from functools import cached_property, partial
from pathlib import Path

import numpy as np
import torch

from .. import manifest
from ..work import Work, seconds
from . import calibration, card, checks, evaluation, export, lessons, training, two_versions
from .bases import FROZEN, LAYERS, SIZES, Base, base_of, count_pieces
from .baselines import Cosine
from .encoding import Encoding
from .lessons import LANGUAGES
from .network import TokenClassifier
from .rows import Row
from .scoring import WINDOW, Decision, read
from .training import Settings

NAME, VERSION, LICENSE = "judge-multi", "0.1.0", "MIT"
DESCRIPTION = "Which words of an English, Chinese, German or Persian summary its document does not support."
READING = Settings(rate=1e-4, stop=411)
"""The first phase."""
TEACHING = Settings(rate=8e-5)
"""The second."""
LATER = Settings(rate=6e-5)
"""The third."""
SEED = 1
SHOWN = 1.0
"""The probability from which a token is shown as unsupported: never, for of `pairs` about half of what the calibration marks is wrong."""
PREMISE = 64
"""Sentences of the document in a run at most: the room of tokens ends them earlier."""
_CALIBRATED = 400  # rows that decide, of all languages together
_CHECKED = 6  # windows that graphs are checked with


def _model(base: partial, weights: Path | None) -> TokenClassifier:
    """The network of a base, with the weights of a training."""
    model = base().model()
    if weights:
        model.load_state_dict(torch.load(weights, weights_only=True))
    return model


class Steps:
    """From data to the model folder; `trained` is the folder of a training that has ended, else it is made."""

    def __init__(self, data: Path, package: Path, models: Path, work: Work, trained: Path | None = None):
        self.data, self.package, self.models, self.work, self._given = data, package, models, work, trained

    @cached_property
    def vocabulary(self) -> Path:
        """`kept.txt`: e5's pieces that are kept."""
        if self._given:
            return self._given / "kept.txt"
        texts = list(self._counted())
        settings = {"sizes": {language.code: size for language, size in SIZES.items()}, "texts": hashlib.sha256(repr(texts).encode()).hexdigest()[:16]}
        return self.work.step("pieces", settings, lambda folder: count_pieces(self.package, self.data, texts, folder)) / "kept.txt"

    @staticmethod
    def _counted() -> Iterator[tuple[str, str]]:
        """Invented texts with their languages."""
        for row in lessons.own():
            yield row.language, row.document
            yield row.language, row.summary
        for language in LANGUAGES:
            for row in two_versions.of_versions(language, "train"):
                yield language, row.document
                yield language, row.summary

    @property
    def _base(self) -> partial:
        return partial(base_of, self.package, self.models, self.vocabulary)

    @cached_property
    def base(self) -> Base:
        """What it starts from."""
        return self._base()

    @cached_property
    def encoding(self) -> Encoding:
        """Windows as the library reads them."""
        return Encoding(self.base.tokenizer, self.base.begin, self.base.end, WINDOW)

    def _trained(self, phase: str, rows: list[Row], settings: Settings, before: Path | None) -> Path:
        described = asdict(settings) | {"layers": LAYERS, "frozen": FROZEN, "before": before and before.name}
        described["rows"] = hashlib.sha256(repr(rows).encode()).hexdigest()[:16]

        def make(folder: Path) -> None:
            path = folder / training.EXAMPLES
            if not path.exists():
                path.write_bytes(pickle.dumps(lessons.encoded(self.encoding, rows, lessons.WINDOWS[before is not None])))
            training.run(partial(_model, self._base, before and before / "weights.pt"), settings, folder)

        return self.work.step(phase, described, make, resumes=True)

    @cached_property
    def trained(self) -> Path:
        """All phases: `weights.pt` of the last."""
        if self._given:
            return self._given
        reading = self._trained("reading", lessons.reading(self.data, SEED), READING, None)
        texts = self._trained("texts", lessons.texts(self.data, SEED + 1), TEACHING, reading)
        return self._trained("later", lessons.later(self.data, SEED + 2), LATER, texts)

    def calibrated_on(self) -> list[Row]:
        """Rows of own texts that nothing was trained on."""
        found = list(lessons.own(kept=True))
        random.Random(SEED).shuffle(found)
        return calibration.sample(found[:_CALIBRATED])

    def write(self, folder: Path) -> None:
        """The model folder."""
        folder.mkdir(parents=True, exist_ok=True)
        model = _model(self._base, self.trained / "weights.pt").eval()
        export.write(self.base, model, folder, WINDOW)
        graph = checks.session(folder / export.GRAPH)
        rows = self.calibrated_on()
        some = lessons.encoded(self.encoding, rows[:_CHECKED], WINDOW)
        apart = checks.check(graph, model, some, exact=False)
        checks.check(checks.session(export.graph(model, eight_bit=False).SerializeToString()), model, some, exact=True)
        logits = checks.TokenLogits(graph)
        decision = calibration.fitted(rows, read(rows, self.encoding, logits))
        print(f"    {decision}", flush=True)
        named = {f"own texts {language}": [row for row in rows if row.language == language] for language in LANGUAGES}
        named |= evaluation.sets(self.data, LANGUAGES)
        found = evaluation.evaluate(named, self.encoding, logits, decision, rows, Cosine(self.package))
        (folder / "figures.json").write_text(json.dumps({"decision": asdict(decision), "figures": found}, indent=1) + "\n")
        examples = pickle.loads((self.trained / training.EXAMPLES).read_bytes())
        taught = card.Taught(
            windows=len(examples), sentences=sum(len(example.parts) for example in examples), tokens=sum(len(example.tokens) for example in examples), seconds=seconds(self.trained) if (self.trained / "done").exists() else 0,
            own={language: sum(row.language == language for row in lessons.own()) for language in LANGUAGES}, apart=apart,
        )  # fmt: skip
        (folder / "CARD.md").write_text(card.text(NAME, model, decision, found, taught, folder / export.GRAPH), encoding="utf-8")
        self._manifest(folder, decision, found)

    @staticmethod
    def _manifest(folder: Path, decision: Decision, figures: dict) -> None:
        paths = [export.GRAPH, "config.json", "tokenizer.json", "tokenizer_config.json"]
        mean = float(np.mean([figures[f"realistic {language}"]["all"]["judge"]["auc"].value for language in LANGUAGES]))
        manifest.write(folder, {
            "name": NAME, "version": VERSION, "task": "matching", "description": DESCRIPTION,
            "languages": list(LANGUAGES), "license": LICENSE, "system": "pretrained",
            "pretrained": {
                "config": "config.json", "tokenizer": "tokenizer.json", "tokenizer_config": "tokenizer_config.json",
                "graphs": [{"role": "model", "file": export.GRAPH}], "head": "tokens", "window": WINDOW,
                "decision": asdict(decision) | {"mark": SHOWN, "premise": PREMISE},
            },
            "files": [manifest.file_entry(folder / path) | {"path": path} for path in paths],
            "metrics": {"realistic_dev_auc": round(mean, 4)},
        })  # fmt: skip
