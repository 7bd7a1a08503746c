"""What a model that writes headlines learns before it sees a title: pseudo-summaries (paper E).

The library builds them (`pretraining_data.build`) from stretches of the training documents, of which
the network reads about everything. The mask is no piece of the vocabulary: like other unknown pieces
it could be copied, but no target holds it, so that writing it is never learned.
"""

import random
from dataclasses import dataclass
from pathlib import Path

import regex

from .. import corpora
from ..pretraining import data as pretraining_data
from .pairs import SOURCES, Example
from .pieces import Pieces

_END = regex.compile(r"[.!?؟]\s+|[。！？]\s*|\n+")


@dataclass(frozen=True)
class Pretraining:
    """What a language learns before its titles."""

    objectives: tuple[str, ...]
    """Each makes its own pseudo-summaries of all stretches."""
    epochs: int
    stretches: int
    """Most stretches of a document, from its beginning."""
    most: int
    """Most stretches of all, drawn at random."""
    sets: tuple[str, ...] = ()
    """Whose documents are read besides those whose titles are learned."""
    length: int = pretraining_data.READ
    """Characters of a stretch: about as many as the network reads."""


def depends(language: str) -> dict:
    """What pseudo-summaries depend on besides the pieces, the settings and the seed."""
    return {
        "sources": SOURCES[language],
        "read": pretraining_data.READ,
        "shortest": pretraining_data.SHORTEST,
        "longest": pretraining_data.LONGEST,
        "documents": pretraining_data.CORPORA[language].documents,
        "words": pretraining_data.WORDS,
        "vectors": pretraining_data.VECTORS,
    }


def stretches(document: str, most: int, length: int) -> list[str]:
    """The first stretches of a document, each of whole sentences and at most `length` characters.

    Of a longer sentence it is the beginning.
    """
    ends = [found.end() for found in _END.finditer(document)] + [len(document)]
    made, start, last = [], 0, 0
    for end in ends:
        if end - start > length and last > start:
            made.append(document[start:last][:length].strip())
            start = last
        if len(made) == most:
            return made
        last = end
    return [*made, document[start : start + length].strip()]


def texts(data: Path, language: str, settings: Pretraining, seed: int) -> list[str]:
    """What pseudo-summaries are built from."""
    found = []
    for name in (*SOURCES[language], *settings.sets):
        for article in corpora.titles(data, name, "train"):
            found += stretches(article.document, settings.stretches, settings.length)
    found = [text for text in found if text]
    return found if len(found) <= settings.most else random.Random(seed).sample(found, settings.most)


def examples(data: Path, language: str, pieces: Pieces, places: int, settings: Pretraining, seed: int) -> list[Example]:
    """Pseudo-summaries as ids; how many there are of how many stretches is printed for the card.

    The word vectors that choose sentences are those of the pre-training experiments: of the beginnings of
    the training documents of `pretraining_data.CORPORA`, not of all stretches.
    """
    if any(pretraining_data.MASK in surface for surface in pieces.surfaces):
        raise ValueError("the mask is a piece of the vocabulary")
    chosen = texts(data, language, settings, seed)
    vectors = pretraining_data.word_vectors(data, language, seed)
    made = []
    for objective in settings.objectives:
        rows, _ = pretraining_data.build(chosen, language, objective, vectors, seed)
        found = [pretraining_data.pseudo_example(pieces, row, places) for row in rows]
        made += [example for example in found if example is not None]
    total = len(chosen) * len(settings.objectives)
    print(f"  pseudo_summaries: {len(made)} of {total} pairs", flush=True)
    return made
