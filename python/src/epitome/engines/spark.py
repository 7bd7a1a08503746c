"""Data frames of Spark: ``mapInPandas``, SQL and ``predict_batch_udf``; models are opened once in each
Python worker.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from pyspark.sql import DataFrame
from pyspark.sql import types as t
from pyspark.sql.functions import pandas_udf

from ..matcher import Matcher
from . import COLUMNS, Options, names, need, score_lists
from .pandas import score_frame as score_pandas

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The types of the new columns.
TYPES: dict[str, Any] = {
    "score": t.DoubleType(),
    "probability": t.DoubleType(),
    "matched": t.BooleanType(),
    "verdict": t.StringType(),
    "language": t.StringType(),
    "error": t.StringType(),
}
#: What :func:`score_udf` gives for a row.
RETURN_TYPE = t.StructType([t.StructField(name, TYPES[name]) for name in COLUMNS])
#: What :func:`make_predict_fn` gives: ``predict_batch_udf`` knows no booleans, so that ``matched`` is left out.
PREDICT_TYPE = t.StructType([t.StructField(name, TYPES[name]) for name in COLUMNS if name != "matched"])


def score_frame(frame: DataFrame, **options: Unpack[Options]) -> DataFrame:
    """The rows of a frame with their scores. The package must be installed on the workers.

    Spark hands on batches of ``spark.sql.execution.arrow.maxRecordsPerBatch`` rows, 10,000 unless
    it is set: 2,000 keep a worker's memory small. A task that fails is run again by Spark; a
    bad row fails none.
    """
    need(frame.columns, options.get("document", "document"), options.get("summary", "summary"))
    added = names(options.get("prefix", ""), frame.columns)
    fields = [t.StructField(name, TYPES[kind]) for name, kind in zip(added, COLUMNS)]
    if (model := options.get("model")) is not None:
        options["model"] = os.fspath(model)
    return frame.mapInPandas(partial(_score, options=options), t.StructType([*frame.schema.fields, *fields]))


def _score(frames: Iterator[pd.DataFrame], options: Options) -> Iterator[pd.DataFrame]:
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

    return pandas_udf(score, RETURN_TYPE)


def make_predict_fn(*, language: str | None = "auto", model: str | os.PathLike[str] | None = None) -> Any:
    """What ``pyspark.ml.functions.predict_batch_udf`` takes: it makes a function of two columns.

    >>> score = predict_batch_udf(make_predict_fn(language="en"), return_type=PREDICT_TYPE, batch_size=1000)
    >>> frame.select("id", score("document", "summary").alias("found"))
    """
    matcher = Matcher(language, model=model)

    def make() -> Any:
        def predict(documents: np.ndarray, summaries: np.ndarray) -> dict[str, np.ndarray]:
            found = score_lists(matcher, documents.tolist(), summaries.tolist())
            columns = dict(zip(COLUMNS, found))
            return {name: np.array(columns[name], dtype=object) for name in PREDICT_TYPE.names}

        return predict

    return make
