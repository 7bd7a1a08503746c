"""The cards of the models that write headlines."""

from dataclasses import asdict, dataclass
from pathlib import Path

from ..corpora import TERMS
from .evaluate import MEASURES, Mean
from .net import Sizes
from .pairs import REPEATED
from .pretraining import Pretraining
from .search import BEAMS, LENGTH_PENALTY, NO_REPEAT, STEPS
from .training import Log, Settings

_TEXT = """# {name}

Writes {spoken} headlines: it reads the first {places} pieces of a document (the first {characters} characters
of an article, on the average) and writes up to {steps} pieces, each from a vocabulary of {vocabulary:,} or copied from the
document. `Summarizer.create({{ type: "headline", language: "{code}", method: "abstractive" }})` loads it.
{parameters:,} parameters, {int8:,} bytes (float32: {f32:,}).

## Intended use and limits

- A proposal for the headline of {kinds}, for a person to read before it is published.
- It may be wrong. It can join names and events that the document keeps apart, turn who did
  what around, drop a "not", or leave a sentence unfinished. The library demands that
  numbers and {words} of a headline, and names and titles that it sets between quotation marks, occur in the
  document, not that they are used as there.
- Only the beginning of a document is read: what a text says later does not reach the headline.
- Outside the kinds of text that it learned from it mostly copies the first clause, and
  takes over their style{style}.
- It learned from {pairs:,} documents. It has no knowledge of the world to speak of, and paraphrases little.

## Method

Encoder ({encoder_layers} layers) and decoder ({decoder_layers} layers) are pre-norm transformers of width {width} with {heads}
heads over one table of embeddings (Vaswani et al. 2017). A word is written or copied by
p(w) = g · softmax(E h)(w) + (1 − g) · Σ a_j over the places j that hold w (See et al. 2017). The
attentions to the document also see whether what is before a place was just written, in
one token or two, whether its own token was, and whether it was written at all. The source is
`models/recipes/headlines/net.py`.

Pieces are those of a Unigram model (Kudo 2018) trained on the same documents and titles, in
their own case. What no piece covers can be copied. Headlines are found by beam search with {beams}
hypotheses and the length penalty {length_penalty} of Wu et al. (2016); no run of {no_repeat} pieces occurs twice.

## Data

{data}

Only files `*.train` were learned from. Titles in capitals get the case of the document's
words; pairs whose title holds a number that the document does not, or stands {repeated} times or
more in its set and so names a section, are left out.{abstracts}{start}{pretraining}

## Training

| | |
|---|---|
| training | {training}, dropout {dropout} |
| loss | {loss:.2f} per piece in the last fifty steps |
| time | {seconds:,} s for {trained_steps:,} steps |
| hardware | 1 thread of a server CPU, no GPU |
{note}
## Results

F1 in percent with a 95 % bootstrap interval over documents, against the titles of the `*.dev`
files; at most {most} articles of a file, drawn at random. Tokens are words in lower case,
single characters of Chinese. "Beginning" is the first sentence of the document, cut to {lead}.
Headlines are those of beam search without what the library demands of them beyond the model.

| set | articles | headline | ROUGE-1 | ROUGE-2 | ROUGE-L |
|---|---|---|---|---|---|
{results}

## Numbers in the files

Every matrix is int8 with one float32 scale per row, embeddings included (rows are gathered
as int8, then scaled); biases, positions and the four relations' weights are float32;
computation is float32. Between the distributions of the float32 graphs and those of the network
in PyTorch the total variation distance is at most {exact:.0e}; the int8 graphs' is {near:.3f} on the average over a
headline, at the most. `reference.json` holds inputs and outputs written by ONNX Runtime from these files.
"""

_KINDS = {"zh": "news, technical articles and abstracts", "en": "news, abstracts and descriptions of software", "fa": "news, most of it on sports"}
_WORDS = {"zh": "words in Latin letters", "en": "capitalised words", "fa": "words in Latin letters"}
_STYLE = {"en": ", such as the abbreviations of a financial news agency"}
_LEAD = {"zh": "18 tokens"}
_ABSTRACTS = {"fa": " Where a set has an abstract\nof a document, its title was learned for that too."}
_ROWS = {"lead": "beginning", "f32": "f32", "int8": "int8"}


@dataclass(frozen=True)
class Facts:
    """Everything a card states, measured by the recipe."""

    name: str
    language: str
    spoken: str
    sizes: Sizes
    training: Settings
    log: Log
    result: dict
    parameters: int
    characters: int
    """Read of a document, on the average."""
    bytes: dict[str, int]
    apart: dict[str, float]
    most: int
    start: str | None
    """The model whose layers were the start."""
    pretraining: tuple[Pretraining, Log] | None
    """What it learned before the titles."""
    note: str | None
    """What else is to be known of a training that ran elsewhere."""


def results(facts: Facts) -> str:
    """The rows of the table of ROUGE."""

    def rows(name: str) -> list[str]:
        found = facts.result[name]
        return [
            f"| {name} | {found['articles']} | {spoken} | " + " | ".join(str(Mean(*found[row][m])) for m in MEASURES) + " |"
            for row, spoken in _ROWS.items()
        ]

    return "\n".join(row for name in facts.result for row in rows(name))


def data(log: Log) -> str:
    """What was learned from."""
    return "\n".join(f"- {name}: {kept:,} of {total:,} pairs; {TERMS[name]}" for name, (kept, total) in log.pairs.items())


def training(settings: Settings) -> str:
    """The settings of a training."""
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in asdict(settings).items() if key != "checkpoint")


def shared(facts: Facts) -> dict:
    """What the cards of all models that write say, by its place in their texts."""
    sizes, log = facts.sizes, facts.log
    return {
        "name": facts.name,
        "places": sizes.source,
        "characters": facts.characters,
        "steps": STEPS - 1,
        "vocabulary": sizes.vocabulary,
        "parameters": facts.parameters,
        "int8": facts.bytes["int8"],
        "f32": facts.bytes["f32"],
        "pairs": sum(kept for kept, _ in log.pairs.values()),
        "width": sizes.width,
        "beams": BEAMS,
        "length_penalty": LENGTH_PENALTY,
        "no_repeat": NO_REPEAT,
        "data": data(log),
        "repeated": REPEATED,
        "training": training(facts.training),
        "dropout": sizes.dropout,
        "loss": log.loss,
        "seconds": log.seconds,
        "trained_steps": log.steps,
        "most": facts.most,
        "exact": facts.apart["f32"],
        "near": facts.apart["int8"],
    }


def pretrained(settings: Pretraining, log: Log) -> str:
    """What was learned before the titles, and how long it took."""
    kept, total = log.pairs["pseudo_summaries"]
    objectives = ", ".join(settings.objectives).upper()
    sets = "; ".join(f"{name} ({TERMS[name]})" for name in settings.sets)
    sets = f" and of those of {sets}," if sets else ""
    return f"""

Before, the network learned {kept:,} pseudo-summaries ({objectives} of Salemi et al. 2021) of {total // len(settings.objectives):,} stretches
of the documents{sets} without their titles: {settings.epochs} epochs, {log.steps:,} steps, {log.seconds:,} s."""


def write(path: Path, facts: Facts) -> None:
    """Writes the card."""
    code, sizes = facts.language, facts.sizes
    text = _TEXT.format(
        **shared(facts),
        spoken=facts.spoken,
        code=code,
        kinds=_KINDS[code],
        words=_WORDS[code],
        style=_STYLE.get(code, ""),
        encoder_layers=sizes.encoder_layers,
        decoder_layers=sizes.decoder_layers,
        heads=sizes.heads,
        abstracts=_ABSTRACTS.get(code, ""),
        note=f"\n{facts.note}\n" if facts.note else "",
        start=f" The layers began as those of `{facts.start}`,\nso that copying need not be learned anew from few pairs." if facts.start else "",
        pretraining=pretrained(*facts.pretraining) if facts.pretraining else "",
        lead=_LEAD.get(code, "12 words"),
        results=results(facts),
    )
    path.write_text(text, encoding="utf-8")
