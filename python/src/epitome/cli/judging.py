"""``score``, ``filter`` and ``evaluate``: rows through a matcher."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ..errors import EpitomeError
from ..evaluation import Evaluation, evaluate
from ..matcher import Matcher
from ..results import MatchResult
from .rows import Row, Run


def _pairs(rows: list[Row], options: argparse.Namespace) -> list[tuple[Any, Any]]:
    names = options.document_field, options.summary_field
    return [(row.fields.get(names[0]), row.fields.get(names[1])) for row in rows]


class _Matchers:
    """The matcher of the command line, or that of each row's language."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._field: str | None = options.language_field
        self._of: dict[str, Matcher | EpitomeError] = {}
        if self._field is None:
            self._of[""] = Matcher(options.language, model=options.model)

    def _matcher(self, language: str) -> Matcher | EpitomeError:
        if language not in self._of:
            try:
                self._of[language] = Matcher(language, model=self._options.model)
            except EpitomeError as error:
                self._of[language] = error
        return self._of[language]

    def judge(self, rows: list[Row], explain: bool) -> list[MatchResult | str]:
        """A result for each row, or what is wrong with it."""
        found: list[MatchResult | str] = [row.wrong or "" for row in rows]
        groups: dict[str, list[int]] = {}
        for at, row in enumerate(rows):
            language = "" if self._field is None else row.fields.get(self._field)
            if row.wrong is None and isinstance(language, str):
                groups.setdefault(language, []).append(at)
            elif row.wrong is None:
                found[at] = f"the field {self._field!r} is no text"
        for language, places in groups.items():
            matcher = self._matcher(language)
            if isinstance(matcher, EpitomeError):
                for at in places:
                    found[at] = str(matcher)
                continue
            pairs = _pairs([rows[at] for at in places], self._options)
            judged = matcher.match_batch(pairs, explain=explain, errors="return", threads=self._options.workers)
            for at, result in zip(places, judged):
                found[at] = str(result).partition(": ")[2] if isinstance(result, EpitomeError) else result
        return found


def _judged(run: Run, options: argparse.Namespace, explain: bool) -> Iterator[tuple[dict[str, Any], MatchResult]]:
    matchers = _Matchers(options)
    for rows in run.chunks():
        for row, result in zip(rows, matchers.judge(rows, explain)):
            if isinstance(result, str):
                run.refuse(row, result)
            else:
                yield row.fields, result


def _rounded(value: Any, digits: int | None) -> Any:
    """A value whose numbers have so many digits after the point."""
    if digits is None:
        return value
    if isinstance(value, float):
        return round(value, digits)
    if isinstance(value, dict):
        return {name: _rounded(each, digits) for name, each in value.items()}
    return [_rounded(each, digits) for each in value] if isinstance(value, list) else value


def score(run: Run, options: argparse.Namespace) -> int:
    """Writes each row with its result."""
    for fields, result in _judged(run, options, options.explain):
        run.write({**fields, **_rounded(result.to_dict(), options.digits)})
    return run.end()


def keep(run: Run, options: argparse.Namespace) -> int:
    """Writes the rows whose summary fits."""
    kept = total = 0
    for fields, result in _judged(run, options, False):
        total += 1
        if result.probability >= options.keep:
            kept += 1
            more = _rounded(result.to_dict(), options.digits) if options.with_scores else {}
            run.write({**fields, **more})
    print(f"epitome: kept {kept} of {total} pairs", file=sys.stderr)
    return run.end()


def measure(run: Run, options: argparse.Namespace) -> int:
    """Writes how well a model tells the labels of rows."""
    rows = []
    for row in run.rows():
        label = _label(row.fields.get(options.label_field))
        if row.wrong is not None or label is None:
            run.refuse(row, row.wrong or f"the field {options.label_field!r} is neither a number nor true or false")
        else:
            rows.append((row, label))
    found = evaluate(
        Matcher(options.language, model=options.model),
        _pairs([row for row, _ in rows], options),
        [label for _, label in rows],
        positive_from=options.positive_from,
        resamples=options.resamples,
        threads=options.workers,
    )
    run.bad += found.bad
    if options.json:
        run.write({**asdict(found), "bad": run.bad})
    else:
        for line in _told(found, run.bad):
            run.print(line)
    return run.end()


def _label(value: Any) -> float | None:
    """A number, true or false, or a text of one, as tables have them."""
    if isinstance(value, str):
        if value.lower() in ("true", "false"):
            return float(value.lower() == "true")
        try:
            value = float(value)
        except ValueError:
            return None
    return float(value) if isinstance(value, (int, float)) and value == value else None


def _told(found: Evaluation, bad: int) -> Iterator[str]:
    """The figures, one a line."""
    yield f"pairs: {found.pairs}, bad lines: {bad}; a summary fits from label {found.positive_from:g} on"
    if found.auc is None or found.auc_interval is None:
        yield "AUC: none, for all labels are of one kind"
    else:
        yield f"AUC: {found.auc:.3f} ({found.auc_interval[0]:.3f} to {found.auc_interval[1]:.3f})"
    if found.spearman is not None:
        yield f"Spearman: {found.spearman:.3f}"
    if found.keep is not None:
        best = found.keep
        yield f"--keep {best.keep:g}: precision {best.precision:.3f}, recall {best.recall:.3f}, F1 {best.f1:.3f}"
