"""Sentences of invented articles in two versions, each true in one of them and not in the other.

`worlds/README.md` says what they are and how they were written; `worlds/train.jsonl` may be trained on, `worlds/test.jsonl` may not. A line is an
article: `a` and `b`, its versions, and `true_in_a` and `true_in_b`, sentences.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "worlds"


class Sentence(NamedTuple):
    """A sentence, the version of its article that supports it, and the one that does not."""

    text: str
    supporting: str
    other: str


def sentences(split: str) -> Iterator[Sentence]:
    """Those of `train` or `test`, in order."""
    for line in (_FOLDER / f"{split}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for field, supporting, other in (("true_in_a", "a", "b"), ("true_in_b", "b", "a")):
            yield from (Sentence(text, row[supporting], row[other]) for text in row[field])
