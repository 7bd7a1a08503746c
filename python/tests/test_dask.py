"""Dask: partitions in two processes."""

from __future__ import annotations

import pytest

from conftest import Expected

dask = pytest.importorskip("dask")
pytest.importorskip("dask.dataframe")
pd = pytest.importorskip("pandas")


@pytest.mark.parametrize("scheduler", ["processes", "threads"])
def test_every_row_once_over_two_workers(expected: Expected, scheduler: str) -> None:
    import dask.dataframe as dd

    from epitome.engines.dask import score_frame

    rows = [{**row, "part": n} for n in range(4) for row in expected.rows]
    frame = dd.from_pandas(pd.DataFrame(rows).drop(columns="language"), npartitions=6)
    with dask.config.set(scheduler=scheduler, num_workers=2):
        found = score_frame(frame, language="auto").compute()
    expected.check(list(found["id"]), list(found["score"]), list(found["error"]), times=4)
    assert list(found.index) == list(range(len(rows)))
