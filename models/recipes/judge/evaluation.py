"""A judge measured on pairs that it was not trained on, beside ROUGE-2 precision and e5's cosine.

The threshold of balanced accuracy is that of the judge's calibration; that of ROUGE-2 precision is chosen on the pairs that the judge was
calibrated with.
"""

from pathlib import Path

import numpy as np

from . import measures, public
from .baselines import Cosine, scores
from .encoding import Encoding
from .rows import Row
from .scoring import THRESHOLD, Decision, Logits, read
from .two_versions import of_versions

MOST = 160
"""Rows of a set, at even distances; half as many of RAGTruth, whose summaries are long."""
SETS = "summedits_scitldr", "wice_claim", "ragtruth_summary"
"""Public sets that measure it, besides the pairs of today and the tests of the texts in two versions."""


def thinned(rows: list[Row], most: int = MOST) -> list[Row]:
    """At most so many, at even distances."""
    return rows if len(rows) <= most else [rows[at * len(rows) // most] for at in range(most)]


def sets(data: Path, languages: tuple[str, ...]) -> dict[str, list[Row]]:
    """By name, the rows that measure a judge."""
    found = {f"realistic {language}": public.realistic(data, language) for language in languages}
    found |= {f"pairs {language}": public.pairs(language) for language in languages}
    for name in SETS:
        most = MOST // 2 if name == "ragtruth_summary" else MOST
        found[name] = thinned([row for row in public.rows(data, name) if row.supported in (0, 1)], most)
    for language in languages:
        found[f"texts in two versions {language}"] = thinned(of_versions(language, "test"))
    return found


def judged(rows: list[Row], encoding: Encoding, logits: Logits, decision: Decision) -> tuple[np.ndarray, list[list[tuple[int, int]]]]:
    """The probability of each row, and its unsupported characters."""
    found = read(rows, encoding, logits)
    return np.array([decision.probability(one) for one in found]), [decision.spans(one) for one in found]


def thresholds(rows: list[Row]) -> dict[str, float]:
    """That of ROUGE-2 precision, chosen on rows."""
    labels = np.array([int(row.supported == 1) for row in rows])
    return {name: measures.best_threshold(labels, values) for name, values in scores(rows, None).items()}


def _figures(rows: list[Row], values: np.ndarray, threshold: float | None) -> dict:
    labels = np.array([int(row.supported == 1) for row in rows])
    if len(set(labels.tolist())) < 2:
        return {}
    groups = [row.document for row in rows]
    found = {"auc": measures.auc(labels, values, groups)}
    return found if threshold is None else found | {"balanced": measures.balanced(labels, values, threshold, groups)}


def measured(rows: list[Row], values: dict[str, np.ndarray], cuts: dict[str, float], spans: list[list[tuple[int, int]]]) -> dict:
    """Figures of a set: of all rows, of each manner, of each type of error, and F1 of characters where the wrong ones are known."""
    found = {"rows": len(rows), "all": {name: _figures(rows, each, cuts.get(name)) for name, each in values.items()}}
    for manner in sorted({row.manner for row in rows} & {"close", "free"}):
        chosen = [at for at, row in enumerate(rows) if row.manner == manner]
        found[manner] = {name: _figures([rows[at] for at in chosen], each[chosen], cuts.get(name)) for name, each in values.items()}
    found["errors"] = {}
    for error in sorted({row.error for row in rows if row.error and row.supported == 0}):
        chosen = [at for at, row in enumerate(rows) if row.supported == 1 or row.error == error]
        wrong = sum(rows[at].supported == 0 for at in chosen)
        labels = np.array([int(rows[at].supported == 1) for at in chosen])
        groups = [rows[at].document for at in chosen]
        found["errors"][error] = {"wrong": wrong} | {name: measures.auc(labels, each[chosen], groups) for name, each in values.items()}
    known = [at for at, row in enumerate(rows) if row.spans is not None and row.rest_known]
    if any(rows[at].spans for at in known):
        found["characters"] = measures.span_f1([spans[at] for at in known], [rows[at].spans for at in known])
    return found


def evaluate(named: dict[str, list[Row]], encoding: Encoding, logits: Logits, decision: Decision, calibrated_on: list[Row], cosine: Cosine) -> dict:
    """Figures by set; e5's of pairs of today alone, and AUC alone: it reads whole documents, which takes long."""
    cuts = thresholds(calibrated_on) | {"judge": THRESHOLD}
    figures = {}
    for name, rows in named.items():
        chances, spans = judged(rows, encoding, logits, decision)
        compared = scores(rows, cosine if name.startswith("realistic") else None)
        figures[name] = measured(rows, {"judge": chances, **compared}, cuts, spans)
        print(f"    {name}: {figures[name]['all']['judge']}", flush=True)
    return figures
