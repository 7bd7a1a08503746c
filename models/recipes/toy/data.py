"""Writes the toy pairs as the recipes read data: `titles/` and `scored/`, gzipped JSON lines."""

import gzip
import json
from pathlib import Path

from ..languages import ALL

PAIRS = Path(__file__).parent
DEV = 4
"""Every fourth pair is a dev pair."""


def pairs(code: str) -> list[dict]:
    """The invented pairs of a language."""
    with (PAIRS / f"pairs.{code}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _write(path: Path, rows: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def graded(code: str) -> list[tuple[str, str, int]]:
    """Each document with its own title (5), half of it (3), and a title of another kind of story (1)."""
    rows = pairs(code)
    found = []
    for index, row in enumerate(rows):
        document, title = row["document"], row["summary"]
        other = rows[(index + 7) % len(rows)]["summary"]
        found += [(document, title, 5), (document, title[: len(title) // 2], 3), (document, other, 1)]
    return found


def write(folder: Path) -> None:
    """Every set of titles that a recipe names has all pairs of its language; the judged sets are graded by rule."""
    for language in ALL:
        rows = [{"doc": row["document"], "summary": row["summary"], "date": row["date"]} for row in pairs(language.code)]
        for source in language.sources:
            parts = {"train": [], "dev": []}
            for index, row in enumerate(rows):
                parts["dev" if index % DEV == 0 else "train"].append(row)
            for split, part in parts.items():
                _write(folder / "titles" / f"{source}.{split}.jsonl.gz", part)
    scored = folder / "scored"
    chinese = [{"doc": document, "summary": summary, "score": score} for document, summary, score in graded("zh")]
    _write(scored / "zh_lcsts_part3_scored.jsonl.gz", chinese)
    english = graded("en")
    judged = [{"doc": d, "summary": s, "score": {"relevance": float(score)}} for d, s, score in english]
    _write(scored / "en_summeval_scored.jsonl.gz", judged)
    documents = sorted({document for document, _, _ in english})
    _write(scored / "en_fnc1_bodies.jsonl.gz", [{"bodyid": index, "doc": text} for index, text in enumerate(documents)])
    stances = [
        {"bodyid": documents.index(d), "headline": s, "stance": "unrelated" if score == 1 else "discuss"} for d, s, score in english
    ]
    _write(scored / "en_fnc1_stances.jsonl.gz", stances)
