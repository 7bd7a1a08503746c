"""What headlines of the pre-training experiments are measured by, document by document.

ROUGE-1, 2 and L are F1 (rouge_score) over `text.rouge_tokens`; coverage and density are those of
Grusky et al. 2018, computed as `src/metrics/fragments.rs` does it. Intervals are 95 % percentile
bootstraps over documents; differences are paired.
"""

import numpy as np
from rouge_score.rouge_scorer import RougeScorer

from ..headlines.evaluate import MEASURES, Mean
from ..text import rouge_tokens

RESAMPLES = 2000


class _Tokenizer:
    def tokenize(self, text: str) -> list[str]:
        return rouge_tokens(text)


def rouge(titles: list[str], headlines: list[str]) -> dict[str, list[float]]:
    """F1 of each document."""
    scorer = RougeScorer(list(MEASURES), tokenizer=_Tokenizer())
    rows = [scorer.score(title, headline) for title, headline in zip(titles, headlines)]
    return {measure: [round(row[measure].fmeasure, 6) for row in rows] for measure in MEASURES}


def fragments(document: list[str], headline: list[str]) -> list[int]:
    """Lengths of the sequences that a headline shares with its document."""
    found, at = [], 0
    while at < len(headline):
        longest, place = 0, 0
        while place < len(document):
            length = 0
            while (
                at + length < len(headline)
                and place + length < len(document)
                and headline[at + length] == document[place + length]
            ):
                length += 1
            longest = max(longest, length)
            place += max(length, 1)
        found += [longest] if longest else []
        at += max(longest, 1)
    return found


def extraction(documents: list[str], headlines: list[str]) -> dict[str, list[float]]:
    """Coverage and density of each headline."""
    found = {"coverage": [], "density": []}
    for document, headline in zip(documents, headlines):
        words = rouge_tokens(headline)
        lengths, size = fragments(rouge_tokens(document), words), max(1, len(words))
        found["coverage"].append(round(sum(lengths) / size, 6))
        found["density"].append(round(sum(n * n for n in lengths) / size, 6))
    return found


def _resampled(values: np.ndarray) -> np.ndarray:
    """Means over documents drawn again; the same documents for every call with as many values."""
    draws = np.random.default_rng(0).integers(0, len(values), (RESAMPLES, len(values)))
    return values[draws].mean(1)


def mean(values: np.ndarray) -> Mean:
    low, high = np.percentile(_resampled(values), [2.5, 97.5])
    return Mean(float(values.mean()), float(low), float(high))


def difference(first: np.ndarray, second: np.ndarray) -> Mean:
    """The first less the second, of the same documents."""
    return mean(first - second)
