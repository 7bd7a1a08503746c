"""The corpora of paper A's Table 11: raw pairs, pairs with noise among them, and what a matcher keeps of either.

Raw are all pairs of the train files as they come: no rule has removed titles that name a section or
hold numbers that their document does not. They are cleaner than what is crawled from a social network all the same,
so that the noisy corpus has made ones besides: titles of other articles, comments, clauses that are no
summary, joined halves (levels 1 to 3, `pairs.py`). The matcher keeps a pair at a probability of at least one half.

Cost: the matcher reads some 500 pairs a second.
"""

import random
from pathlib import Path

import numpy as np

from .. import corpora, pairs
from ..headlines import pairs as headline_pairs
from ..evaluate import Runner, probability
from ..languages import CHINESE
from ..pairs import Pair
from ..text import Vocabulary
from ..training import Encoded

MATCHER = Path(__file__).parents[2] / "lstm-ii-zh"
LENGTHS = (150, 50)  # characters that it reads of a document and of a summary
SHOWN = 600  # characters of a document, more than matcher and summarizer read
KEPT = 0.5
NOISE = {"near": 0.0625, "random": 0.0625, "comment": 0.0625, "unseen": 0.0625, "joined": 0.0625}
"""Made pairs for each article that pairs can be made of, by kind."""
REAL = "real"
SEED = 3

RAW, NOISY = "raw", "noisy"
CORPORA = {
    f"{corpus}{subset}": (corpus, subset.strip()) for corpus in (RAW, NOISY) for subset in ("", " kept", " random")
}
"""The corpora by name: which pairs they come from, and which of those they hold."""


def raw(data: Path) -> list[Pair]:
    """All pairs of the train files."""
    return [
        Pair(article.document.lstrip()[:SHOWN], headline_pairs.titled(article.document, article.title), 5, REAL, name)
        for name in headline_pairs.SOURCES[CHINESE.code]
        for article in corpora.titles(data, name, "train")
    ]


def noise(data: Path) -> list[Pair]:
    """Made pairs of levels 1 to 3."""
    return [
        pair
        for name in headline_pairs.SOURCES[CHINESE.code]
        for pair in pairs.build(corpora.titles(data, name, "train"), CHINESE, NOISE, 1, SEED)
    ]


def judged(found: list[Pair]) -> np.ndarray:
    """The matcher's probability that each summary fits its document."""
    encoded = Encoded.of(found, Vocabulary.read(MATCHER / "vocabulary.txt"), *LENGTHS)
    # Batches of similar length have little padding.
    order = sorted(range(len(found)), key=lambda i: len(encoded.documents[i]))
    documents, summaries = ([rows[i] for i in order] for rows in (encoded.documents, encoded.summaries))
    runner, chances = Runner(MATCHER / "model.onnx"), np.empty(len(found))
    chances[order] = probability(runner.all_logits(Encoded(documents, summaries, encoded.levels[order])))
    return chances


def chosen(found: list[Pair], chances: np.ndarray, corpus: str) -> list[int]:
    """Which pairs a corpus holds."""
    among, subset = CORPORA[corpus]
    all = [i for i, pair in enumerate(found) if among == NOISY or pair.kind == REAL]
    kept = [i for i in all if chances[i] >= KEPT]
    return {"": all, "kept": kept, "random": sorted(random.Random(SEED).sample(all, len(kept)))}[subset]
