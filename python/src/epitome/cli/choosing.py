"""``select``: the best part of scored rows, within limits."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..corpus import select_texts
from .rows import Row, Run


def select(run: Run, options: argparse.Namespace) -> int:
    """Writes the chosen rows as they are, in their order."""
    rows: list[tuple[Row, str, float, str]] = []
    for row in run.rows():
        found = _scored(row, options)
        if isinstance(found, str):
            run.refuse(row, found)
        else:
            rows.append((row, *found))
    if not rows:
        print("epitome: there is no scored row to select from", file=sys.stderr)
        run.end()
        return 1
    chosen = select_texts(
        [text for _, text, _, _ in rows],
        [score for _, _, score, _ in rows],
        labels=[label for _, _, _, label in rows],
        items=options.items,
        tokens=options.tokens,
        quota=options.quota,
        repeats=options.repeats,
        neighbours=options.neighbours,
        weight=options.weight,
        method=options.method,
        seed=options.seed,
    ).chosen
    for at in chosen:
        run.write(rows[at][0].fields)
    print(f"epitome: kept {len(chosen)} of {len(rows)} rows", file=sys.stderr)
    return run.end()


def _scored(row: Row, options: argparse.Namespace) -> tuple[str, float, str] | str:
    """The text, the score and the label of a row, or what is wrong with it."""
    if row.wrong is not None:
        return row.wrong
    texts: list[str] = []
    for name in (options.document_field, options.summary_field):
        text = row.fields.get(name)
        if not isinstance(text, str):
            return f"the field {name!r} is no text"
        texts.append(text)
    score = _number(row.fields.get(options.score_field))
    if score is None or not 0 <= score < float("inf"):
        return f"the field {options.score_field!r} is no number of at least 0"
    label: Any = row.fields.get(options.label_field)
    if options.quota is not None and not isinstance(label, (str, int, float)):
        return f"the field {options.label_field!r} is needed for --quota"
    return "\n".join(texts), score, str(label)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None
