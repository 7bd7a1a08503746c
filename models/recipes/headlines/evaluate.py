"""ROUGE of headlines against the titles of dev sets, beside the beginning of the document.

    PYTHONPATH=models python -m recipes.headlines.evaluate --data ../shared/data --language en --trained FOLDER --limit 150

judges a training that may still run: `averaged.pt` (or `final.pt`) and `vocabulary.txt` of
FOLDER. F1 of ROUGE-1, 2 and L (rouge_score) over the tokens of `text.rouge_tokens`, with a
95 % percentile bootstrap interval of the mean over documents. The beginning is the first
sentence, cut to as many tokens as titles usually have.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import regex
import torch
from rouge_score.rouge_scorer import RougeScorer
from torch import Tensor

from .. import corpora
from . import export
from .model import Writer
from .net import Headline, Sizes
from .pairs import SOURCES
from .pieces import Pieces
from .search import BEAMS, Options
from ..text import rouge_tokens

MEASURES = ("rouge1", "rouge2", "rougeL")
_LEAD = {"zh": 18}
_LEAD_WORDS = 12
_SENTENCE = regex.compile(r"\s*(.+?)(?:[。！？!?؟\n]|\.(?=\s)|$)", regex.DOTALL)
RESAMPLES = 2000


class Mean(NamedTuple):
    """A mean over documents and its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} [{100 * self.low:.1f}, {100 * self.high:.1f}]"


class _Tokenizer:
    def tokenize(self, text: str) -> list[str]:
        return rouge_tokens(text)


def dev(data: Path, name: str, limit: int | None, seed: int = 0) -> list[corpora.Article]:
    """Articles of a dev set; if limited, drawn at random."""
    articles = corpora.titles(data, name, "dev")
    return articles if limit is None or limit >= len(articles) else random.Random(seed).sample(articles, limit)


def lead(document: str, language: str) -> str:
    """The first tokens of the first sentence."""
    found = _SENTENCE.match(document)
    return " ".join(rouge_tokens(found[1] if found else document)[: _LEAD.get(language, _LEAD_WORDS)])


def scores(titles: list[str], headlines: list[str]) -> dict[str, np.ndarray]:
    """F1 of each measure, headline by headline."""
    scorer = RougeScorer(list(MEASURES), tokenizer=_Tokenizer())
    rows = [scorer.score(title, headline) for title, headline in zip(titles, headlines)]
    return {measure: np.array([row[measure].fmeasure for row in rows]) for measure in MEASURES}


def rouge(titles: list[str], headlines: list[str]) -> dict[str, Mean]:
    """Mean F1 of each measure."""
    means, rng = {}, np.random.default_rng(0)
    draws = rng.integers(0, len(titles), (RESAMPLES, len(titles)))
    for measure, values in scores(titles, headlines).items():
        low, high = np.percentile(values[draws].mean(1), [2.5, 97.5])
        means[measure] = Mean(float(values.mean()), float(low), float(high))
    return means


def figures(articles: list[corpora.Article], write: Callable[[str], str]) -> tuple[dict[str, Mean], list[str]]:
    """ROUGE of what `write` makes of each document, and what it makes."""
    made = [write(article.document) for article in articles]
    return rouge([article.title for article in articles], made), made


def weights_of(folder: Path) -> Path:
    """The most final weights of a training folder."""
    for name in ("final.pt", "averaged.pt", "checkpoint.pt"):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"{folder} holds no final.pt, averaged.pt or checkpoint.pt")


def state_of(folder: Path) -> dict[str, Tensor]:
    """The weights of a training folder; while it runs, those of its latest epoch or checkpoint."""
    state = torch.load(weights_of(folder), weights_only=True)
    return state.get("averaged", state)


def model_of(folder: Path, pieces: Pieces, sizes: Sizes | None = None) -> Headline:
    """The transformer of a training folder."""
    state = state_of(folder)
    model = Headline(sizes or Sizes(vocabulary=len(pieces), source=len(state["places"])))
    model.load_state_dict(state)
    return model.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with titles/")
    parser.add_argument("--language", required=True, choices=SOURCES)
    parser.add_argument("--trained", type=Path, required=True, help="folder of a training")
    parser.add_argument("--limit", type=int, help="articles of each set, at most")
    parser.add_argument("--sets", nargs="*", help="of which sets; all if not given")
    parser.add_argument("--beams", type=int, default=BEAMS)
    parser.add_argument("--samples", type=int, default=0, help="headlines of each set to show")
    parser.add_argument("--eight-bit", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    pieces = Pieces(options.trained / "vocabulary.txt")
    model = model_of(options.trained, pieces)
    with tempfile.TemporaryDirectory() as folder:
        for name, graph in export.export(model, options.eight_bit).items():
            onnx.save(graph, Path(folder) / f"{name}.onnx")
        writer = Writer(Path(folder), pieces, model.sizes.source)
        for name in options.sets or SOURCES[options.language]:
            articles = dev(options.data, name, options.limit)
            print(f"{name}: {len(articles)} articles, {options.beams} beams; " + ", ".join(MEASURES))
            found, made = figures(articles, lambda document: writer.headline(document, Options(options.beams)))
            for row, means in (("headline", found), ("lead", figures(articles, lambda document: lead(document, options.language))[0])):
                print(f"  {row:9}" + "  ".join(str(means[measure]) for measure in MEASURES), flush=True)
            for article, headline in list(zip(articles, made))[: options.samples]:
                print("  " + json.dumps({"title": article.title, "headline": headline, "begins": article.document[:90]}, ensure_ascii=False))


if __name__ == "__main__":
    main()
