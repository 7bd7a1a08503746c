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
from . import calibration, card, checks, evaluation, export, lessons, public, training, two_versions
from .bases import SIZES, Base, count_pieces
from .baselines import Cosine
from .encoding import Encoding
from .judges import Judge, base_of
from .lessons import WINDOW
from .network import TokenClassifier
from .rows import Row
from .scoring import Decision, read

SEED = 1
PREMISE = 64
"""Sentences of the document in a run at most: the room of tokens ends them earlier."""
VERSION = "0.1.0"
_CALIBRATED = 1200  # rows that decide, of all languages together
_CHECKED = 6  # windows that graphs are checked with


def _digest(paths: list[Path]) -> str:
    """Of files, in order."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _model(base: partial, weights: Path | None) -> TokenClassifier:
    """The network of a base, with the weights of a training."""
    model = base().model()
    if weights:
        model.load_state_dict(torch.load(weights, weights_only=True))
    return model


class Steps:
    """Those of one judge."""

    def __init__(self, judge: Judge, data: Path, package: Path, models: Path, work: Work):
        self.judge, self.data, self.package, self.models, self.work = judge, data, package, models, work

    @cached_property
    def vocabulary(self) -> Path | None:
        """`kept.txt`: e5's pieces that are kept; none of MiniLM, whose are all."""
        if self.judge.languages == ("en",):
            return None
        texts = list(self._counted())
        settings = {"sizes": {language.code: size for language, size in SIZES.items()}, "texts": hashlib.sha256(repr(texts).encode()).hexdigest()[:16]}
        return self.work.step("judge-pieces", settings, lambda folder: count_pieces(self.package, self.data, texts, folder)) / "kept.txt"

    def _counted(self) -> Iterator[tuple[str, str]]:
        """Invented texts with their languages."""
        for row in lessons.own(self.judge.code):
            yield row.language, row.document
            yield row.language, row.summary
        for language in self.judge.languages:
            for row in two_versions.of_versions(language, "train"):
                yield language, row.document
                yield language, row.summary

    @property
    def _base(self) -> partial:
        return partial(base_of, self.judge, self.package, self.models, self.vocabulary)

    @cached_property
    def base(self) -> Base:
        """What it starts from."""
        return self._base()

    @cached_property
    def encoding(self) -> Encoding:
        """Windows as the library reads them."""
        return Encoding(self.base.tokenizer, self.base.begin, self.base.end, WINDOW)

    def _trained(self, phase: str, rows: list[Row], settings: training.Settings, before: Path | None) -> Path:
        described = asdict(settings) | {"layers": len(self.base.model().layers), "frozen": self.base.frozen, "before": before and before.name}
        described["rows"] = hashlib.sha256(repr(rows).encode()).hexdigest()[:16]

        def make(folder: Path) -> None:
            path = folder / training.EXAMPLES
            if not path.exists():
                path.write_bytes(pickle.dumps(lessons.encoded(Encoding(self.base.tokenizer, self.base.begin, self.base.end, WINDOW), rows)))
            training.run(partial(_model, self._base, before and before / "weights.pt"), settings, folder)

        return self.work.step(f"judge-{self.judge.code}-{phase}", described, make, resumes=True)

    @cached_property
    def reading(self) -> Path:
        """The first phase."""
        return self._trained("reading", lessons.reading(self.data, self.judge.code, SEED), self.judge.reading, None)

    @cached_property
    def texts(self) -> Path:
        """The second phase."""
        return self._trained("texts", lessons.texts(self.data, self.judge.code, SEED), self.judge.texts, self.reading)

    def calibrated_on(self) -> list[Row]:
        """Rows of own texts that nothing was trained on."""
        found = list(lessons.own(self.judge.code, kept=True))
        random.Random(SEED).shuffle(found)
        return calibration.sample(found[:_CALIBRATED])

    def write(self, folder: Path, cosine: Path | None) -> None:
        """The model folder."""
        folder.mkdir(parents=True, exist_ok=True)
        model = _model(self._base, self.texts / "weights.pt").eval()
        export.write(self.base, model, folder, WINDOW)
        graph = checks.session(folder / export.GRAPH)
        rows = self.calibrated_on()
        some = lessons.encoded(self.encoding, rows[:_CHECKED])
        apart = checks.check(graph, model, some, exact=False)
        checks.check(checks.session(export.graph(model, eight_bit=False).SerializeToString()), model, some, exact=True)
        self.encoding.window = WINDOW
        logits = partial(checks.token_logits, graph)
        decision = calibration.fitted(rows, read(rows, self.encoding, logits))
        print(f"    {decision}", flush=True)
        named = evaluation.sets(self.data, self.judge.code, self.judge.languages)
        named = {f"own texts {language}": [row for row in rows if row.language == language] for language in self.judge.languages} | named
        found = evaluation.evaluate(named, self.encoding, logits, decision, rows, Cosine(cosine) if cosine else None)
        taught = card.Taught(
            windows={phase: self._windows(at) for phase, at in (("reading", self.reading), ("texts", self.texts))},
            seconds={"reading": seconds(self.reading), "texts": seconds(self.texts)},
            own={language: sum(row.language == language for row in lessons.own(self.judge.code)) for language in self.judge.languages},
            apart=apart,
        )
        (folder / "figures.json").write_text(json.dumps({"decision": asdict(decision), "figures": found["figures"]}, indent=1) + "\n")
        (folder / "CARD.md").write_text(card.text(self.judge, model, decision, found["figures"], taught, folder / export.GRAPH), encoding="utf-8")
        self._manifest(folder, decision, found["figures"])

    @staticmethod
    def _windows(folder: Path) -> tuple[int, int]:
        examples = pickle.loads((folder / training.EXAMPLES).read_bytes())
        return len(examples), sum(len(example.tokens) for example in examples)

    def _manifest(self, folder: Path, decision: Decision, figures: dict) -> None:
        paths = [export.GRAPH, "config.json", "tokenizer.json", "tokenizer_config.json"]
        files = [manifest.file_entry(folder / path) | {"path": path} for path in paths]
        languages = self.judge.languages
        mean = float(np.mean([figures[f"realistic {language}"]["all"]["judge"]["auc"].value for language in languages]))
        manifest.write(folder, {
            "name": self.judge.name, "version": VERSION, "task": "matching", "description": self.judge.description,
            "languages": list(languages), "license": self.judge.license, "system": "pretrained",
            "pretrained": {
                "config": "config.json", "tokenizer": "tokenizer.json", "tokenizer_config": "tokenizer_config.json",
                "graphs": [{"role": "model", "file": export.GRAPH}], "head": "tokens", "window": WINDOW,
                "decision": asdict(decision) | {"premise": PREMISE},
            },
            "files": files, "metrics": {"realistic_dev_auc": round(mean, 4)},
        })  # fmt: skip
