"""Sentences of invented articles in two versions, each supported by one of them and not by the other.

`versions/README.md` says what they are and how they were written. A file holds one kind (`KINDS`) and split: `train` may be trained on, `test` may not.
A line is an article: `a` and `b`, its versions, and `true_in_a` and `true_in_b`, sentences.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

KINDS = ("contrary", "unsaid", "linked")
_FOLDER = Path(__file__).parent / "versions"


class Sentence(NamedTuple):
    """A sentence, the version of its article that supports it, and the one that does not."""

    text: str
    supporting: str
    other: str


def file(kind: str, split: str) -> Path:
    """That of a kind, and of `train` or `test`."""
    return _FOLDER / f"{kind}.{split}.jsonl"


def sentences(kind: str, split: str) -> Iterator[Sentence]:
    """Those of a kind, and of `train` or `test`, in order."""
    for line in file(kind, split).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for field, supporting, other in (("true_in_a", "a", "b"), ("true_in_b", "b", "a")):
            yield from (Sentence(text, row[supporting], row[other]) for text in row[field])
