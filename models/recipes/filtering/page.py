"""The page of paper A's Table 11: a summarizer trained on raw pairs and on those that a matcher keeps.

Differences are of means over the same articles, with a paired bootstrap: articles are redrawn within their
set, and every set counts alike.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..headlines.context_gru import Sizes
from .data import KEPT, LENGTHS, NOISE, NOISY, RAW, REAL
from ..headlines.card import training
from ..headlines.evaluate import MEASURES, RESAMPLES, Mean
from ..headlines.search import BEAMS
from ..headlines.training import Settings
from ..matchers.page import table
from ..pairs import Pair
from ..matchers.statistics import Difference

PAPER = {"raw": (2_400_591, 0.299, 0.174, 0.272), "kept by LSTM-II": (1_920_472, 0.312, 0.195, 0.294)}
"""Table 11: pairs, ROUGE-1, ROUGE-2 and ROUGE-L."""
_ALPHA = 0.05
_SPOKEN = {"rouge1": "ROUGE-1", "rouge2": "ROUGE-2", "rougeL": "ROUGE-L"}
_NAMES = {
    RAW: "raw, all", f"{RAW} kept": "raw, kept by the matcher", f"{RAW} random": "raw, as many at random",
    NOISY: "noisy, all", f"{NOISY} kept": "noisy, kept by the matcher", f"{NOISY} random": "noisy, as many at random",
}  # fmt: skip
_KINDS = {
    "near": "title of a near neighbour", "random": "title of any other article", "comment": "comment",
    "unseen": "clause from outside the text", "joined": "half of the title with half of another",
}  # fmt: skip

Scores = dict[str, dict[str, list[float]]]
"""F1 by set and measure, article by article."""

_TEXT = """# A summarizer trained on raw and on filtered pairs

Written by `python -m recipes.filtering.experiment`; not edited by hand. See models/recipes/README.md.

Hou et al. 2017 train the same summarizer twice: on all pairs of a crawl, and on those that their matcher LSTM-II takes
for good ones. The second is better (their Table 11):

{paper}

Here the matcher is the packaged `lstm-ii-zh`, which keeps a pair if levels 4 and 5 have a probability of at
least {kept:g} together, and the summarizer the GRU encoder–decoder with context of `models/recipes/headlines/context_gru.py`: embeddings
of {width}, states of {hidden}, the first {places} pieces of a document, no copying. The paper trains on two million
posts; these are {thousands} thousand articles with their titles. What filtering changes can be compared, the figures cannot.

**What raw means.** All pairs of the train files as they come, titles among them that name a section, as "news in brief"
does, or hold numbers that the document does not. Publishers wrote them for their
texts: they are cleaner than a crawl. The noisy corpus has {made:,} made pairs besides, {share:.0%} of the raw ones, of the
paper's levels 1 to 3, with a fixed seed: {kinds}.

**What the filter knows.** `lstm-ii-zh` learned from pairs built from the same articles by the same rules as the
noise, in other draws; of a real title it learned to ask how much of it stands in the text. It judges here what it
was made for, which a crawl would not be. Of summarizers it was told nothing.

## What is kept

The matcher reads the first {document} characters of a document.

{corpora}

Of the pairs that are left out of the noisy corpus, {precision:.0%} are made ones.

## Results

F1 in percent with a 95 % bootstrap interval over articles, against the titles of the `*.dev` files: {articles},
drawn at random where there are more. Headlines by beam search with {beams} hypotheses, from the network in
float32, without what the library demands of them.
The mean counts every set alike. "Learned from" leaves out pairs whose title is too long or holds a piece
outside the vocabulary. Every training takes {steps} steps, whatever the size of its corpus: {drawn} pairs drawn, so that
a pair of the largest corpus is seen {least:.1f} times and one of the smallest {most:.1f}. Settings: {training}.{missing}

{results}

## Differences

Paired bootstrap over the articles ({resamples:,} resamples) of the mean of the three sets, in points: the first corpus less
the second, with a 95 % interval and a two-sided p.

{differences}

The intervals are about the articles, with the trainings as they are. One training of each corpus with one seed says
nothing about how far two trainings on the same pairs lie apart; differences of a point or less may be that. The
trainings are short; what noise costs after a longer one may be less.

## What holds of Table 11

{verdicts}
"""


def resampled(first: Sequence[np.ndarray], second: Sequence[np.ndarray], seed: int = 0) -> Difference:
    """The mean difference of paired values, of sets that count alike."""
    rng, draws = np.random.default_rng(seed), np.zeros(RESAMPLES)
    apart = [np.subtract(a, b) for a, b in zip(first, second)]
    for values in apart:
        draws += values[rng.integers(0, len(values), (RESAMPLES, len(values)))].mean(1) / len(apart)
    low, high = np.percentile(draws, [2.5, 97.5])
    p = 2 * min((draws <= 0).mean(), (draws >= 0).mean())
    value = float(np.mean([values.mean() for values in apart]))
    return Difference(value, float(low), float(high), float(min(1.0, max(p, 1 / RESAMPLES))))


def _mean(values: Sequence[np.ndarray]) -> Mean:
    """The mean of the sets' means."""
    found = resampled(values, [np.zeros(len(v)) for v in values])
    return Mean(found.value, found.low, found.high)


def _of(scores: Scores, measure: str) -> list[np.ndarray]:
    return [np.array(found[measure]) for found in scores.values()]


def _result_rows(results: dict[str, dict], lead: Scores) -> list[list[str]]:
    def rows(name: str, scores: Scores, *facts: str) -> list[list[str]]:
        each = {source: [str(_mean([np.array(found[m])])) for m in MEASURES] for source, found in scores.items()}
        mean = [str(_mean(_of(scores, m))) for m in MEASURES]
        return [[name, *facts, "mean", *mean], *([name, *facts, source, *values] for source, values in each.items())]

    made = rows("beginning of the document", lead, "", "", "")
    for name, found in results.items():
        facts = f"{found['pairs']:,}", f"{found['learned']:,}", f"{found['loss']:.2f}"
        made += rows(_NAMES[name], found["scores"], *facts)
    return made


_COMPARED = (
    *((f"{corpus} kept", other) for corpus in (NOISY, RAW) for other in (corpus, f"{corpus} random")),
    (NOISY, RAW),
    (f"{NOISY} kept", RAW),
)


def _points(found: Difference) -> str:
    p = f"p = {found.p:.3f}" if found.p >= 0.001 else "p < 0.001"
    return f"{100 * found.value:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}], {p}"


def _verdict(found: Difference, first: str, second: str) -> str:
    points = f"{100 * found.value:+.1f} ROUGE-L [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
    if found.p >= _ALPHA:
        return f"“{first}” and “{second}” train summarizers that these articles do not tell apart: {points}."
    return f"“{first}” trains a {'better' if found.value > 0 else 'worse'} summarizer than “{second}”: {points}."


def page(
    found: list[Pair], kept: np.ndarray, results: dict[str, dict], lead: Scores, settings: Settings, sizes: Sizes
) -> str:
    """The page; `kept` says what the matcher keeps of `found`, `results` holds scores and facts of every training."""
    names = [pair.source if pair.kind == REAL else f"made: {_KINDS[pair.kind]}" for pair in found]
    groups, passed = Counter(names), Counter(name for name, good in zip(names, kept) if good)

    def row(name: str, total: int, good: int) -> list[str]:
        return [name, f"{total:,}", f"{good:,}", f"{total - good:,}", f"{good / total:.1%}"]

    real = np.array([pair.kind == REAL for pair in found])
    raw, made = int(real.sum()), int((~real).sum())
    corpora = [
        *(row(name, total, passed[name]) for name, total in groups.items()),
        row("**raw**", raw, int(kept[real].sum())),
        row("**noisy**", raw + made, int(kept.sum())),
    ]
    dropped = ~kept
    differences, verdicts = [], []
    for first, second in (pair for pair in _COMPARED if results.keys() >= set(pair)):
        apart = {m: resampled(_of(results[first]["scores"], m), _of(results[second]["scores"], m)) for m in MEASURES}
        differences.append([_NAMES[first], _NAMES[second], *map(_points, apart.values())])
        verdicts.append("- " + _verdict(apart["rougeL"], _NAMES[first], _NAMES[second]))
    some, learned = next(iter(results.values())), [result["learned"] for result in results.values()]
    drawn = some["steps"] * settings.batch
    missing = [name for corpus, name in _NAMES.items() if corpus not in results]
    heads = [_SPOKEN[m] for m in MEASURES]
    return _TEXT.format(
        paper=table(
            ["summarizer of the paper, trained on", "pairs", *heads],
            [[name, f"{pairs:,}", *(f"{100 * value:.1f}" for value in values)] for name, (pairs, *values) in PAPER.items()],
        ),
        kept=KEPT,
        width=sizes.width,
        hidden=sizes.hidden,
        places=sizes.source,
        thousands=round(raw / 1000),
        made=made,
        share=made / raw,
        kinds=", ".join(_KINDS[kind] for kind in NOISE),
        document=LENGTHS[0],
        corpora=table(["pairs", "all", "kept", "left out", "share kept"], corpora),
        precision=(dropped & ~real).sum() / dropped.sum(),
        articles=", ".join(f"{len(found[MEASURES[0]])} of {name}" for name, found in lead.items()),
        beams=BEAMS,
        steps=f"{some['steps']:,}",
        drawn=f"{drawn:,}",
        missing=f" No training for this page: {'; '.join(missing)}." if missing else "",
        least=drawn / max(learned),
        most=drawn / min(learned),
        training=f"{training(settings)}, dropout {sizes.dropout}",
        results=table(["trained on", "pairs", "learned from", "loss", "set", *heads], _result_rows(results, lead)),
        resamples=RESAMPLES,
        differences=table(["first", "second", *heads], differences),
        verdicts="\n".join(verdicts),
    )
