"""The recipe of `headline-gru-zh`, the summarizer of paper A's Table 11: a GRU encoder–decoder with context.

    PYTHONPATH=models python -m recipes.headlines.gru_recipe --data ../shared/data --out models/headline-gru-zh

The steps are those of `recipes.headlines.recipe`; the network, its graphs and its card differ, and pairs
with a title that only copying could write are left out. The pieces are those of `headline-zh`, so that both
see the same text: single characters of Chinese, which the authors of LCSTS found better than words,
and pieces of a Unigram model for the rest, for a name in Latin letters would fill a headline letter by letter.
"""

import argparse
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

import onnx
import torch

from . import context_gru_card, context_gru_export, recipe as headline, card as headline_card, pairs as headline_pairs
from .. import manifest
from .context_gru import ContextGru, Sizes
from .pieces import Pieces
from .search import STEPS
from .training import Settings
from ..work import CACHE, Work

LANGUAGE = "zh"
NAME = "headline-gru"
PIECES = Path(__file__).parents[2] / "headline-zh"
DRAWN = 16_000
"""Pairs of an epoch, at most, whatever the corpus: so that trainings on corpora of several sizes take as many steps."""
_DESCRIPTION = (
    "Writes headlines of {language} documents: the GRU encoder-decoder with context of Hou et al. 2017, which copies nothing."
)


class Recipe(headline.Recipe):
    """The steps with a recurrent network."""

    designs = {LANGUAGE: headline.Design(7000, 100, 0.9995, marked=False, epochs=5)}
    system = "gru-"
    description = _DESCRIPTION
    generated = 20

    def training(self, epochs: int) -> Settings:
        return Settings(epochs=epochs, batch=32, rate=2e-3, warm_up=200, seed=headline.SEED)

    @cached_property
    def pieces(self) -> Path:
        return PIECES

    def sizes(self, pieces: Pieces) -> Sizes:
        return Sizes(vocabulary=len(pieces), source=self.design.places, target=STEPS, dropout=self.design.dropout)

    def network(self, pieces: Pieces) -> ContextGru:
        return ContextGru(self.sizes(pieces))

    def examples(self, pieces: Pieces) -> list[headline_pairs.Example]:
        made = headline_pairs.examples(self.data, self.language, pieces, self.design.places, copying=False)
        return drawn(made)

    def graphs(self, model: ContextGru, eight_bit: bool) -> dict[str, onnx.ModelProto]:
        return context_gru_export.export(model, eight_bit)

    def widths(self, pieces: Pieces) -> dict[str, int]:
        sizes = self.sizes(pieces)
        return {"memory": context_gru_export.memory_width(sizes), "state": context_gru_export.state_width(sizes)}

    def card(self, path: Path, facts: headline_card.Facts) -> None:
        context_gru_card.write(path, facts, DRAWN)

    def depends(self) -> dict:
        vocabulary = manifest.file_entry(self.pieces / "vocabulary.txt")["sha256"]
        sizes = asdict(self.sizes(Pieces(self.pieces / "vocabulary.txt")))
        return super().depends() | {"vocabulary": vocabulary, "drawn": DRAWN, "sizes": sizes}


def drawn(pairs: list[headline_pairs.Example]) -> list[headline_pairs.Example]:
    """The same pairs, of which an epoch draws as many of every corpus."""
    for pair in pairs:
        pair.share = min(1.0, DRAWN / len(pairs))
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write")
    parser.add_argument("--work", type=Path, default=CACHE / NAME, help="folder for intermediate results")
    parser.add_argument("--epochs", type=int, help="other than the design's")
    options = parser.parse_args()
    torch.set_num_threads(1)
    Recipe(LANGUAGE, options.data, Work(options.work), options.epochs).written(options.out)


if __name__ == "__main__":
    main()
