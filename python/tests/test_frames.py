"""Engines in this process: pandas, Polars, Arrow, DuckDB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from epitome import DataError

from conftest import Expected


def test_pandas(expected: Expected) -> None:
    pd = pytest.importorskip("pandas")
    from epitome.engines.pandas import score_frame, split_errors

    frame = pd.DataFrame(expected.rows).set_index("id", drop=False)
    scored = score_frame(frame.drop(columns="language"), prefix="e_")
    assert list(scored.index) == list(frame.index)
    expected.check(list(scored["id"]), list(scored["e_score"]), list(scored["e_error"]))
    good, bad = split_errors(scored, prefix="e_")
    assert set(bad["id"]) == expected.bad and len(good) + len(bad) == len(frame)
    with pytest.raises(DataError, match="language"):
        score_frame(frame)
    with pytest.raises(DataError, match="text"):
        score_frame(frame, document="text")


def test_pandas_takes_what_is_no_text() -> None:
    pd = pytest.importorskip("pandas")
    from epitome.engines.pandas import score_frame

    frame = pd.DataFrame({"document": ["A cat sleeps.", None, 3], "summary": ["A cat.", "a", pd.NA]})
    assert score_frame(frame)["error"].notna().tolist() == [False, True, True]
    assert score_frame(frame.iloc[:0]).empty


def test_polars(expected: Expected) -> None:
    pl = pytest.importorskip("polars")
    from epitome.engines.polars import score_frame, score_lazy, split_errors

    frame = pl.DataFrame(expected.rows).drop("language")
    scored = score_frame(frame)
    expected.check(scored["id"].to_list(), scored["score"].to_list(), scored["error"].to_list())
    good, bad = split_errors(scored)
    assert set(bad["id"]) == expected.bad and len(good) + len(bad) == len(frame)
    assert score_lazy(frame.lazy()).collect().equals(scored)


def test_arrow_and_parquet(expected: Expected, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    from epitome.engines.arrow import score_parquet, score_table

    table = pa.Table.from_pylist(expected.rows).drop_columns("language")
    scored = score_table(table)
    expected.check(*(scored[name].to_pylist() for name in ("id", "score", "error")))
    source, target = tmp_path / "pairs.parquet", tmp_path / "scored.parquet"
    pq.write_table(table, source)
    assert score_parquet(source, target, batch=7) == len(expected.rows)
    assert pq.read_table(target).equals(scored)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["pairs.parquet", "scored.parquet"]


def test_duckdb(expected: Expected, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    from epitome.engines.duckdb import register

    pairs = pa.Table.from_pylist([{**row, "part": n} for n in range(3) for row in expected.rows])
    connection = duckdb.connect()
    connection.register("pairs", pairs)
    register(connection)
    query = "SELECT id, found.score, found.error FROM (SELECT id, epitome(document, summary) AS found FROM pairs)"
    rows: list[tuple[Any, ...]] = connection.execute(query).fetchall()
    expected.check(*map(list, zip(*rows)), times=3)
    nulls = connection.execute("SELECT epitome(NULL, 'a').error IS NOT NULL").fetchall()
    assert nulls == [(True,)]
