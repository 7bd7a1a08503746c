"""The experiments of paper E on pre-training, at the scale of the headline models: writes docs/results/pretraining.md.

    PYTHONPATH=models python -m recipes.pretraining.experiments --data ../shared/data --out docs/results/pretraining.md

A small transformer (`headlines.net`) is pre-trained with each of the five objectives on the same
documents and for the same steps, then learns headlines from 0, 10, 100, 1,000 and 10,000
(or all) titles, as one that was not pre-trained does. Few titles are drawn three times.
Nothing is chosen on the dev sets. Every training and every
evaluation is a step that is kept, so that an interrupted run continues.
"""

import argparse
import contextlib
import json
import platform
import random
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import torch

from ..headlines import evaluate, training as headline_training
from .. import plot
from . import data as pretraining_data, measures as pretraining_measures, page as pretraining_page
from ..headlines.net import Headline, Sizes
from ..headlines.pairs import Example
from ..headlines.pieces import Pieces
from ..headlines.search import Options
from ..headlines.training import Settings
from .data import OBJECTIVES, Pseudo
from .page import NONE
from .search import headlines
from ..work import CACHE, Work, seconds

SEED = 1
SHAPE = {"width": 96, "heads": 4, "inner": 384, "encoder_layers": 2, "decoder_layers": 1, "source": 112, "target": 40}
DROPOUT = 0.1
"""Of the fine-tuning; the pre-training, which sees a document once, has none."""
EVALUATED = 150  # articles of the dev sets
SEARCHED = Options()
NAMES = {"en": "English", "fa": "Persian"}


@dataclass(frozen=True)
class Design:
    """What differs between the languages."""

    pieces: int
    coverage: float
    """Share of the characters that pieces cover."""
    documents: int
    """That are learned from before the titles, at most."""
    epochs: int
    """Over these documents."""


DESIGNS = {
    "en": Design(4000, 0.9998, documents=16_000, epochs=1),
    "fa": Design(4000, 0.9998, documents=3_000, epochs=6),
}
PRETRAINING = Settings(batch=64, rate=2e-3, warm_up=50, checkpoint=50, seed=SEED)


@dataclass(frozen=True)
class FineTuning:
    """How a number of titles is learned from."""

    draws: int
    training: Settings


FINE_TUNING = {
    10: FineTuning(3, Settings(epochs=20, batch=10, rate=1e-4, warm_up=5)),
    100: FineTuning(3, Settings(epochs=10, batch=20, rate=1e-3, warm_up=10)),
    1000: FineTuning(1, Settings(epochs=4, batch=32, rate=1e-3, warm_up=25)),
    10_000: FineTuning(1, Settings(epochs=1, batch=64, rate=1e-3, warm_up=50, checkpoint=50)),
}
"""Rates and epochs of 10 and 100 titles are the best of four and three that were tried with SS-80 on other
titles of the training part."""


class Experiment:
    """One language: the steps, each returning the folder of its outputs."""

    def __init__(self, language: str, data: Path, work: Work, titles: list[int], tiny: bool = False):
        self.language, self.data, self.work = language, data, work
        self.design, self.pretraining, self.evaluated = DESIGNS[language], PRETRAINING, EVALUATED
        self.fine_tuning = {n: x for n, x in FINE_TUNING.items() if n in titles}
        self.left_out = [n for n in FINE_TUNING if n not in titles]
        if tiny:
            self.design, self.evaluated = replace(self.design, documents=320, epochs=1), 10
            few = self.fine_tuning.items()
            self.fine_tuning = {n: FineTuning(x.draws, replace(x.training, epochs=1)) for n, x in few}

    def made(self, name: str, settings: dict, make, resumes: bool = False) -> Path:
        return self.work.step(f"{name}-{self.language}", {"language": self.language, **settings}, make, resumes)

    @cached_property
    def vectors(self) -> Path:
        """`vectors.json`."""

        def make(folder: Path) -> None:
            found = pretraining_data.word_vectors(self.data, self.language, SEED)
            (folder / "vectors.json").write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")

        settings = {"read": pretraining_data.READ, "words": pretraining_data.WORDS, "vectors": pretraining_data.VECTORS}
        return self.made("vectors", settings, make)

    @cached_property
    def vocabulary(self) -> Path:
        """`vocabulary.txt`."""

        def make(folder: Path) -> None:
            text = pretraining_data.vocabulary(self.data, self.language, self.design.pieces, self.design.coverage)
            (folder / "vocabulary.txt").write_text(text, encoding="utf-8", newline="\n")

        settings = {"read": pretraining_data.READ, "pieces": self.design.pieces, "coverage": self.design.coverage}
        return self.made("vocabulary", settings, make)

    @cached_property
    def pieces(self) -> Pieces:
        return Pieces(self.vocabulary / "vocabulary.txt")

    @cached_property
    def sizes(self) -> Sizes:
        return Sizes(vocabulary=len(self.pieces), **SHAPE)

    @cached_property
    def built(self) -> Path:
        """`OBJECTIVE.json` with the pseudo-summaries of each objective, and `facts.json`."""

        def make(folder: Path) -> None:
            texts = pretraining_data.documents(self.data, self.language)
            vectors = json.loads((self.vectors / "vectors.json").read_text(encoding="utf-8"))
            usable, facts = set(range(len(texts))), {"documents": len(texts), "unmasked": {}}
            for objective in OBJECTIVES:
                rows, facts["rules"] = pretraining_data.build(texts, self.language, objective, vectors, SEED)
                facts["unmasked"][objective] = pretraining_data.unmasked(rows)
                usable &= {row.index for row in rows if self.pretrainable(row) is not None}
                with (folder / f"{objective}.json").open("w", encoding="utf-8") as file:
                    json.dump([list(asdict(row).values()) for row in rows], file, ensure_ascii=False)
            (folder / "usable.json").write_text(json.dumps(sorted(usable)))
            (folder / "facts.json").write_text(json.dumps({**facts, "usable": len(usable)}) + "\n")

        settings = {"vectors": self.vectors.name, "vocabulary": self.vocabulary.name, "places": SHAPE["source"]}
        settings |= {"longest": pretraining_data.LONGEST, "shortest": pretraining_data.SHORTEST, "seed": SEED}
        return self.made("pseudo", settings, make)

    def pretrainable(self, row: Pseudo) -> Example | None:
        return pretraining_data.pseudo_example(self.pieces, row, SHAPE["source"])

    @cached_property
    def chosen(self) -> list[int]:
        """The documents that every objective learns from."""
        usable = json.loads((self.built / "usable.json").read_text())
        most = self.design.documents
        return usable if most >= len(usable) else random.Random(SEED).sample(usable, most)

    def train(self, folder: Path, data: list[Example], settings: Settings, dropout: float, start: Path | None) -> None:
        """Writes `final.pt` and `train.log`."""
        with (folder / "train.log").open("a", encoding="utf-8") as log, contextlib.redirect_stdout(log):
            torch.manual_seed(settings.seed)
            model = Headline(replace(self.sizes, dropout=dropout))
            if start is not None:
                model.load_state_dict(torch.load(start / "final.pt", weights_only=True))
            averaged = headline_training.train(model, data, settings, folder)
        torch.save(averaged.state_dict(), folder / "final.pt")
        (folder / "checkpoint.pt").unlink(missing_ok=True)

    @cache
    def pretrained(self, objective: str) -> Path | None:
        """The folder of a pre-training; none for the network that was not."""
        if objective == NONE:
            return None

        def make(folder: Path) -> None:
            rows = json.loads((self.built / f"{objective}.json").read_text(encoding="utf-8"))
            by_index = {row[0]: Pseudo(*row) for row in rows}
            data = [self.pretrainable(by_index[index]) for index in self.chosen]
            self.train(folder, data, settings, 0.0, None)

        settings = replace(self.pretraining, epochs=self.design.epochs)
        described = {"built": self.built.name, "objective": objective, "documents": self.design.documents}
        described |= {"shape": SHAPE, "training": asdict(settings)}
        return self.made(f"pretrained-{objective}", described, make, resumes=True)

    @cached_property
    def pairs(self) -> list[Example]:
        """All titles that are fit to learn from."""

        def make(folder: Path) -> None:
            found = pretraining_data.title_examples(self.data, self.language, self.pieces, SHAPE["source"])
            rows = [[x.source.tolist(), x.frequencies.tolist(), x.target.tolist()] for x in found]
            (folder / "pairs.json").write_text(json.dumps(rows))

        folder = self.made("pairs", {"vocabulary": self.vocabulary.name, "places": SHAPE["source"]}, make)
        rows = json.loads((folder / "pairs.json").read_text())
        return [Example(*map(np.array, row)) for row in rows]

    def drawn(self, size: int, draw: int) -> list[Example]:
        return random.Random(draw).sample(self.pairs, min(size, len(self.pairs)))

    @cache
    def tuned(self, objective: str, size: int, draw: int) -> Path | None:
        """The folder of a network that has learned from so many titles."""
        start = self.pretrained(objective)
        if size == 0:
            return start
        settings = replace(self.fine_tuning[size].training, seed=draw)
        described = {"vocabulary": self.vocabulary.name, "start": start.name if start else None}
        described |= {"titles": size, "draw": draw, "shape": SHAPE, "dropout": DROPOUT, "training": asdict(settings)}
        make = lambda folder: self.train(folder, self.drawn(size, draw), settings, DROPOUT, start)  # noqa: E731
        return self.made(f"tuned-{objective}-{size}-{draw}", described, make, resumes=True)

    @cached_property
    def articles(self) -> list:
        return pretraining_data.dev(self.data, self.language, self.evaluated)

    def measured(self, texts: list[str]) -> dict[str, list[float]]:
        """Values of each measure, document by document, of headlines."""
        found = pretraining_measures.rouge([article.title for article in self.articles], texts)
        found |= pretraining_measures.extraction([article.document for article in self.articles], texts)
        return found | {"words": [len(pretraining_measures.rouge_tokens(text)) for text in texts]}

    def judged(self, objective: str, size: int, draw: int) -> dict:
        """Measures of the headlines of a network, and of the same cut as the beginning is."""
        trained = self.tuned(objective, size, draw)

        def make(folder: Path) -> None:
            model = evaluate.model_of(trained, self.pieces, self.sizes)
            made = headlines(model, self.pieces, [article.document for article in self.articles], SEARCHED)
            (folder / "headlines.json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
            cut = [evaluate.lead(text, self.language) for text in made]
            found = {"whole": self.measured(made), "cut": self.measured(cut)}
            (folder / "measures.json").write_text(json.dumps(found) + "\n")

        described = {"trained": trained.name, "articles": self.evaluated, "search": asdict(SEARCHED)}
        folder = self.made(f"judged-{objective}-{size}-{draw}", described, make)
        return json.loads((folder / "measures.json").read_text())

    def results(self) -> dict:
        """All that the page says of a language."""
        found = {}
        for objective in OBJECTIVES:
            self.pretrained(objective)
        for objective in OBJECTIVES:
            found[objective, 0] = [self.judged(objective, 0, SEED)]
        for size, tuning in self.fine_tuning.items():
            for objective in (NONE, *OBJECTIVES):
                found[objective, size] = [self.judged(objective, size, draw + 1) for draw in range(tuning.draws)]
        return {
            "measures": found,
            "lead": self.measured([evaluate.lead(x.document, self.language) for x in self.articles]),
            "titles": self.measured([article.title for article in self.articles]),
            "facts": json.loads((self.built / "facts.json").read_text()),
            "learned": len(self.chosen),
            "pairs": len(self.pairs),
            "articles": len(self.articles),
            "parameters": sum(p.numel() for p in Headline(self.sizes).parameters()),
            "shape": SHAPE,
            "pieces": len(self.pieces),
            "seconds": self.seconds(),
        }

    def seconds(self) -> dict:
        """Of a pre-training and a fine-tuning, by objective and size."""
        spent: dict = {}
        for objective in OBJECTIVES:
            # All parts of a training that was interrupted.
            spent[objective] = headline_training.read_log(self.pretrained(objective) / "train.log").seconds
        for size in self.fine_tuning:
            spent[size] = float(np.mean([seconds(self.tuned(objective, size, 1)) for objective in (NONE, *OBJECTIVES)]))
        return spent


def chart(results: dict) -> str:
    """ROUGE-L by number of titles, one line for each objective."""
    series: dict = {}
    for (objective, size), draws in results["measures"].items():
        across = round(np.log10(min(size, results["pairs"])), 2) if size else 0
        values = np.mean([draw["whole"]["rougeL"] for draw in draws])
        series.setdefault(pretraining_page.TITLES[objective], {})[across] = float(values)
    places = sorted({across for values in series.values() for across in values})
    series["lead"] = dict.fromkeys(places, float(np.mean(results["lead"]["rougeL"])))
    return plot.lines("ROUGE-L by number of titles", "n, of 10^n titles; 0: none", series, "ROUGE-L F1")


def processor() -> str:
    """The name of the machine's processor, as the system gives it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/")
    parser.add_argument("--out", type=Path, required=True, help="the page; charts go beside it")
    parser.add_argument("--languages", nargs="+", choices=DESIGNS, default=["en"])
    parser.add_argument("--work", type=Path, default=CACHE / "pretraining", help="folder for intermediate results")
    parser.add_argument("--titles", nargs="*", type=int, default=list(FINE_TUNING), help="numbers of titles")
    parser.add_argument("--tiny", action="store_true", help="a few steps of everything, to see whether it runs")
    options = parser.parse_args()
    if unknown := set(options.titles) - set(FINE_TUNING):
        parser.error(f"titles cannot be {min(unknown)}; allowed: {', '.join(map(str, FINE_TUNING))}")
    torch.set_num_threads(1)
    sections = []
    for language in options.languages:
        experiment = Experiment(language, options.data, Work(options.work), options.titles, options.tiny)
        results = experiment.results()
        name = f"{options.out.stem}-{language}.svg"
        (options.out.parent / name).write_text(chart(results), encoding="utf-8")
        sections.append(pretraining_page.section(experiment, results, NAMES[language], name))
    options.out.write_text(pretraining_page.page(sections, processor()), encoding="utf-8")


if __name__ == "__main__":
    main()
