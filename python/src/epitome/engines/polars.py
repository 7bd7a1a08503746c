"""Data frames of Polars, eager and lazy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from . import COLUMNS, Options, names, scored

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The types of the new columns.
SCHEMA: dict[str, Any] = {
    "score": pl.Float64,
    "probability": pl.Float64,
    "matched": pl.Boolean,
    "verdict": pl.String,
    "language": pl.String,
    "error": pl.String,
}


def score_frame(frame: pl.DataFrame, **options: Unpack[Options]) -> pl.DataFrame:
    """The rows of a frame with their scores."""
    found = scored(frame.columns, lambda name: frame[name].to_list(), **options)
    return frame.with_columns(pl.Series(name, values, dtype=SCHEMA[kind]) for name, kind, values in found)


def score_lazy(frame: pl.LazyFrame, **options: Unpack[Options]) -> pl.LazyFrame:
    """The rows of a lazy frame with their scores, batch after batch where it is streamed."""
    schema = dict(frame.collect_schema())
    added = names(options.get("prefix", ""), list(schema))
    whole = {**schema, **{name: SCHEMA[kind] for name, kind in zip(added, COLUMNS)}}
    return frame.map_batches(partial(score_frame, **options), schema=whole, streamable=True)


def split_errors(frame: pl.DataFrame, *, prefix: str = "") -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows that were scored, and the side output: those that were not."""
    name = f"{prefix}error"
    return frame.filter(pl.col(name).is_null()).drop(name), frame.filter(pl.col(name).is_not_null())
