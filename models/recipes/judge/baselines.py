"""What a judge is compared with: ROUGE-2 precision and the cosine of multilingual-e5-small."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from ..fit_teacher import Teacher
from ..text import rouge_tokens
from .rows import Row

_PREFIX = "query: "
_MOST = 512  # tokens that e5 reads


def rouge_2(row: Row) -> float:
    """The share of a summary's pairs of words that the document has (Lin 2004), precision."""
    document, summary = (Counter(pairwise(rouge_tokens(text))) for text in (row.document, row.summary))
    return sum((summary & document).values()) / max(sum(summary.values()), 1)


class Cosine:
    """That of the mean states of document and summary (Wang et al. 2024), each read as a query."""

    def __init__(self, package: Path):
        self._teacher = Teacher(package)
        self._vectors: dict[str, torch.Tensor] = {}

    @torch.inference_mode()
    def _vector(self, text: str) -> torch.Tensor:
        if text not in self._vectors:
            ids = self._teacher.tokenizer.encode(_PREFIX + text).ids[: _MOST - 2]
            tokens = torch.tensor([[self._teacher.begin, *ids, self._teacher.end]])
            self._vectors[text] = F.normalize(self._teacher.hidden(tokens, self._teacher.depth)[0].mean(0), dim=0)
        return self._vectors[text]

    def __call__(self, row: Row) -> float:
        return float(self._vector(row.document) @ self._vector(row.summary))


def scores(rows: list[Row], cosine: Cosine | None) -> dict[str, np.ndarray]:
    """By name of a measure, that of each row."""
    found = {"ROUGE-2 precision": np.array([rouge_2(row) for row in rows])}
    if cosine:
        found["e5 cosine"] = np.array([cosine(row) for row in rows])
    return found
