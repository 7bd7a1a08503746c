"""The decision of a judge, fitted to its own texts that it was not trained on.

How many tokens count is what has the greatest AUC. Slope and offset are a logistic regression of the label on the log-odds of the worst
sentence, both labels weighing the same, so that a probability of a half is the verdict's threshold. The probability from which a token is
marked is the least with which four in five of the marked parts are wrong; 1 where none is.
"""

import random

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from .rows import Row, joined
from .scoring import Decision, Sentence

_TOPS = (1, 2, 3, 4)
_MARKS = tuple(step / 100 for step in range(50, 100))
_RIGHT = 0.8
"""The share of marked parts that must hold something wrong."""
_LEAST = 20
"""Marked parts that tell that share."""


def sample(rows: list[Row], seed: int = 1) -> list[Row]:
    """Rows of single sentences, and as summaries of two."""
    return rows + joined(rows, 2, random.Random(seed))


def fitted(rows: list[Row], read: list[list[Sentence]]) -> Decision:
    """The decision for rows that were read."""
    labels = np.array([int(row.supported == 1) for row in rows])
    worst = {top: np.array([max(Decision(top=top).score(sentence) for sentence in one) for one in read]) for top in _TOPS}
    top = max(_TOPS, key=lambda top: roc_auc_score(labels, -worst[top]))
    found = LogisticRegression(C=1e6, class_weight="balanced").fit(-worst[top][:, None], labels)
    spanned = [(row, one) for row, one in zip(rows, read, strict=True) if row.spans is not None and row.rest_known]
    slope, offset = float(found.coef_[0, 0]), float(found.intercept_[0])
    return Decision(slope=round(slope, 4), offset=round(offset, 4), top=top, mark=_mark(spanned))


def _mark(spanned: list[tuple[Row, list[Sentence]]]) -> float:
    for mark in _MARKS:
        decision, marked, right = Decision(mark=mark), 0, 0
        for row, read in spanned:
            for start, end in decision.spans(read):
                marked += 1
                right += any(start < last and first < end for first, last in row.spans or ())
        if marked >= _LEAST and right >= _RIGHT * marked:
            return mark
    return 1.0
