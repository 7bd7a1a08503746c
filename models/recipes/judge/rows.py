"""What a judge learns from and is measured on: a document, sentences of a summary, and which of their characters are unsupported."""

import random
from collections import defaultdict
from dataclasses import dataclass, replace

Span = tuple[int, int]


@dataclass(frozen=True)
class Row:
    """A pair."""

    document: str
    summary: str
    supported: float
    """1: the document says all of it; 0: not; or between them."""
    spans: tuple[Span, ...] | None
    """The characters that are unsupported; none where only `supported` is known."""
    rest_known: bool = True
    """Whether the characters outside the spans are known to be supported."""
    language: str = "en"
    source: str = ""
    manner: str = ""
    error: str = ""


def joined(rows: list[Row], most: int, rng: random.Random) -> list[Row]:
    """Summaries of two to `most` sentences of the same document, each sentence in one of them at most; rows that are left alone are dropped.

    Half of the summaries are of supported sentences alone as long as there are some; the others take the next ones at random.
    """
    of_document = defaultdict(list)
    for row in rows:
        of_document[row.document, row.language].append(row)
    made = []
    for group in of_document.values():
        group = group[:]
        rng.shuffle(group)
        while len(group) > 1:
            size = min(rng.randint(2, most), len(group))
            right = [row for row in group if row.supported == 1]
            parts = right[:size] if rng.random() < 0.5 and len(right) > 1 else group[:size]
            group = [row for row in group if row not in parts]
            made.append(_one(parts))
    return made


def _one(parts: list[Row]) -> Row:
    between = "" if parts[0].language == "zh" else " "
    text, spans, known = "", [], True
    for part in parts:
        at = len(text) + len(between) * bool(text)
        text += between * bool(text) + part.summary
        if part.spans is None:
            known = False
        else:
            spans += [(start + at, end + at) for start, end in part.spans]
    supported = min(part.supported for part in parts)
    rest = all(part.rest_known for part in parts) and known
    manner = parts[0].manner if len({part.manner for part in parts}) == 1 else "mixed"
    first = next((part for part in parts if part.supported < 1), parts[0])
    return replace(parts[0], summary=text, supported=supported, spans=tuple(spans) if known or spans else None, rest_known=rest, manner=manner, error=first.error)
