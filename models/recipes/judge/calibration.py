"""The decision of a judge, fitted to its own texts that it was not trained on.

Slope and offset are a logistic regression of the label on the log-odds of the worst sentence, both labels weighing the same, so that a
probability of a half is the verdict's threshold; the probability from which a token is marked has the greatest F1 of characters.
"""

import random

import numpy as np
from sklearn.linear_model import LogisticRegression

from .measures import span_f1
from .rows import Row, joined
from .scoring import HIGHEST, Decision, Sentence

_MARKS = tuple(step / 20 for step in range(4, 19))


def sample(rows: list[Row], seed: int = 1) -> list[Row]:
    """Rows of single sentences, and as summaries of two."""
    return rows + joined(rows, 2, random.Random(seed))


def fitted(rows: list[Row], read: list[list[Sentence]]) -> Decision:
    """The decision for rows that were read."""
    plain = Decision()
    worst = np.array([max(plain.score(sentence) for sentence in one) for one in read])
    labels = np.array([int(row.supported == 1) for row in rows])
    found = LogisticRegression(C=1e6, class_weight="balanced").fit(-worst[:, None], labels)
    spanned = [(row, one) for row, one in zip(rows, read, strict=True) if row.spans is not None and row.rest_known]
    wanted = [row.spans for row, _ in spanned]
    values = [span_f1([Decision(mark=mark).spans(one) for _, one in spanned], wanted)[0] for mark in _MARKS]
    slope, offset = float(found.coef_[0, 0]), float(found.intercept_[0])
    return Decision(slope=round(slope, 4), offset=round(offset, 4), top=HIGHEST, mark=_MARKS[int(np.argmax(values))])
