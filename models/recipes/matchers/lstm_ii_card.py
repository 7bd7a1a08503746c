"""The card of `lstm-ii-zh`."""

from dataclasses import asdict, dataclass
from pathlib import Path

from ..corpora import TERMS
from ..evaluate import Auc
from ..languages import CHINESE
from ..training import Settings

# AUC of paper A, Table 8, on its test set.
_PAPER = {"ROUGE": 0.6351, "LSI": 0.6413, "LSTM-I": 0.6611, "LSTM-II": 0.6703}

_DESIGNS = {
    "concatenated": "logistic layer over [d; s]: the paper's classifier",
    "interacting": "[d; s; abs(d - s); d * s], one hidden layer",
    "aligned": "besides, how each character occurs in the other text",
}

_KINDS = {
    "5 real": "the real title, coverage at least 0.75",
    "4 real": "the real title, coverage from 0.5 to 0.75",
    "3 real": "the real title, coverage under 0.5: the shown text supports half of it at most",
    "3 late": "the real title with a part from the second half of its article (coverage at most 0.6)",
    "3 spliced": "document: half an excerpt of the article, half of another one; title of the first",
    "3 cut": "one half of the title, cut at its gap",
    "3 joined": "one half of the title and one half of another title",
    "2 unseen": "a clause of the article from outside the shown part",
    "2 clause": "a clause of the shown part, word for word, not its first",
    "1 near": "the title of a near neighbour (TF-IDF over character pairs)",
    "1 random": "the title of any other article",
    "1 same-day": "the title of another article of the same day",
    "1 comment": "a comment from a list written for the recipe, two in three with a phrase of the title",
}

_TEXT = """# {name}

Tells whether a Chinese title sums up a short text, in five levels (Hou et al. 2017): 1
unrelated or a comment, 2 a clause picked from the text, 3 covers half at most, 4 almost a
summary, 5 a good summary. Levels 4 and 5 count as good. {parameters:,} parameters,
{int8:,} bytes (float32: {f32:,}).

## Intended use and limits

- Headline against a news text or abstract of up to {document} characters; longer texts are cut
  to their head ({document} characters of the document, {summary} of the summary).
- It judges whether the content of a title is found in the text. It does not check facts: a
  wrong number or name that looks like the right one may pass.
- Trained on news, articles on Linux and scientific abstracts in simplified Chinese; other
  kinds of text, traditional characters and other languages are outside what was measured.
- A title in entirely other words than its text scores low. A clause copied word for word is
  hard to place: on built pairs its mean probability is {copied}, and people, too, give many
  copied leads 4 or 5.
- Probabilities are calibrated on built pairs, where {share:.0%} are good; set your own
  threshold on your own sample.

## Architecture

Characters (vocabulary of {vocabulary:,}) → embeddings of {size} dimensions, pre-trained →
LSTM-II, the LSTM without a forget gate (paper, (14)–(18)), hidden {size}, one encoder for both
texts → mean over the characters → classifier with five outputs.

Departures from the paper, and why:

- **alignment**: every character also carries three numbers about the other text: whether the
  same character occurs there, whether it is part of a pair of neighbours that occurs there,
  and the greatest cosine of its embedding with that text's. They are computed in the graph,
  enter the LSTM beside the embedding and, averaged per text, the classifier. Two texts that
  are encoded apart and concatenated cannot be compared by a linear layer: see the table;
- **interaction**: the classifier sees [d; s; |d − s|; d ∘ s] and has one hidden layer of 64;
- five levels are trained on built pairs, not on the labelled LCSTS pairs; Adam in place of
  Adadelta, averaged weights; texts up to {document} characters in place of 50.

## Data

{data}

Only files `*.train` were trained on; `*.dev` chose the temperature ({temperature:.3f}). The
human-scored set was looked at to choose between the designs and mixtures listed below, and
never trained on. No text of any of them is in this folder, but for single characters in the
vocabulary.

Documents shown to the model are runs of whole clauses of an article, {length[0]} ± {length[1]}
characters ({length[2]} to {length[3]}); titles lose a column's name in brackets. Coverage is
the ROUGE-1 precision of the title in the shown text. Every kind draws its document length
from the same distribution, and picked clauses have the length of titles and no end mark.

| level and kind | made from | training pairs | dev pairs | mean probability on dev |
|---|---|---|---|---|
{kinds}

Copied clauses, cut titles and spliced documents are kept few: like good titles they are covered
entirely, and many of them teach that coverage is bad, which human scores contradict.

## Training

| | |
|---|---|
| embeddings | word2vec, {embedding}; the first {characters:,} characters of each document and all titles |
| classifier | {training} |
| time | embeddings {embedding_seconds} s, {times} |
| hardware | {threads} thread of a server CPU, no GPU |

## Results

AUC with a 95 % bootstrap interval (2,000 resamples of pairs). LCSTS: the 417 pairs of part
III scored by people. Dev: {dev_pairs:,} pairs built from the dev files as above.

| design | parameters | dev, f32 | LCSTS, f32 | LCSTS, int8 |
|---|---|---|---|---|
{rungs}
| ROUGE-1 precision, for comparison | 0 | {baseline_dev} | {baseline_scored} | |

**Shipped: {shipped}, int8: LCSTS {int8_scored}, dev {int8_dev}.** Published on the paper's test set,
of which the LCSTS sample is a part: {paper}.

Counting shared words is a strong baseline here: on the human-scored sample the network does not beat
ROUGE-1 precision (the intervals overlap widely). It is ahead on built pairs, where comments, near
neighbours and unseen clauses have to be told apart, but there the levels of real titles are drawn by
coverage itself, which favours both.

Attempts before the shipped settings, all with the aligned design. The intervals above are wide, so
differences under 0.02 between them say little. The first five took coverage as the share of the
title's characters that occur in the text at all, the others as ROUGE-1 precision.

| mixture and training | LCSTS, f32 |
|---|---|
{attempts}

Mean probability of the human-scored pairs, by human level 1 to 5: {by_level}.

## Numbers in the file

Every matrix is int8 with one float32 scale per row, embeddings included (rows are gathered as
int8, then scaled); biases are float32; computation is float32. The absent forget gate is an ONNX
LSTM gate with zero weights and a bias of 30. `reference.json` holds inputs and outputs written
by ONNX Runtime from this file.
"""


@dataclass(frozen=True)
class Facts:
    """Everything the card states, measured by the recipe."""

    name: str
    shipped: str
    results: dict[str, dict]
    baseline: dict[str, list[float]]
    counts: dict[str, dict[str, int]]
    attempts: tuple[tuple[str, float], ...]
    training: Settings
    training_seconds: dict[str, int]
    embeddings: dict
    vocabulary: int
    lengths: tuple[int, int]
    parameters: dict[str, int]
    temperature: float
    sizes: dict[str, int]
    threads: int


def _auc(values: list[float]) -> str:
    return str(Auc(*values))


def write(path: Path, facts: Facts) -> None:
    """Writes the card."""
    shipped = facts.results[facts.shipped]
    development = facts.counts["dev"]
    good = sum(count for kind, count in facts.counts["train"].items() if kind[0] in "45")
    means = shipped["means dev"]
    text = _TEXT.format(
        name=facts.name,
        shipped=facts.shipped,
        parameters=facts.parameters[facts.shipped],
        int8=facts.sizes["int8"],
        f32=facts.sizes["f32"],
        document=facts.lengths[0],
        summary=facts.lengths[1],
        copied=means["2 clause"],
        share=good / sum(facts.counts["train"].values()),
        vocabulary=facts.vocabulary,
        size=facts.embeddings["size"],
        data="\n".join(f"- {source}: {TERMS[source]}" for source in (*CHINESE.sources, "zh_lcsts_part3_scored")),
        temperature=facts.temperature,
        length=CHINESE.document,
        kinds="\n".join(
            f"| {kind} | {made} | {facts.counts['train'].get(kind, 0):,} | {development.get(kind, 0):,} | {means.get(kind, '')} |"
            for kind, made in _KINDS.items()
        ),
        embedding=f"{'skip-gram' if facts.embeddings['skip_gram'] else 'CBOW'}, window {facts.embeddings['window']}, "
        f"{facts.embeddings['epochs']} epochs, seed {facts.embeddings['seed']}",
        characters=facts.embeddings["characters"],
        training=", ".join(f"{key.replace('_', ' ')} {value}" for key, value in asdict(facts.training).items()),
        embedding_seconds=facts.embeddings["seconds"],
        times=", ".join(f"{design} {seconds} s" for design, seconds in facts.training_seconds.items()),
        threads=facts.threads,
        dev_pairs=sum(development.values()),
        rungs="\n".join(
            f"| {design}: {_DESIGNS[design]} | {facts.parameters[design]:,} | {_auc(result['f32 dev'])} "
            f"| {_auc(result['f32 scored'])} | {_auc(result['int8 scored'])} |"
            for design, result in facts.results.items()
        ),
        baseline_dev=_auc(facts.baseline["dev"]),
        baseline_scored=_auc(facts.baseline["scored"]),
        int8_scored=_auc(shipped["int8 scored"]),
        int8_dev=_auc(shipped["int8 dev"]),
        paper=", ".join(f"{name} {value}" for name, value in _PAPER.items()),
        attempts="\n".join(f"| {tried} | {value:.4f} |" for tried, value in facts.attempts),
        by_level=", ".join(str(value) for value in shipped["means scored"].values()),
    )
    path.write_text(text, encoding="utf-8")
