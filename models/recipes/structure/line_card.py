"""The card of `speech-lines-de`."""

from pathlib import Path

from . import shapes
from .line_cnn import SIZES, WINDOW, Shape
from .protocols import BORN_DIGITAL
from .speech_lines import KINDS, TRAINING

_TEXT = """# {name}

Tells which lines of a German parliamentary protocol start a speech, from the words of nine
lines and the types of their blocks (de Jonge 2018). {parameters:,} parameters, {bytes:,} bytes.

## Intended use and limits

- Stenographic reports of the Bundestag from the 14th electoral term on, as `pdftohtml -xml` or
  pdf.js give them. On a protocol that it was not trained on its F1 is {f1:.3f} on average.
- Scanned and older protocols: see the last table; titles stand in other fonts there, and names
  are misread.
- Other documents: lines that look like "Name (group):" are taken for starts. Headings of
  articles are not what it was trained to find.
- It reads at most {words} words, numbers and marks of a line: the first {head} and the last {tail}.

## Architecture

Words, with shapes for unknown ones (vocabulary of {vocabulary:,}) → embeddings of {embedding}
→ convolutions over {sizes} words, {filters} filters each → ReLU → maximum per line → maximum
over the {window} lines of the window, and the middle line's own → with the types of the
{window} lines' blocks ({kinds} types) → dense {dense} → logit.

Departures from the paper, and why:

- **the middle line's own filters** beside those of the window: after 1-max pooling the paper's
  network cannot tell in which of nine lines it saw a name and a colon;
- **filters end with their line**, so that a line's are computed once and not nine times;
- smaller embeddings (300 in the paper) and filters (100): it runs in a browser;
- **shapes** of unknown words, and {hidden:.0%} of the known ones hidden behind theirs in
  training: the speakers of another year have other names;
- **fonts** are told by their rank in the document and by boldness, because their numbers mean
  nothing in another document; the types' centres are part of the model;
- **run-in starts**: in training {run_in:.0%} of the starts are joined with the line after them, since
  some terms set the speech behind the colon in the same line (14145 and the older ones);
- Adam for Adadelta, {epochs} epochs, all lines, none weighted (the paper draws as many negatives
  as positives).

## Training data

Protocols of the Bundestag, official works; `<red>` of the annotated text marks a speech. A speech
is found among the lines by its first words; the recipe stops if too few are found.

| protocol | lines | speeches found | of |
|---|---|---|---|
{aligned}

Trained on {born}; the others are for evaluation only.

## Evaluation

Each row is a protocol that the classifier was not trained on: born-digital ones by a classifier
of the other five, older ones by the shipped int8 model. F1 at the threshold of {threshold:g}, F1 at the
protocol's own best threshold, average precision. Starts are not weighted, and {threshold:g} is what that
suggests, but it was preferred with these figures in sight: a threshold chosen on all lines of the
other five gives 0.775 on average, and 0 on 18014, because most starts get the same probability, the
greatest, which differs between classifiers (0.69 to 0.76), and the best threshold lies right below.
Run-in starts were added after a look at the mistakes on 14145: its row is no test of them.

| protocol | starts | F1 | best F1 | average precision |
|---|---|---|---|---|
{evaluation}

The paper reports an F1 of 0.805 at the best threshold for its full window, on random lines of
protocols that it was trained on, one positive to ten negatives. Here all lines count, one positive
to {ratio:.0f} negatives. docs/results/structure.md holds the paper's own experiments.

int8 against float32: logits differ by at most {difference:.2g} on random ids. Trained in
{seconds} s on one CPU thread.
"""


def write(
    path: Path, name: str, threshold: float, scores: dict, mean: dict, facts: dict, seconds: int, vocabulary: int, size: int,
    aligned: dict[str, tuple[int, int, int]],
) -> None:  # fmt: skip
    """Writes the card."""

    def row(protocol: str, values: dict) -> str:
        return f"| {protocol} | {values['starts']} | {values['f1']:.3f} | {values['best']:.3f} | {values['ap']:.3f} |"

    rows = [row(protocol, values) for protocol, values in scores.items()]
    rows.append(f"| mean of these | | {mean['f1']:.3f} | {mean['best']:.3f} | {mean['ap']:.3f} |")
    rows += [row(f"{protocol} (older)", values) for protocol, values in facts["older"].items()]
    shape = Shape(vocabulary, KINDS)
    lines = sum(aligned[protocol][0] for protocol in BORN_DIGITAL)
    starts = sum(aligned[protocol][1] for protocol in BORN_DIGITAL)
    path.write_text(
        _TEXT.format(
            name=name,
            parameters=facts["parameters"],
            bytes=size,
            threshold=threshold,
            f1=mean["f1"],
            vocabulary=vocabulary,
            embedding=shape.embedding,
            sizes=", ".join(map(str, SIZES)),
            filters=shape.filters,
            words=shapes.HEAD + shapes.TAIL,
            head=shapes.HEAD,
            tail=shapes.TAIL,
            window=WINDOW,
            kinds=KINDS,
            dense=shape.dense,
            hidden=TRAINING["hidden_words"],
            epochs=TRAINING["epochs"],
            run_in=TRAINING["run_in"],
            aligned="\n".join(f"| {p} | {n:,} | {found} | {of} |" for p, (n, found, of) in aligned.items()),
            born=", ".join(BORN_DIGITAL),
            evaluation="\n".join(rows),
            ratio=(lines - starts) / starts,
            difference=facts["int8 difference"],
            seconds=seconds,
        ),
        encoding="utf-8",
    )
