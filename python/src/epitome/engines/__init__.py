"""Scoring in the engines that hold large corpora.

Each module fits one engine: ``pandas``, ``polars``, ``arrow``, ``duckdb``, ``spark``, ``ray``, ``dask``
and ``datasets``. None of them is imported before it is asked for. They all

- give exactly one row for each row, in its order, with the columns :data:`COLUMNS` added;
- say in the column ``error`` what is wrong with a bad row, whose other new columns are then null:
  the rows with an error, and their keys, are the side output;
- open a model once in each thread of a worker, and compile the module once on each machine;
- judge a batch sorted by length, rows of one document together, and give it back in its order.

:class:`Options` says what all of them take.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from .._columns import SCALARS
from ..errors import DataError
from ..matcher import Matcher

#: The columns that scoring adds, in this order.
COLUMNS = (*SCALARS, "error")
#: What they hold, by their names in Python.
TYPES: dict[str, type] = {
    "score": float,
    "probability": float,
    "matched": bool,
    "verdict": str,
    "language": str,
    "error": str,
}


class Options(TypedDict, total=False):
    """Named arguments that every engine takes."""

    #: en, zh, de, fa or ``"auto"`` (default): guessed from each document.
    language: str | None
    #: A model of the package by name, or a folder, whose path has a slash. Default: by the language.
    model: str | os.PathLike[str] | None
    #: The column of the documents. Default: document.
    document: str
    #: The column of the summaries. Default: summary.
    summary: str
    #: What is put before the names of the new columns. Default: nothing.
    prefix: str
    #: How many threads compute in this process. Default: 1.
    threads: int


def names(prefix: str, present: Sequence[str]) -> list[str]:
    """The names of the new columns. Raises a DataError if one of them is taken."""
    found = [prefix + name for name in COLUMNS]
    taken = sorted(set(found) & set(present))
    if taken:
        raise DataError(f"the columns {', '.join(taken)} are there already: give another prefix", "invalid-argument")
    return found


def need(columns: Sequence[str], *wanted: str) -> None:
    """Raises a DataError if a column is missing."""
    for name in wanted:
        if name not in columns:
            raise DataError(
                f"there is no column {name!r}; there are {', '.join(map(str, columns))}", "invalid-argument"
            )


def score_lists(
    matcher: Matcher, documents: Sequence[Any], summaries: Sequence[Any], threads: int = 1
) -> list[list[Any]]:
    """The new columns of texts, in the order of :data:`COLUMNS`."""
    found = matcher.match_columns(documents, summaries, threads=threads)
    return [found[name] for name in COLUMNS]


def scored(
    present: Sequence[str],
    texts: Callable[[str], Sequence[Any]],
    *,
    language: str | None = "auto",
    model: str | os.PathLike[str] | None = None,
    document: str = "document",
    summary: str = "summary",
    prefix: str = "",
    threads: int = 1,
) -> list[tuple[str, str, list[Any]]]:
    """The new columns of a frame: the name, what it is of :data:`COLUMNS`, and the values.

    :param present: the names of the frame's columns.
    :param texts: gives a column by its name.
    """
    need(present, document, summary)
    added = names(prefix, present)
    found = score_lists(Matcher(language, model=model), texts(document), texts(summary), threads)
    return list(zip(added, COLUMNS, found))
