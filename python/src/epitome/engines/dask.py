"""Data frames of Dask: partitions of pandas."""

from __future__ import annotations

from typing import Any

import dask.dataframe as dd
import pandas as pd

from . import COLUMNS, names
from .pandas import DTYPES
from .pandas import score_frame as score_pandas


def score_frame(frame: dd.DataFrame, *, prefix: str = "", **options: Any) -> dd.DataFrame:
    """The rows of a frame with their scores; options are those of
    :func:`epitome.engines.pandas.score_frame`.
    """
    added = names(prefix, list(frame.columns))
    columns = {name: pd.array([], dtype=DTYPES[kind]) for name, kind in zip(added, COLUMNS)}
    meta = frame._meta.assign(**columns)
    return frame.map_partitions(score_pandas, prefix=prefix, meta=meta, **options)
