"""A function of SQL in DuckDB.

>>> connection = duckdb.connect()
>>> register(connection, language="en")
>>> connection.sql("SELECT id, unnest(epitome(document, summary)) FROM 'pairs.parquet'")
"""

from __future__ import annotations

import os

import duckdb
import pyarrow as pa

from ..matcher import Matcher
from . import COLUMNS, score_lists
from .arrow import TYPES

#: What the function gives, as SQL says it.
TYPE = "STRUCT(score DOUBLE, probability DOUBLE, matched BOOLEAN, verdict VARCHAR, language VARCHAR, error VARCHAR)"


def register(
    connection: duckdb.DuckDBPyConnection,
    name: str = "epitome",
    *,
    language: str | None = "auto",
    model: str | os.PathLike[str] | None = None,
) -> None:
    """Makes ``name(document, summary)``, a struct, known to a connection. It takes vectors through
    Arrow; a null text is an error in its row.

    A thread takes 122,880 rows at a time. ``SET preserve_insertion_order = false`` lets threads also
    take the tables of a union at once; rows then come in any order, so that they need a key.
    """
    matcher = Matcher(language, model=model)

    def score(documents: pa.ChunkedArray, summaries: pa.ChunkedArray) -> pa.Array:
        found = score_lists(matcher, documents.to_pylist(), summaries.to_pylist())
        columns = [pa.array(values, TYPES[kind]) for kind, values in zip(COLUMNS, found)]
        return pa.StructArray.from_arrays(columns, names=list(COLUMNS))

    text = duckdb.sqltype("VARCHAR")
    connection.create_function(name, score, [text, text], duckdb.sqltype(TYPE), type="arrow", null_handling="special")
