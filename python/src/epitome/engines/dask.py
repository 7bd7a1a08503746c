"""Data frames of Dask: partitions of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dask.dataframe as dd
import pandas as pd

from . import COLUMNS, Options, names
from .pandas import DTYPES
from .pandas import score_frame as score_pandas

if TYPE_CHECKING:
    from typing_extensions import Unpack


def score_frame(frame: dd.DataFrame, **options: Unpack[Options]) -> dd.DataFrame:
    """The rows of a frame with their scores."""
    added = names(options.get("prefix", ""), list(frame.columns))
    columns = {name: pd.array([], dtype=DTYPES[kind]) for name, kind in zip(added, COLUMNS)}
    return frame.map_partitions(score_pandas, meta=frame._meta.assign(**columns), **options)
