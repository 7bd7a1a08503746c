"""Data frames of Polars, eager and lazy."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import polars as pl

from ..matcher import Matcher
from . import COLUMNS, names, need, score_lists

#: The types of the new columns.
SCHEMA: dict[str, Any] = {
    "score": pl.Float64,
    "probability": pl.Float64,
    "matched": pl.Boolean,
    "verdict": pl.String,
    "language": pl.String,
    "error": pl.String,
}


def score_frame(
    frame: pl.DataFrame,
    *,
    language: str | None = "auto",
    model: str | os.PathLike[str] | None = None,
    document: str = "document",
    summary: str = "summary",
    prefix: str = "",
    threads: int = 1,
) -> pl.DataFrame:
    """The rows of a frame with their scores."""
    need(frame.columns, document, summary)
    added = names(prefix, frame.columns)
    found = score_lists(
        Matcher(language, model=model), frame[document].to_list(), frame[summary].to_list(), threads
    )
    return frame.with_columns(
        pl.Series(name, values, dtype=SCHEMA[kind]) for name, kind, values in zip(added, COLUMNS, found)
    )


def score_lazy(frame: pl.LazyFrame, *, prefix: str = "", **options: Any) -> pl.LazyFrame:
    """The rows of a lazy frame with their scores, batch after batch where it is streamed."""
    schema = dict(frame.collect_schema())
    added = names(prefix, list(schema))
    whole = {**schema, **{name: SCHEMA[kind] for name, kind in zip(added, COLUMNS)}}
    score = partial(score_frame, prefix=prefix, **options)
    return frame.map_batches(score, schema=whole, streamable=True)


def split_errors(frame: pl.DataFrame, *, prefix: str = "") -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows that were scored, and the side output: those that were not."""
    name = f"{prefix}error"
    return frame.filter(pl.col(name).is_null()).drop(name), frame.filter(pl.col(name).is_not_null())
