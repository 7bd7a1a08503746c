"""What the judge learns from: its own texts, each document and sentence as pieces, and which of a sentence's pieces are wrong."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tokenizers import Tokenizer

from .rows import Row, Span
from .two_versions import held_out, of_texts

LANGUAGES = ("en", "zh", "de", "fa")
PARTS = "abcde"
"""Those of the own texts."""
MOST = 510, 94
"""Pieces of a document and of a sentence that are read."""


def own(parts: str = PARTS, kept: bool = False) -> Iterator[Row]:
    """The rows of parts of the judge's own texts, of those `kept` for the calibration or of the others."""
    return (row for name, row in of_texts(parts) if held_out(name) == kept)


@dataclass(frozen=True)
class Lesson:
    """A document and a sentence by their places among the texts."""

    document: int
    sentence: int
    language: str
    wrong: tuple[bool, ...]
    """Of each piece of the sentence."""
    unsupported: bool


@dataclass
class Texts:
    """Texts as pieces, each once."""

    tokenizer: Tokenizer
    most: int
    ids: list[list[int]] = field(default_factory=list)
    offsets: list[list[Span]] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)

    def place(self, text: str) -> int:
        """That of a text."""
        if text not in self._known:
            found = self.tokenizer.encode(text, add_special_tokens=False)
            self._known[text] = len(self.ids)
            self.ids.append(found.ids[: self.most])
            self.offsets.append(found.offsets[: self.most])
        return self._known[text]


def lessons(rows: Iterator[Row], documents: Texts, sentences: Texts) -> list[Lesson]:
    """Those of rows; their texts are added."""
    made = []
    for row in rows:
        sentence = sentences.place(row.summary)
        spans = row.spans or ()
        wrong = tuple(any(start < last and first < end for start, end in spans) for first, last in sentences.offsets[sentence])
        made.append(Lesson(documents.place(row.document), sentence, row.language, wrong, row.supported < 1))
    return made


def by_document(found: list[Lesson]) -> dict[int, list[Lesson]]:
    """Lessons of each document."""
    groups = defaultdict(list)
    for lesson in found:
        groups[lesson.document].append(lesson)
    return groups
