"""Tables and batches of Arrow, and Parquet files batch after batch."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from . import COLUMNS, Options, names, scored

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The new columns.
TYPES = {
    "score": pa.float64(),
    "probability": pa.float64(),
    "matched": pa.bool_(),
    "verdict": pa.string(),
    "language": pa.string(),
    "error": pa.string(),
}

Rows = TypeVar("Rows", pa.Table, pa.RecordBatch)


def schema(given: pa.Schema, prefix: str = "") -> pa.Schema:
    """The schema of what :func:`score_table` gives."""
    for name, kind in zip(names(prefix, given.names), COLUMNS):
        given = given.append(pa.field(name, TYPES[kind]))
    return given


def score_table(rows: Rows, **options: Unpack[Options]) -> Rows:
    """The rows of a table or batch with their scores."""
    whole = schema(rows.schema, options.get("prefix", ""))
    found = scored(rows.schema.names, lambda name: rows[name].to_pylist(), **options)
    added: list[Any] = [pa.array(values, TYPES[kind]) for _, kind, values in found]
    made: Rows = type(rows).from_arrays([*rows.columns, *added], schema=whole)
    return made


def score_parquet(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    *,
    batch: int = 4096,
    **options: Unpack[Options],
) -> int:
    """Scores a Parquet file in bounded memory; gives how many rows it has.

    The target appears when it is whole, so that a run is resumed by leaving out the files that are
    there.
    """
    rows = 0
    part = f"{os.fspath(target)}.part"
    with pq.ParquetFile(source) as file:
        whole = schema(file.schema_arrow, options.get("prefix", ""))
        with pq.ParquetWriter(part, whole) as writer:
            for some in file.iter_batches(batch):
                writer.write_batch(score_table(some, **options))
                rows += some.num_rows
    os.replace(part, target)
    return rows
