"""The recipe of the models that write headlines, `headline-zh`, `headline-en` and `headline-fa`.

    PYTHONPATH=models python -m recipes.headlines.recipe --language en --data ../shared/data --out models/headline-en

Steps: vocabulary, training, export, evaluation, reference and card. A step whose output
for the same settings lies in the work folder is kept; the training goes on from its last
checkpoint. `--trained FOLDER` packs a training that ran elsewhere: `vocabulary.txt`, `final.pt`
(or `averaged.pt`, of its last epoch) and `train.log`, what it printed; `pretrain.log` if it was pre-trained.
"""

import argparse
import contextlib
import json
import shutil
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path

import onnx
import torch

from .. import corpora
from . import (
    card as headline_card,
    check,
    evaluate as headline_evaluate,
    export as headline_export,
    pairs as headline_pairs,
    pieces as headline_pieces,
)
from . import pretraining as headline_pretraining, reference as headline_reference, training as headline_training
from .. import manifest
from .model import Writer
from .net import FREQUENCIES, RELATIONS, Headline, Sizes
from .pieces import Pieces
from .pretraining import Pretraining
from .search import NO_REPEAT, STEPS
from .training import Settings
from ..work import CACHE, Work

VERSION = "1.0.0"
SEED = 1
EVALUATED = 200  # articles of a dev set, at most
CHECKED = 4  # articles of a dev set
NAMES = {"zh": "Chinese", "en": "English", "fa": "Persian"}
DESCRIPTION = "Writes headlines of {language} documents: a small transformer that writes words or copies them."


@dataclass(frozen=True)
class Design:
    """What differs between the languages."""

    pieces: int
    places: int
    """Pieces of a document that are read."""
    coverage: float
    """Share of the characters that pieces cover."""
    marked: bool
    epochs: int
    dropout: float = 0.1
    starts: bool = False
    """Whether it begins with the layers of headline-en."""
    pretraining: Pretraining | None = None
    """What it learns before it sees a title."""


DESIGNS = {
    "zh": Design(
        7000, 160, 0.9995, marked=False, epochs=4,
        pretraining=Pretraining(("ss-100",), epochs=2, stretches=3, most=60_000, length=200),
    ),
    "en": Design(
        8000, 112, 0.9998, marked=True, epochs=4,
        pretraining=Pretraining(("ss-100",), epochs=2, stretches=2, most=60_000, sets=("en_bbc_news_summary",)),
    ),
    "fa": Design(6000, 112, 0.9998, marked=True, epochs=14, dropout=0.2, starts=True),
}  # fmt: skip


class Recipe:
    """The steps, each returning the folder of its outputs; another network overrides what belongs to this one."""

    designs = DESIGNS
    system = ""
    """What the names of model and steps say of the network, ending in a hyphen."""
    description = DESCRIPTION
    generated = headline_reference.GENERATED
    """Documents made by rule, of the reference."""

    def __init__(
        self,
        language: str,
        data: Path,
        work: Work,
        epochs: int | None = None,
        trained: Path | None = None,
        start: Path | None = None,
        note: str | None = None,
    ):
        self.language, self.data, self.work, self.start, self.note = language, data, work, start, note
        self.design = self.designs[language]
        self.settings = self.training(epochs or self.design.epochs)
        self.elsewhere = trained
        self.of = f"{self.system}{language}"

    def training(self, epochs: int) -> Settings:
        return Settings(epochs=epochs, seed=SEED)

    def sizes(self, pieces: Pieces):
        return Sizes(vocabulary=len(pieces), source=self.design.places, target=STEPS, dropout=self.design.dropout)

    def network(self, pieces: Pieces) -> torch.nn.Module:
        return Headline(self.sizes(pieces))

    def examples(self, pieces: Pieces) -> list[headline_pairs.Example]:
        """The training pairs; what becomes of each set is printed for the card."""
        return headline_pairs.examples(self.data, self.language, pieces, self.design.places)

    def graphs(self, model: torch.nn.Module, eight_bit: bool) -> dict[str, onnx.ModelProto]:
        return headline_export.export(model, eight_bit)

    def widths(self, pieces: Pieces) -> dict[str, int]:
        """What the graphs keep of a place and of a step."""
        sizes = self.sizes(pieces)
        return {"memory": headline_export.memory_width(sizes), "state": headline_export.state_width(sizes)}

    def card(self, path: Path, facts: headline_card.Facts) -> None:
        headline_card.write(path, facts)

    def depends(self) -> dict:
        """What the training depends on."""
        found = {
            "pieces": self.pieces.name,
            "design": {name: value for name, value in asdict(self.design).items() if value is not None},
            "training": asdict(self.settings),
            "repeated": headline_pairs.REPEATED,
            "start": manifest.file_entry(headline_evaluate.weights_of(self.start))["sha256"] if self.start else None,
            "pretrained": self.pretrained.name if self.pretrained else None,
        }
        # What there is none of is left out, but for a start: that there is none is a setting.
        return {name: value for name, value in found.items() if value is not None or name == "start"}

    @cached_property
    def pieces(self) -> Path:
        """`vocabulary.txt`."""

        def texts():
            for name in headline_pairs.SOURCES[self.language]:
                for article in corpora.titles(self.data, name, "train"):
                    yield article.document[: headline_pairs.READ]
                    yield headline_pairs.titled(article.document, article.title)

        def make(folder: Path) -> None:
            pieces = headline_pieces.train(texts(), self.design.pieces, self.design.coverage, self.design.marked)
            (folder / "vocabulary.txt").write_text(headline_pieces.file_text(pieces), encoding="utf-8", newline="\n")

        chosen = {name: getattr(self.design, name) for name in ("pieces", "coverage", "marked")}
        settings = {"sources": headline_pairs.SOURCES[self.language], "read": headline_pairs.READ, **chosen}
        return self.work.step(f"pieces-{self.language}", settings, make)

    @cached_property
    def pretrained(self) -> Path | None:
        """`final.pt` and `train.log` of the training on pseudo-summaries, if the design has one."""
        design = self.design.pretraining
        if design is None:
            return None
        settings = replace(self.settings, epochs=design.epochs)

        def make(folder: Path) -> None:
            pieces = Pieces(self.pieces / "vocabulary.txt")
            with (folder / "train.log").open("a", encoding="utf-8") as log, contextlib.redirect_stdout(log):
                found = headline_pretraining.examples(self.data, self.language, pieces, self.design.places, design, SEED)
                torch.manual_seed(SEED)
                averaged = headline_training.train(self.network(pieces), found, settings, folder)
            torch.save(averaged.state_dict(), folder / "final.pt")

        depends = {"pieces": self.pieces.name, "design": asdict(design), "places": self.design.places, "training": asdict(settings)}
        depends |= {"pairs": headline_pretraining.depends(self.language), "seed": SEED}
        return self.work.step(f"pretrain-{self.of}", depends, make, resumes=True)

    @cached_property
    def trained(self) -> Path:
        """`vocabulary.txt`, `final.pt`, and `train.log`, from which the card has time and pairs."""
        if self.elsewhere is not None:
            return self.elsewhere

        def make(folder: Path) -> None:
            shutil.copy(self.pieces / "vocabulary.txt", folder)
            pieces = Pieces(folder / "vocabulary.txt")
            with (folder / "train.log").open("a", encoding="utf-8") as log, contextlib.redirect_stdout(log):
                pairs = self.examples(pieces)
                torch.manual_seed(SEED)
                model = self.network(pieces)
                if self.pretrained is not None:
                    model.load_state_dict(headline_evaluate.state_of(self.pretrained))
                if self.start is not None:
                    headline_training.begin_with(model, headline_evaluate.weights_of(self.start))

                def report(text: str, averaged: torch.nn.Module) -> None:
                    print(text, flush=True)
                    torch.save(averaged.state_dict(), folder / "averaged.pt")

                averaged = headline_training.train(model, pairs, self.settings, folder, report)
            torch.save(averaged.state_dict(), folder / "final.pt")

        return self.work.step(f"train-{self.of}", self.depends(), make, resumes=True)

    def described(self) -> dict:
        """What the later steps depend on."""
        trained = self.trained
        weights = manifest.file_entry(headline_evaluate.weights_of(trained))["sha256"] if self.elsewhere else trained.name
        return {"language": self.language, "trained": weights, "steps": STEPS}

    def checked(self, pieces: Pieces) -> list[headline_pairs.Example]:
        """Some dev pairs."""
        made = []
        for name in headline_pairs.SOURCES[self.language]:
            for article in headline_evaluate.dev(self.data, name, CHECKED):
                title = headline_pairs.titled(article.document, article.title)
                pair = headline_pairs.example(pieces, article.document, title, self.design.places)
                made += [pair] if pair is not None else []
        return made

    def characters(self, pieces: Pieces) -> int:
        """How many characters of a longer dev article the network reads, on the average."""
        read = []
        for name in headline_pairs.SOURCES[self.language]:
            for article in headline_evaluate.dev(self.data, name, EVALUATED):
                _, surfaces = pieces.encode(article.document[: headline_pairs.READ])
                if len(surfaces) > self.design.places:
                    read.append(len(pieces.text(surfaces[: self.design.places])))
        return round(sum(read) / max(1, len(read)))

    @cached_property
    def exported(self) -> Path:
        """Folders `f32` and `int8` with both graphs, checked against the network, and `facts.json`."""

        def make(folder: Path) -> None:
            pieces = Pieces(self.trained / "vocabulary.txt")
            model = self.network(pieces)
            model.load_state_dict(headline_evaluate.state_of(self.trained))
            model.eval()
            facts = {
                "parameters": sum(p.numel() for p in model.parameters()),
                "characters": self.characters(pieces),
                "bytes": {},
                "apart": {},
            }
            for precision in ("f32", "int8"):
                out = folder / precision
                out.mkdir(exist_ok=True)
                for name, graph in self.graphs(model, precision == "int8").items():
                    onnx.save(graph, out / f"{name}.onnx")
                facts["bytes"][precision] = sum(path.stat().st_size for path in out.iterdir())
                others = self.checked(pieces)
                facts["apart"][precision] = check.check(out, model, precision == "f32", others)
            (folder / "facts.json").write_text(json.dumps(facts) + "\n")

        return self.work.step(f"export-{self.of}", self.described(), make)

    def writer(self, precision: str) -> Writer:
        return Writer(self.exported / precision, Pieces(self.trained / "vocabulary.txt"), self.design.places)

    def evaluated(self) -> dict:
        """ROUGE on each dev set: of the headlines, f32 and int8, and of the beginnings."""

        def make(folder: Path) -> None:
            result: dict = {}
            for name in headline_pairs.SOURCES[self.language]:
                articles = headline_evaluate.dev(self.data, name, EVALUATED)
                rows = {"lead": lambda document: headline_evaluate.lead(document, self.language)}
                rows |= {precision: self.writer(precision).headline for precision in ("f32", "int8")}
                found = {row: headline_evaluate.figures(articles, write)[0] for row, write in rows.items()}
                result[name] = {"articles": len(articles), **found}
                print(f"  {name}: " + ", ".join(f"{row} {means['rougeL']}" for row, means in found.items()), flush=True)
            (folder / "figures.json").write_text(json.dumps(result) + "\n")

        settings = {"exported": self.exported.name, "most": EVALUATED}
        return json.loads((self.work.step(f"evaluate-{self.of}", settings, make) / "figures.json").read_text())

    def learned_before(self) -> tuple[Pretraining, headline_training.Log] | None:
        """What it learned before the titles, for the card: nothing without a log of it."""
        if self.design.pretraining is None:
            return None
        log = self.elsewhere / "pretrain.log" if self.elsewhere is not None else self.pretrained / "train.log"
        return (self.design.pretraining, headline_training.read_log(log)) if log.exists() else None

    def written(self, folder: Path) -> None:
        """The model folder."""
        folder.mkdir(parents=True, exist_ok=True)
        result = self.evaluated()
        for name in ("encoder.onnx", "decoder.onnx"):
            shutil.copyfile(self.exported / "int8" / name, folder / name)
        shutil.copyfile(self.trained / "vocabulary.txt", folder / "vocabulary.txt")
        name, pieces = f"headline-{self.of}", Pieces(folder / "vocabulary.txt")
        sizes, writer = self.sizes(pieces), Writer(folder, pieces, self.design.places)
        headline_reference.write(folder / "reference.json", name, self.language, writer, self.generated)
        graphs = manifest.writing_graphs(
            vocabulary=len(pieces), places=sizes.source, relations=RELATIONS, **self.widths(pieces)
        )
        used = {"read": headline_pairs.READ, "frequencies": FREQUENCIES, "steps": STEPS, "no_repeat": NO_REPEAT}
        made = manifest.generation(
            name=name,
            version=VERSION,
            description=self.description.format(language=NAMES[self.language]),
            languages=[self.language],
            generation=graphs | used,
            files=[folder / file for file in ("encoder.onnx", "decoder.onnx", "vocabulary.txt")],
            metrics={
                f"{source}_dev_{measure.replace('rouge', 'rouge_').lower()}": round(means["int8"][measure][0], 4)
                for source, means in result.items()
                for measure in headline_evaluate.MEASURES
            },
        )
        manifest.write(folder, made)
        facts = headline_card.Facts(
            name=name,
            language=self.language,
            spoken=NAMES[self.language],
            sizes=sizes,
            training=self.settings,
            log=headline_training.read_log(self.trained / "train.log"),
            result=result,
            most=EVALUATED,
            start="headline-en" if self.start else None,
            pretraining=self.learned_before(),
            note=self.note,
            **json.loads((self.exported / "facts.json").read_text()),
        )
        self.card(folder / "CARD.md", facts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", choices=DESIGNS, required=True)
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / "headline", help="folder for intermediate results")
    parser.add_argument("--epochs", type=int, help="other than the design's")
    parser.add_argument("--trained", type=Path, help="folder of a finished training with these settings")
    parser.add_argument("--start", type=Path, help="folder of a finished training of headline-en, whose layers are the start")
    parser.add_argument("--note", help="what the card is to say of a training that ran elsewhere")
    options = parser.parse_args()
    if DESIGNS[options.language].starts and options.start is None and options.trained is None:
        parser.error("headline-fa begins with the layers of headline-en: give --start, the folder train-en-… of its work folder")
    torch.set_num_threads(1)
    recipe = Recipe(
        options.language,
        options.data,
        Work(options.work),
        options.epochs,
        options.trained,
        options.start,
        options.note,
    )
    recipe.written(options.out)


if __name__ == "__main__":
    main()
