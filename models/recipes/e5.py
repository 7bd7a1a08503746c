"""multilingual-e5-small as a start of the cross-encoders: its first layers, its embeddings and its pieces (`fit_teacher.py`).

Texts of a language that is judged are cut into the pieces that the `fit` matcher of the language has, as they are where the cross-encoder
has no pieces of its own; English ones, which teach what entailment is, into all of e5's. What is trained has all pieces (`Whole`), what is shipped
those of one language (`Part`): `[PAD]`, `[UNK]`, the pieces, buckets for unknown tokens, which share e5's embedding of those, `[CLS]`, `[SEP]`.
"""

from collections.abc import Callable
from pathlib import Path

import torch

from .fit_teacher import Teacher
from .fit_vocabulary import BUCKETS, Unigram
from .text import SPECIAL, for_words

LAYERS = 9
"""Of e5's twelve."""
_NAMES = {
    "query": "q", "key": "k", "value": "v", "output": "ao", "attended": "aln", "first": "fi", "second": "fo", "fed": "oln",
}  # fmt: skip
"""What the package calls the parts of a layer."""


class _E5:
    """Its weights, with the embeddings of some of its rows."""

    layers = LAYERS

    def __init__(self, teacher: Teacher, rows: list[int]):
        self.teacher, self.rows = teacher, rows
        self.embeddings = teacher.tensors["emb.word"].view(-1, teacher.width)[torch.tensor(rows)]

    def part(self, name: str) -> torch.Tensor:
        """A tensor by what `CrossEncoder` calls it."""
        tensors, width = self.teacher.tensors, self.teacher.width
        if name in ("places", "segments"):
            return tensors[{"places": "emb.pos", "segments": "emb.type"}[name]].view(-1, width)
        *path, kind = name.split(".")
        stored = "emb.ln" if path == ["embedded"] else f"l{path[1]}.{_NAMES[path[2]]}"
        values = tensors[f"{stored}.{kind[0]}"]
        return values if kind == "bias" or "ln" in stored else values.view(-1, self.teacher.inner if stored.endswith("fo") else width)


class Whole(_E5):
    """With all pieces."""

    begin, end = 2, 3

    def __init__(self, teacher: Teacher):
        first = [teacher.padding, teacher.unknown, teacher.begin, teacher.end]
        super().__init__(teacher, first + sorted(set(range(len(teacher.pieces))) - {*first}))
        self._ids = {row: number for number, row in enumerate(self.rows)}

    def ids(self, text: str, fold: Callable[[str], str] = for_words) -> list[int]:
        """The ids of a folded text in all pieces, without those around it."""
        return [self._ids[row] for row in self.teacher.tokenizer.encode(fold(text)).ids]

    def ids_of(self, text: str, part: "Part") -> list[int]:
        """Those of a text in the pieces of a language."""
        return [self._ids[part.rows[number]] for number in part.ids(text)]


class Part(_E5):
    """With the pieces of a vocabulary, of texts that are folded as its."""

    def __init__(self, teacher: Teacher, vocabulary: Path, fold: Callable[[str], str] = for_words):
        self.vocabulary, self._own = vocabulary, Unigram(vocabulary, fold)
        own = [line.split("\t")[0] for line in vocabulary.read_text(encoding="utf-8").removesuffix("\n").split("\n")][len(SPECIAL) :]
        numbers = {piece: number for number, piece in enumerate(teacher.pieces)}
        taken = [numbers[piece] for piece in own]
        super().__init__(teacher, [teacher.padding, teacher.unknown, *taken, *[teacher.unknown] * BUCKETS, teacher.begin, teacher.end])
        self.begin, self.end = len(self.rows) - 2, len(self.rows) - 1

    def ids(self, text: str) -> list[int]:
        """The ids of a text, without those around it."""
        return self._own.encode_all([text], len(text) + 1)[0]
