"""Ray Data: actors, each with its models."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conftest import Expected

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")
pa = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_every_row_once_over_two_actors(expected: Expected) -> None:
    from epitome.engines.ray import score_dataset

    rows = [{**row, "part": n} for n in range(4) for row in expected.rows]
    table = pa.Table.from_pylist(rows).drop_columns("language")
    dataset = ray.data.from_arrow(table).repartition(8)
    found = score_dataset(dataset, concurrency=2, batch=32).take_all()
    expected.check([r["id"] for r in found], [r["score"] for r in found], [r["error"] for r in found], times=4)
