"""multilingual-e5-small as a start of the cross-encoder: its first layers, its embeddings and its pieces (`fit_teacher.py`).

Texts of the language that is judged are cut into the pieces that the `fit` matcher of the language has, so that what is learned
knows no others; English ones, which teach what entailment is, into all of e5's. Our ids: `[PAD]`, `[UNK]`, the matcher's pieces, its
buckets for unknown tokens, which share e5's embedding of those, `[CLS]`, `[SEP]`, and then the pieces of e5 that only English texts have.
"""

from pathlib import Path

import torch

from .fit_teacher import Teacher
from .fit_vocabulary import BUCKETS, Unigram
from .text import SPECIAL, for_words

LAYERS = 6
"""Of e5's twelve."""
_NAMES = {
    "query": "q", "key": "k", "value": "v", "output": "ao", "attended": "aln", "first": "fi", "second": "fo", "fed": "oln",
}  # fmt: skip
"""What the package calls the parts of a layer."""


class E5:
    """Its weights, and texts as ids."""

    layers = LAYERS

    def __init__(self, teacher: Path, vocabulary: Path):
        self._teacher, self._own = Teacher(teacher), Unigram(vocabulary)
        own = [line.split("\t")[0] for line in vocabulary.read_text(encoding="utf-8").removesuffix("\n").split("\n")][len(SPECIAL) :]
        numbers = {piece: number for number, piece in enumerate(self._teacher.pieces)}
        taken = [numbers[piece] for piece in own]
        others = sorted(set(range(len(self._teacher.pieces))) - {*taken})
        around = [self._teacher.begin, self._teacher.end]
        unknown = self._teacher.unknown
        rows = [self._teacher.padding, unknown, *taken, *[unknown] * BUCKETS, *around]
        self.shipped = len(rows)
        self.begin, self.end = self.shipped - 2, self.shipped - 1
        rows += others
        self._ids = {row: number for number, row in reversed([*enumerate(rows)])}
        self.embeddings = self._teacher.tensors["emb.word"].view(-1, self._teacher.width)[torch.tensor(rows)]

    def part(self, name: str) -> torch.Tensor:
        """A tensor by what `CrossEncoder` calls it."""
        tensors, width = self._teacher.tensors, self._teacher.width
        if name in ("places", "segments"):
            return tensors[{"places": "emb.pos", "segments": "emb.type"}[name]].view(-1, width)
        *path, kind = name.split(".")
        stored = "emb.ln" if path == ["embedded"] else f"l{path[1]}.{_NAMES[path[2]]}"
        values = tensors[f"{stored}.{kind[0]}"]
        return values if kind == "bias" or "ln" in stored else values.view(-1, self._teacher.inner if stored.endswith("fo") else width)

    def ids(self, text: str) -> list[int]:
        """The ids of a text of the language, without those around it."""
        return self._own.encode_all([text], len(text) + 1)[0]

    def english(self, text: str) -> list[int]:
        """Those of an English text."""
        return [self._ids[row] for row in self._teacher.tokenizer.encode(for_words(text)).ids]
