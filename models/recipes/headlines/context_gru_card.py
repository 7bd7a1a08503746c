"""The card of the model that writes headlines with GRUs."""

import json
from pathlib import Path

from .card import Facts, results, shared
from .evaluate import MEASURES

_TEXT = """# {name}

Writes Chinese headlines as the summarizer of Hou et al. 2017 does (Table 11; the "RNN context" of Hu et al. 2015):
GRUs read, another one writes and attends to what was read. They read the first {places} pieces of a document (the first
{characters} characters of an article, on the average) and write up to {steps} pieces, each from a vocabulary of {vocabulary:,}.
`Summarizer.create({{ type: "headline", language: "zh", method: "{name}" }})` loads it; the default of the
language is `{default}`. {parameters:,} parameters, {int8:,} bytes (float32: {f32:,}).

## Intended use and limits

- It is here to compare with: a published system beside `{default}`, of about its size and trained on the same
  articles. {verdict}
- It copies nothing. A name or number that it reads it may replace by another that it knows. The library
  demands that numbers and words in Latin letters of a headline occur in the document, not that they are
  used as there, and of names in Chinese only that those between quotation marks do.
- Only the beginning of a document is read.
- It learned from {pairs:,} documents: news, technical articles and abstracts. The paper's learned
  from about two million. On other texts it may write what stands often in the titles that it learned from, as the
  name of a column of the news, in place of what the document says.

## Method

A token x_j of the document becomes the annotation h_j = [→s_j; ←s_j; E x_j]: the states of two GRUs
(Cho et al. 2014) of {half} that read from either end, and its embedding of {width}. A third GRU of {hidden} writes,
s_t = GRU(E y_(t−1), s_(t−1)), and begins with tanh(W ←s_1 + b). With a_t = softmax(H W s_t) the
context is c_t = Σ a_tj h_j, and p(y_t) = softmax(E tanh(R [E y_(t−1); s_t; c_t]) + b). The source is
`models/recipes/headlines/context_gru.py`.

Not as in the papers: the reader sees both directions and an annotation holds its token's embedding; the
context enters where a word is written, not the state (Luong et al. 2015); one table of embeddings serves
all; Adam with averaged weights. Sizes and data are much smaller.

Pieces of Chinese are single characters, which the authors of LCSTS found better than words; Latin
words and numbers are cut by a Unigram model (Kudo 2018), that of `{default}`. Headlines are found by beam search
with {beams} hypotheses and the length penalty {length_penalty} of Wu et al. (2016); no run of {no_repeat} pieces
occurs twice.

## Data

{data}

Only files `*.train` were learned from. Pairs whose title holds a number that the document does not,
stands {repeated} times or more in its set and so names a section, or holds a piece outside the vocabulary
are left out. An epoch draws {drawn:,} pairs.

## Training

| | |
|---|---|
| training | {training}, dropout {dropout} |
| loss | {loss:.2f} per piece in the last fifty steps |
| time | {seconds:,} s for {trained_steps:,} steps |
| hardware | 1 thread of a server CPU, no GPU |

## Results

F1 in percent with a 95 % bootstrap interval over documents, against the titles of the `*.dev`
files; at most {most} articles of a file, drawn at random. Tokens are words in lower case,
single characters of Chinese. "Beginning" is the first sentence of the document, cut to 18 tokens.
Headlines are those of beam search without what the library demands of them beyond the model. `{default}` was
measured on the same articles.

| set | articles | headline | ROUGE-1 | ROUGE-2 | ROUGE-L |
|---|---|---|---|---|---|
{results}

The paper reports 31.2, 19.5 and 29.4 on LCSTS, of other texts and with other tokens: not to be compared.

## Numbers in the files

Every matrix is int8 with one float32 scale per row, embeddings included (rows are gathered
as int8, then scaled); biases are float32; computation is float32. Between the distributions of the float32
graphs and those of the network in PyTorch the total variation distance is at most {exact:.0e}; the int8 graphs'
is {near:.3f} on the average over a headline, at the most. `reference.json` holds inputs and outputs written by
ONNX Runtime from these files.
"""


_DEFAULT = "headline-zh"
_AHEAD = "Of ROUGE-L it has more than that one on {more}, less on {less}."
_BEHIND = "That one copies, and has more ROUGE-L on every set below: use it to write headlines."
_MANIFEST = Path(__file__).parents[2] / _DEFAULT / "manifest.json"


def write(path: Path, facts: Facts, drawn: int) -> None:
    """Writes the card."""
    sizes = facts.sizes
    known = json.loads(_MANIFEST.read_text(encoding="utf-8"))["metrics"]
    measures = [measure.replace("rouge", "rouge_").lower() for measure in MEASURES]
    others = {name: [known[f"{name}_dev_{measure}"] for measure in measures] for name in facts.result}
    ahead = [name for name, found in facts.result.items() if found["int8"][MEASURES[-1]][0] > others[name][-1]]
    behind = [name for name in facts.result if name not in ahead]
    rows = []
    for name, values in others.items():
        figures = " | ".join(f"{100 * value:.1f}" for value in values)
        rows.append(f"| {name} | {facts.result[name]['articles']} | `{_DEFAULT}` | {figures} |")
    text = _TEXT.format(
        **shared(facts),
        half=sizes.hidden // 2,
        hidden=sizes.hidden,
        drawn=drawn,
        results="\n".join([results(facts), *rows]),
        default=_DEFAULT,
        verdict=_AHEAD.format(more=", ".join(ahead), less=", ".join(behind) or "none") if ahead else _BEHIND,
    )
    path.write_text(text, encoding="utf-8")
