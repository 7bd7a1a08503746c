"""Datasets of Ray: actors open the models once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import ray.data

from . import Options
from .arrow import score_table

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Scorer:
    """An actor that scores batches."""

    def __init__(self, **options: Unpack[Options]) -> None:
        self._options = options

    def __call__(self, batch: pa.Table) -> pa.Table:
        """The rows of a batch with their scores."""
        return score_table(batch, **self._options)


def score_dataset(
    dataset: ray.data.Dataset,
    *,
    concurrency: int | tuple[int, int] = 1,
    batch: int = 1024,
    **options: Unpack[Options],
) -> ray.data.Dataset:
    """The rows of a dataset with their scores, by ``concurrency`` actors of one core each."""
    return dataset.map_batches(
        Scorer,
        fn_constructor_kwargs=dict(options),
        batch_format="pyarrow",
        batch_size=batch,
        concurrency=concurrency,
        num_cpus=1,
    )
