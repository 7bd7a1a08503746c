"""Rows of the public faithfulness sets that measure, and of pairs of today."""


import gzip
import json
from pathlib import Path

from .rows import Row


def read(data: Path, name: str) -> list[dict]:
    """The rows of a set as they are stored."""
    with gzip.open(data / "faithfulness" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def rows(data: Path, name: str) -> list[Row]:
    """The rows of a set."""
    made = []
    for row in read(data, name):
        spans = tuple(map(tuple, row["spans"]))
        supported = float(row["label"])
        known = spans if spans else (() if supported == 1 else None)
        made.append(Row(row["doc"], row["summary"], supported, known, language=row["lang"], source=name, error=str(row.get("error_type") or "")))
    return made


_PAIRS = Path(__file__).parent / "pairs"


def pairs(language: str) -> list[Row]:
    """Pairs of today that other writers made: they measure."""
    lines = (_PAIRS / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_of_today(text["doc"], row, "pairs", language) for text in map(json.loads, lines) for row in text["summaries"]]


def realistic(data: Path, language: str) -> list[Row]:
    """The pairs of today: they measure."""
    lines = (data / "realistic" / f"{language}.dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [_of_today(row["doc"], row, "realistic", language) for row in map(json.loads, lines)]


def _of_today(document: str, row: dict, source: str, language: str) -> Row:
    at = row["summary"].find(row["wrong"]) if row["wrong"] else 0
    spans = ((at, at + len(row["wrong"])),) if row["wrong"] else ()
    return Row(document, row["summary"], row["label"], spans, language=language, source=source, manner=row["manner"], error=row["error"] or "")
