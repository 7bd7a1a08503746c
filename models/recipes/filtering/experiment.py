"""The experiment of paper A's Table 11, for docs/results: a summarizer trained on raw pairs and on what a matcher keeps.

    PYTHONPATH=models python -m recipes.filtering.experiment --data ../shared/data --out docs/results/filtering.md

The matcher is `models/lstm-ii-zh`, the summarizer that of `headlines.gru_recipe`, whose work folder it shares. Every
corpus of `filtering.data` trains one; all trainings take the same number of steps. Cost: each
training a quarter of an hour on one CPU thread, the matcher a minute, the writing of headlines two minutes a corpus.
"""

import argparse
import json
from functools import partial
from pathlib import Path

import numpy as np
import torch

from . import data as filtering_data, page as filtering_page
from ..headlines import evaluate, gru_recipe, pairs as headline_pairs
from .. import manifest, pairs
from .data import CORPORA, KEPT, LENGTHS, MATCHER, NOISE
from ..headlines.pieces import Pieces
from ..headlines.training import read_log
from ..work import CACHE, Work

EVALUATED = 150  # articles of a dev set, at most
EPOCHS = 2
SETS = headline_pairs.SOURCES[gru_recipe.LANGUAGE]


class Corpus(gru_recipe.Recipe):
    """A training on one of the corpora."""

    def __init__(self, experiment: "Experiment", name: str):
        super().__init__(gru_recipe.LANGUAGE, experiment.data, experiment.work, EPOCHS)
        self.experiment, self.corpus = experiment, name
        self.of = f"{self.of}-{name.replace(' ', '-')}"

    def depends(self) -> dict:
        return super().depends() | {"corpus": self.corpus, "judged": self.experiment.judged().name, "kept": KEPT}

    def examples(self, pieces: Pieces) -> list[headline_pairs.Example]:
        found, chances = self.experiment.found()
        rows = filtering_data.chosen(found, chances, self.corpus)
        texts = ((found[i].document, found[i].summary) for i in rows)
        made = (headline_pairs.example(pieces, *text, self.design.places, copying=False) for text in texts)
        made = [pair for pair in made if pair is not None]
        print(f"  {self.corpus.replace(' ', '_')}: {len(made)} of {len(rows)} pairs", flush=True)
        return gru_recipe.drawn(made)


class Experiment:
    """The steps, each returning the folder of its outputs."""

    def __init__(self, data: Path, work: Work):
        self.data, self.work = data, work

    def judged(self) -> Path:
        """`pairs.jsonl.gz`, raw and made, and `chances.npy`, what the matcher says of them."""

        def make(folder: Path) -> None:
            found = [*filtering_data.raw(self.data), *filtering_data.noise(self.data)]
            pairs.write(folder / "pairs.jsonl.gz", found)
            np.save(folder / "chances.npy", filtering_data.judged(found))

        settings = {
            "sets": SETS, "noise": NOISE, "seed": filtering_data.SEED, "lengths": LENGTHS,
            "matcher": manifest.file_entry(MATCHER / "model.onnx")["sha256"],
        }  # fmt: skip
        return self.work.step("judged", settings, make)

    def found(self) -> tuple[list[pairs.Pair], np.ndarray]:
        folder = self.judged()
        return pairs.read(folder / "pairs.jsonl.gz"), np.load(folder / "chances.npy")

    def articles(self, name: str) -> list:
        return evaluate.dev(self.data, name, EVALUATED)

    def scores(self, name: str, write) -> dict[str, list[float]]:
        """ROUGE of what `write` makes of each article of a set."""
        articles = self.articles(name)
        made = [write(article.document) for article in articles]
        found = evaluate.scores([article.title for article in articles], made)
        return {measure: values.tolist() for measure, values in found.items()}

    def evaluated(self, corpus: str) -> dict:
        """ROUGE of each article of each set, with what is known of the training."""
        recipe = Corpus(self, corpus)
        trained = recipe.trained

        def make(folder: Path) -> None:
            writer = recipe.writer("f32")
            result = {name: self.scores(name, writer.headline) for name in SETS}
            (folder / "scores.json").write_text(json.dumps(result) + "\n")

        settings = {"trained": trained.name, "most": EVALUATED}
        folder = self.work.step(f"filtering-{recipe.of}", settings, make)
        log = read_log(trained / "train.log")
        learned, total = log.pairs[corpus.replace(" ", "_")]
        facts = {"pairs": total, "learned": learned, "loss": log.loss, "steps": log.steps}
        return facts | {"scores": json.loads((folder / "scores.json").read_text())}

    def page(self, names: list[str]) -> str:
        found, chances = self.found()
        beginning = partial(evaluate.lead, language=gru_recipe.LANGUAGE)
        lead = {name: self.scores(name, beginning) for name in SETS}
        results = {name: self.evaluated(name) for name in names}
        recipe = Corpus(self, names[0])
        sizes = recipe.sizes(Pieces(recipe.pieces / "vocabulary.txt"))
        return filtering_page.page(found, chances >= KEPT, results, lead, recipe.settings, sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/")
    parser.add_argument("--out", type=Path, required=True, help="page to write")
    parser.add_argument("--work", type=Path, default=CACHE / gru_recipe.NAME, help="folder for intermediate results")
    parser.add_argument("--corpora", nargs="*", choices=CORPORA, default=list(CORPORA), help="to train on; all if not given")
    options = parser.parse_args()
    torch.set_num_threads(1)
    page = Experiment(options.data, Work(options.work)).page(options.corpora)
    options.out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
