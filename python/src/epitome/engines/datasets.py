"""Datasets of Hugging Face: ``map`` in batches and processes."""

from __future__ import annotations

from functools import partial
from typing import Any

import datasets

from ..matcher import Matcher
from . import COLUMNS, names, need, score_lists

_TYPES = {
    "score": "float64",
    "probability": "float64",
    "matched": "bool",
    "verdict": "string",
    "language": "string",
    "error": "string",
}


def score_dataset(
    dataset: datasets.Dataset,
    *,
    language: str | None = "auto",
    model: str | None = None,
    document: str = "document",
    summary: str = "summary",
    prefix: str = "",
    batch: int = 1024,
    processes: int | None = None,
    **options: Any,
) -> datasets.Dataset:
    """The rows of a dataset with their scores; further options are those of ``map``."""
    need(dataset.column_names, document, summary)
    added = names(prefix, dataset.column_names)
    features = dataset.features.copy()
    features.update({name: datasets.Value(_TYPES[kind]) for name, kind in zip(added, COLUMNS)})
    score = partial(_score, matcher=Matcher(language, model=model), document=document, summary=summary, added=added)
    return dataset.map(
        score, batched=True, batch_size=batch, num_proc=processes, features=datasets.Features(features), **options
    )


def _score(
    batch: dict[str, list[Any]], matcher: Matcher, document: str, summary: str, added: list[str]
) -> dict[str, list[Any]]:
    return dict(zip(added, score_lists(matcher, batch[document], batch[summary])))
