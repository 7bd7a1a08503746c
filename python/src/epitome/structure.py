"""Paged documents: lines, blocks and sections."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from ._arguments import many, text, wrong
from ._models import check_model, opened
from ._module import call
from ._names import snake


class LayoutLine(NamedTuple):
    """A line with its place on a page."""

    text: str
    page: int
    left: float
    top: float
    width: float
    height: float
    block: int
    bold: bool


class LayoutBlock(NamedTuple):
    """A block of lines that follow one another."""

    page: int
    left: float
    top: float
    width: float
    height: float
    kind: int
    column: int
    first_line: int
    lines: int


class DocumentBlocks(NamedTuple):
    """The lines and blocks of a document, both in the order of reading."""

    lines: list[LayoutLine]
    blocks: list[LayoutBlock]
    #: The heights at which words, lines and blocks were cut apart, in ems.
    cuts: dict[str, float]
    #: The size of most of the text.
    em: float


class ClassifiedLine(NamedTuple):
    """A line and whether it starts a section."""

    text: str
    page: int
    left: float
    top: float
    width: float
    height: float
    block: int
    kind: int
    column: int
    probability: float
    starts: bool


class Section(NamedTuple):
    """A part of a document, such as a speech."""

    heading: str
    text: str
    page: int
    first_line: int
    lines: int


class DocumentStructure(NamedTuple):
    """A document as lines and sections."""

    lines: list[ClassifiedLine]
    sections: list[Section]


def _named(fields: dict[str, Any]) -> dict[str, Any]:
    return {snake(name): value for name, value in fields.items()}


class PageLayout:
    """A paged document, as a tool reads it."""

    def __init__(self, source: dict[str, Any]) -> None:
        self._source = source

    @classmethod
    def from_pdftohtml(cls, xml: str) -> PageLayout:
        """Of what ``pdftohtml -xml`` writes."""
        return cls({"pdftohtml": text("from_pdftohtml: xml", xml)})

    @classmethod
    def from_pdfjs(cls, pages: Sequence[dict[str, Any]]) -> PageLayout:
        """Of pages of pdf.js: width, height, items, styles and transform."""
        return cls({"pdfjs": many("from_pdfjs: pages", pages, "pages")})

    def blocks(self, *, kinds: int = 10, seed: int = 1, cuts: dict[str, float] | None = None) -> DocumentBlocks:
        """Its lines and blocks."""
        options = {"kinds": kinds, "seed": seed, "cuts": cuts}
        found = call("page_blocks", {"source": self._source, "options": options})
        return DocumentBlocks(
            [LayoutLine(**line) for line in found["lines"]],
            [LayoutBlock(**_named(block)) for block in found["blocks"]],
            found["cuts"],
            found["em"],
        )


class LineClassifier:
    """Tells which lines of a document start a section, such as a speech."""

    def __init__(self, *, model: str | os.PathLike[str] = "speech-lines-de") -> None:
        """:param model: a model of the package by name, or a folder, whose path has a slash."""
        self._model = check_model("LineClassifier", model, "segmentation")

    def classify(self, layout: PageLayout) -> DocumentStructure:
        """The lines and sections of a document."""
        if not isinstance(layout, PageLayout):
            raise wrong("classify: layout", "a PageLayout", layout)
        assert self._model is not None
        handle = opened(self._model, None)["handle"]
        found = call("classify_lines", {"handle": handle, "source": layout._source})
        lines = [ClassifiedLine(**line) for line in found["lines"]]
        sections = [Section(**_named(each)) for each in found["sections"]]
        return DocumentStructure(lines, sections)
