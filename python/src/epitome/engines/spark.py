"""Data frames of Spark: ``mapInPandas`` opens the models once in each Python worker."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import Any

import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import types as t
from pyspark.sql.functions import pandas_udf

from ..matcher import Matcher
from . import COLUMNS, names, need, score_lists
from .pandas import score_frame as score_pandas

#: The types of the new columns.
TYPES: dict[str, Any] = {
    "score": t.DoubleType(),
    "probability": t.DoubleType(),
    "matched": t.BooleanType(),
    "verdict": t.StringType(),
    "language": t.StringType(),
    "error": t.StringType(),
}


def score_frame(
    frame: DataFrame,
    *,
    language: str | None = "auto",
    model: str | os.PathLike[str] | None = None,
    document: str = "document",
    summary: str = "summary",
    prefix: str = "",
) -> DataFrame:
    """The rows of a frame with their scores. The package must be installed on the workers.

    Spark hands on batches of ``spark.sql.execution.arrow.maxRecordsPerBatch`` rows, 10,000 unless
    it is set: 2,000 keep a worker's memory small. A task that fails is run again by Spark; a
    bad row fails none.
    """
    need(frame.columns, document, summary)
    added = names(prefix, frame.columns)
    fields = [t.StructField(name, TYPES[kind]) for name, kind in zip(added, COLUMNS)]
    options = {
        "language": language,
        "model": None if model is None else os.fspath(model),
        "document": document,
        "summary": summary,
        "prefix": prefix,
    }
    return frame.mapInPandas(partial(_score, options=options), t.StructType([*frame.schema.fields, *fields]))


def _score(frames: Iterator[pd.DataFrame], options: dict[str, Any]) -> Iterator[pd.DataFrame]:
    for frame in frames:
        yield score_pandas(frame, **options)


def score_udf(*, language: str | None = "auto", model: str | os.PathLike[str] | None = None) -> Any:
    """A function of two columns that gives a struct, for expressions and SQL:
    ``spark.udf.register("epitome", score_udf(language="en"))``.
    """
    matcher = Matcher(language, model=model)

    def score(documents: pd.Series, summaries: pd.Series) -> pd.DataFrame:
        found = score_lists(matcher, documents.tolist(), summaries.tolist())
        return pd.DataFrame(dict(zip(COLUMNS, found)))

    return pandas_udf(score, t.StructType([t.StructField(name, TYPES[name]) for name in COLUMNS]))
