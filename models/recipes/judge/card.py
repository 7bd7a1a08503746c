"""The card of a judge. Every figure in it is computed."""

from dataclasses import dataclass
from pathlib import Path

from .export import GRAPH
from .judges import Judge
from .lessons import AGAIN, READING, WINDOW
from .network import TokenClassifier
from .page import figures_table
from .scoring import THRESHOLD, Decision
from .words import STEM


@dataclass(frozen=True)
class Taught:
    """What was learned from."""

    windows: dict[str, tuple[int, int]]
    """Windows and tokens of a phase."""
    seconds: dict[str, int]
    own: dict[str, int]
    """Pairs of a version and a sentence of own texts, by language."""
    apart: float
    """The greatest difference of a token's probability between graph and network."""


NAMES = {"en": "English", "zh": "Chinese", "de": "German", "fa": "Persian"}
TERMS = {
    "spanned": "SummEdits but for its domain scitldr (Apache-2.0), BUMP (MIT annotations), CLIFF (Apache-2.0 annotations), the training tokens of WiCE (ODC-BY annotations)",
    "begin": "BEGIN (CC BY 4.0; CDLA-Sharing-1.0)",
    "factcg_doc": "FactCG (MIT)",
    "foolmetwice": "Fool Me Twice (Apache-2.0)",
    "uhgeval": "UHGEval, what models wrote (Apache-2.0)",
    "pawsx": "PAWS-X, German and Chinese (free for any purpose)",
    "farstail": "FarsTail, its training part (Apache-2.0)",
}
"""Sets with their terms; their texts stay with their publishers."""

_TEXT = """# {name}

Says which words of {languages} summaries their document does not support, and how likely all of a summary is supported: a token classifier
({parameters:,} parameters, {pieces:,} pieces), in the layout of the field: `config.json`, `tokenizer.json`, `{graph}`.

## Intended use and limits

- A sentence of a summary, or a short one, against its document; of a summary of several, each sentence by itself.
- It is small. It finds a changed number, name or word in a sentence near the document's words more often than an error in a free paraphrase, and it
  knows little of the world, of sums and of dates that have to be worked out. See the results: they are far from certain.
- A run holds {window} tokens: of a long document it reads the sentences that share most words with the summary's. What stands elsewhere
  in other words is missed, and counts as unsupported.
- Probabilities are fitted to invented texts of which half the sentences are unsupported. Set your own threshold on your own sample.

## Method

Premise. The document and the summary are cut into sentences. A word that a sentence of the document shares with the summary's sentence weighs ln(1 + n / n_w), n being
the number of the document's sentences and n_w of those that hold it; words are compared by their first {stem} letters in lower case, numbers whole, Chinese by pairs
of characters. Sentences are taken by the sum of those weights, the greatest first, equals in the document's order, each that still fits into the {window} tokens of a run beside the summary's sentence
and the tokens around both; a first one that does not fit is cut. They stand in the document's order.

Window. `[CLS]` premise `[SEP]` sentence `[SEP]`, in segments 0 and 1 (for the multilingual judge `<s>` and `</s>`); a sentence fills half of it at most. Output: `logits` [batch, sequence, 2], supported and unsupported.

Decision. A token's log-odds of support are the logit of supported less that of unsupported. A sentence's are the mean of its {top} least; the probability that it is supported is
1 / (1 + exp(-({slope} · odds + {offset}))), that of a summary the least of its sentences'. From {threshold} on a summary counts as supported, in every
language. A token is marked from a probability of {mark} of being unsupported on.

It starts from {starts_from}. The embeddings of pieces, segments and places and the first {frozen} of the layers stay what they are. The source is `models/recipes/judge/`.

## Data and terms

First phase, by windows at most: {reading}. Second phase: own texts, of which {own}; and again {again}.
- {terms}.
- Texts in two versions (`models/recipes/versions/README.md`). The wrong words are those that only the supporting version has.
- The judge's own texts (`models/recipes/judge/texts/README.md`), invented for it: each in two versions, with sentences of which the wrong words are known.

Every eighth of the own texts was kept for the calibration. Nothing of the sets that measure was trained on.

## Training

| | |
|---|---|
| first phase | {reading_windows:,} windows, {reading_tokens:,} tokens, {reading_seconds:,} s |
| second phase | {texts_windows:,} windows, {texts_tokens:,} tokens, {texts_seconds:,} s |
| settings | AdamW, linear decay, rates {first_rate} and {second_rate}, an unsupported token {positive} times, loss at `[CLS]` {whole}, of the highest token {highest} |
| hardware | two threads of a server CPU that others used as well, no GPU |

## Results

AUC and balanced accuracy with 95 % bootstrap intervals over documents; `docs/results/judge.md` has more.

{figures}

## Numbers in the file

`{graph}` has {size:,} bytes: every matrix is int8 with one float32 scale per row, embeddings included; all is computed in float32. A token's probability
differs from the network's by {apart:.3f} at most on the windows that it was checked with.
"""


def text(judge: Judge, model: TokenClassifier, decision: Decision, figures: dict, taught: Taught, graph: Path) -> str:
    """The card."""
    sizes = READING[judge.code]
    listed = ", ".join(f"{name} {size:,}" for name, size in sizes.items())
    own = ", ".join(f"{NAMES[language]} {count:,} pairs" for language, count in taught.own.items())
    parameters = sum(value.numel() for value in model.parameters()) + model.pieces.numel()
    frozen = sum(not next(layer.parameters()).requires_grad for layer in model.layers)
    return _TEXT.format(
        name=judge.name, languages=" and ".join(filter(None, (", ".join(NAMES[code] for code in judge.languages[:-1]), NAMES[judge.languages[-1]]))),
        parameters=parameters, pieces=len(model.pieces), graph=GRAPH, window=WINDOW, stem=STEM, threshold=THRESHOLD,
        top=decision.top, slope=decision.slope, offset=decision.offset, mark=decision.mark, starts_from=judge.starts_from, frozen=frozen,
        reading=listed, own=own, again=", ".join(f"{name} {size:,}" for name, size in AGAIN[judge.code].items()),
        terms=".\n- ".join(TERMS[name] for name in sizes if name in TERMS),
        reading_windows=taught.windows["reading"][0], reading_tokens=taught.windows["reading"][1], reading_seconds=taught.seconds["reading"],
        texts_windows=taught.windows["texts"][0], texts_tokens=taught.windows["texts"][1], texts_seconds=taught.seconds["texts"],
        first_rate=judge.reading.rate, second_rate=judge.texts.rate, positive=judge.texts.positive, whole=judge.texts.whole, highest=judge.texts.highest,
        figures=figures_table(figures), size=graph.stat().st_size, apart=taught.apart,
    )  # fmt: skip

