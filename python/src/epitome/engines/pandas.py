"""Data frames of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from . import Options, scored

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The types of the new columns; each has a null.
DTYPES: dict[str, Any] = {
    "score": "float64",
    "probability": "float64",
    "matched": "boolean",
    "verdict": "string",
    "language": "string",
    "error": "string",
}


def score_frame(frame: pd.DataFrame, **options: Unpack[Options]) -> pd.DataFrame:
    """The rows of a frame with their scores; the frame itself stays as it is."""
    found = scored(list(frame.columns), lambda name: frame[name].tolist(), **options)
    return frame.assign(**{name: pd.array(values, dtype=DTYPES[kind]) for name, kind, values in found})


def split_errors(frame: pd.DataFrame, *, prefix: str = "") -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows that were scored, and the side output: those that were not."""
    bad = frame[f"{prefix}error"].notna()
    return frame[~bad].drop(columns=f"{prefix}error"), frame[bad]
