"""Datasets of Hugging Face: map in two processes."""

from __future__ import annotations

import pytest

from conftest import Expected

datasets = pytest.importorskip("datasets")


@pytest.mark.parametrize("processes", [None, 2])
def test_every_row_once(expected: Expected, processes: int | None) -> None:
    from epitome.engines.datasets import score_dataset

    rows = [{**row, "part": n} for n in range(3) for row in expected.rows]
    dataset = datasets.Dataset.from_list(rows).remove_columns("language")
    found = score_dataset(dataset, processes=processes, batch=16)
    expected.check(list(found["id"]), list(found["score"]), list(found["error"]), times=3)
