"""Writes the 2,000 pairs that the other programs score: 500 a language, from the texts of the judge's recipe.

    python two_thousand.py PAIRS.jsonl

A third of the documents is the beginning of a text, a third a whole one, a third several one after another.
A line is {id, language, document, summary}; the same lines each time.
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path

TEXTS = Path(__file__).parent.parent.parent / "models" / "recipes" / "judge" / "texts"
LANGUAGES = ("en", "zh", "de", "fa")
#: Pairs of a language.
PAIRS = 500
#: Characters of a long document at least, and of a short one at most.
LONG, SHORT = 1200, 280


def texts(language: str) -> list[dict[str, object]]:
    """The texts of a language: {doc, sentences}."""
    files = sorted(TEXTS.glob(f"{language}.*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def documents(own: list[dict[str, object]], first: int) -> tuple[str, str, str]:
    """A short, a whole and a long document that begin with the text at ``first``."""
    whole = str(own[first]["doc"])
    following = itertools.islice(itertools.cycle(own), first, None)
    long = ""
    while len(long) < LONG:
        long += ("\n\n" if long else "") + str(next(following)["doc"])
    return whole[:SHORT], whole, long


def pairs(language: str) -> Iterator[dict[str, str]]:
    """The pairs of a language, in the order of the texts."""
    own = texts(language)
    for n in range(PAIRS):
        first, turn = n % len(own), n // len(own)
        sentences = own[first]["sentences"]
        assert isinstance(sentences, list)
        summary = sentences[(n + turn) % len(sentences)]["text"]
        document = documents(own, first)[n % 3]
        yield {"id": f"{language}-{n}", "language": language, "document": document, "summary": summary}


def main() -> None:
    lines = [json.dumps(pair, ensure_ascii=False) for language in LANGUAGES for pair in pairs(language)]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
