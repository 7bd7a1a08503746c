"""The tokenizer of a judge that reads texts apart: each stands between `<s>` and `</s>`."""

from pathlib import Path
from typing import NamedTuple

from tokenizers import Tokenizer, processors

from ...fit_teacher import Teacher
from ..bases import SPECIAL, unigram


class Base(NamedTuple):
    """A tokenizer, the numbers of its pieces in e5, and the ids around texts."""

    tokenizer: Tokenizer
    kept: list[int]
    begin: int
    end: int
    padding: int


def base_of(package: Path, vocabulary: Path) -> Base:
    """Unigram with case over the pieces of e5 that are kept."""
    teacher = Teacher(package)
    kept = [int(line) for line in vocabulary.read_text().split()]
    tokenizer = unigram([(teacher.pieces[number], float(teacher.scores[number])) for number in kept])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s>:0 $A:0 </s>:0 <s>:1 $B:1 </s>:1", special_tokens=[("<s>", 0), ("</s>", 2)],
    )  # fmt: skip
    return Base(tokenizer, kept, *(SPECIAL.index(token) for token in ("<s>", "</s>", "<pad>")))
