"""Data frames of pandas."""

from __future__ import annotations

import os

import pandas as pd

from ..matcher import Matcher
from . import COLUMNS, names, need, score_lists

#: The types of the new columns; each has a null.
DTYPES = {
    "score": "float64",
    "probability": "float64",
    "matched": "boolean",
    "verdict": "string",
    "language": "string",
    "error": "string",
}


def score_frame(
    frame: pd.DataFrame,
    *,
    language: str | None = "auto",
    model: str | os.PathLike[str] | None = None,
    document: str = "document",
    summary: str = "summary",
    prefix: str = "",
    threads: int = 1,
) -> pd.DataFrame:
    """The rows of a frame with their scores; the frame itself stays as it is."""
    need(list(frame.columns), document, summary)
    added = names(prefix, list(frame.columns))
    found = score_lists(
        Matcher(language, model=model), frame[document].tolist(), frame[summary].tolist(), threads
    )
    columns = {
        name: pd.array(values, dtype=DTYPES[kind]) for name, kind, values in zip(added, COLUMNS, found)
    }
    return frame.assign(**columns)


def split_errors(frame: pd.DataFrame, *, prefix: str = "") -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows that were scored, and the side output: those that were not."""
    bad = frame[f"{prefix}error"].notna()
    return frame[~bad].drop(columns=f"{prefix}error"), frame[bad]
