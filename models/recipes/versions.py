"""Sentences of invented texts in two versions (`versions/`), of which one supports a sentence and the other does not.

Each language has its kinds: in English `contrary`, where things went another way, `unsaid`, where the other version leaves something open, and
`linked`, where it links the same words otherwise; in the others `short`, all three in texts of one to five sentences, and `clauses`, likewise with
sentences of three lengths, up to three clauses that put several facts together. Each split: `train` may be trained on,
`test` may not. Of `nearly`, as `clauses`, but nearly all that a sentence says is true with both versions, there is `train` alone. Every language has
`retold` besides, sentences that are nearly copies of one version, with a `dev` split, too, and in English without `train`. A line is a text: `a` and `b`, its versions, and `true_in_a` and `true_in_b`, sentences.
Chinese has `graded` too, two excerpts `a` and `b` of an article and `titles`, each with its level as a summary of either.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .languages import CHINESE, ENGLISH, GERMAN, PERSIAN, Language

KINDS = {
    CHINESE.code: ("short", "clauses"),
    ENGLISH.code: ("contrary", "unsaid", "linked"),
    PERSIAN.code: ("short", "clauses"),
    GERMAN.code: ("short", "clauses"),
}
"""Those of a language that the larger matchers learn from, too, and are tested with."""
RETOLD = "retold"
"""That of sentences which are nearly copies."""
GRADED = "graded"
"""That of titles with levels."""
_FOLDER = Path(__file__).parent / "versions"


class Sentence(NamedTuple):
    """A sentence, the version of its text that supports it, and the one that does not."""

    text: str
    supporting: str
    other: str


class Title(NamedTuple):
    """A title, an excerpt, and the level, 1 to 5, that it has as a summary of that."""

    text: str
    excerpt: str
    level: int


def file(language: Language, kind: str, split: str) -> Path:
    """That of a kind of a language, and of `train`, `dev` or `test`."""
    return _FOLDER / language.code / f"{kind}.{split}.jsonl"


def sentences(language: Language, kind: str, split: str) -> Iterator[Sentence]:
    """Those of a kind of a language, and of `train`, `dev` or `test`, in order."""
    for line in file(language, kind, split).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for field, supporting, other in (("true_in_a", "a", "b"), ("true_in_b", "b", "a")):
            yield from (Sentence(text, row[supporting], row[other]) for text in row[field])


def titles(language: Language, split: str) -> Iterator[Title]:
    """The graded ones of a language, and of `train` or `test`, in order."""
    for line in file(language, GRADED, split).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for title in row["titles"]:
            yield from (Title(title["title"], row[excerpt], title[f"level_{excerpt}"]) for excerpt in ("a", "b"))
