"""Writes invented pairs: ``python pairs.py pairs.parquet [ROWS]``. Every hundredth is bad."""

from __future__ import annotations

import sys

import pyarrow as pa
import pyarrow.parquet as pq

PLACES = ["Holm", "Marrow Bay", "Ebersfeld", "Quill", "Lune"]


def row(n: int) -> dict[str, str | int | None]:
    """A pair; in every third the summary says another number."""
    place, metres = PLACES[n % len(PLACES)], 3 + n % 40
    said = metres + (n % 3 == 0)
    document = (
        f"The bridge at {place} was closed on Monday after the river rose by {metres} metres. "
        f"Police said that nobody was hurt. The road to {PLACES[(n + 1) % 5]} stays open."
    )
    summary = f"Bridge at {place} closed: the river rose by {said} metres"
    return {"id": n, "document": document, "summary": None if n % 100 == 99 else summary}


def main() -> None:
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    pq.write_table(pa.Table.from_pylist([row(n) for n in range(rows)]), sys.argv[1])


if __name__ == "__main__":
    main()
