"""The LCSTS corpus in its own text format: `PART_I.txt`, `PART_II.txt` and `PART_III.txt`.

A file is a sequence of

    <doc id=0>
        <human_label>5</human_label>
        <summary>
            ...
        </summary>
        <short_text>
            ...
        </short_text>
    </doc>

with `<human_label>`, the level 1 to 5, in parts II and III only. Texts are not escaped and
may hold any character, so this is no XML: a tag counts only where it stands on a line of its
own (or, for `<human_label>`, around one digit). Paper A, section 3, leaves out titles under 5
and documents under 10 characters; `labelled` does so too. Cost: one pass over the file, one
record in memory.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LEAST_SUMMARY = 5
LEAST_DOCUMENT = 10
"""Characters; paper A, section 3."""

_DOC = re.compile(r"<doc id=\"?(\d+)\"?>")
_LABEL = re.compile(r"<human_label>\s*(\d)\s*</human_label>")
_OPEN = re.compile(r"<(summary|short_text)>")


class Record(NamedTuple):
    """One pair; `level` is None in part I."""

    id: int
    level: int | None
    summary: str
    document: str


class LcstsError(ValueError):
    """A file is not in the format; the message names the file and the line, counted from 1."""


def read(path: Path) -> Iterator[Record]:
    """The records of a file, in its order."""
    with open(path, encoding="utf-8-sig") as file:
        yield from _records(file, path.name)


def _records(lines, name: str) -> Iterator[Record]:
    def fail(number: int, what: str) -> LcstsError:
        return LcstsError(f"{name}, line {number}: {what}")

    identifier, level, texts, inside, number = None, None, {}, None, 0
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if inside is not None:
            if text == f"</{inside}>":
                inside = None
            elif text:
                texts[inside].append(text)
        elif not text:
            continue
        elif found := _DOC.fullmatch(text):
            if identifier is not None:
                raise fail(number, f"<doc id={found[1]}> inside document {identifier}")
            identifier, level, texts = int(found[1]), None, {}
        elif identifier is None:
            raise fail(number, f"expected <doc id=...>, found {text[:40]!r}")
        elif found := _LABEL.fullmatch(text):
            level = int(found[1])
            if not 1 <= level <= 5:
                raise fail(number, f"human_label is {level}; it must be 1 to 5")
        elif found := _OPEN.fullmatch(text):
            inside = found[1]
            if inside in texts:
                raise fail(number, f"document {identifier} has a second <{inside}>")
            texts[inside] = []
        elif text == "</doc>":
            missing = {"summary", "short_text"} - set(texts)
            if missing:
                raise fail(number, f"document {identifier} lacks <{sorted(missing)[0]}>")
            yield Record(identifier, level, "\n".join(texts["summary"]), "\n".join(texts["short_text"]))
            identifier = None
        else:
            raise fail(number, f"unknown line in document {identifier}: {text[:40]!r}")
    if identifier is not None:
        raise fail(number, f"the file ends inside document {identifier}")


def labelled(path: Path) -> list[Record]:
    """The records with a level whose texts are long enough for the paper."""
    return [
        record
        for record in read(path)
        if record.level is not None and len(record.summary) >= LEAST_SUMMARY and len(record.document) >= LEAST_DOCUMENT
    ]
