"""Rows of invented texts in two versions: `models/recipes/versions/` and the judge's own, `texts/`.

A sentence that one version supports comes once with each. Of the judge's own texts the wrong words are known. Of the
others they are found by difference: words that the supporting version has and the other has not. In `retold`, whose
versions differ by two facts, nothing else is wrong; of the other kinds the rest is left open.
"""

import json
import zlib
from collections.abc import Iterator
from pathlib import Path

from .rows import Row, Span
from .words import keys, words

_VERSIONS = Path(__file__).parent.parent / "versions"
TEXTS = Path(__file__).parent / "texts"
"""The judge's own."""
KINDS = {
    "en": ("contrary", "unsaid", "linked", "retold"),
    "zh": ("short", "clauses", "nearly", "retold"),
    "fa": ("short", "clauses", "nearly", "retold"),
    "de": ("short", "clauses", "retold"),
}
_MOST = 0.4
"""The share of a sentence's words that may differ and still be called the wrong ones."""


def held_out(identifier: str, one_in: int = 8) -> bool:
    """Whether a text is kept for choosing settings and thresholds."""
    return zlib.crc32(identifier.encode()) % one_in == 0


def differing(sentence: str, supporting: str, other: str) -> tuple[Span, ...]:
    """The words of a sentence that the supporting version has and the other has not; none if they are too many."""
    has, lacks = keys(supporting), keys(other)
    parts = words(sentence)
    found = [word for word in parts if word.key in has and word.key not in lacks]
    if len(found) > max(2, _MOST * len(parts)):
        return ()
    return tuple((word.start, word.end) for word in found)


def of_versions(language: str, split: str, folder: Path = _VERSIONS) -> list[Row]:
    """Rows of the texts in two versions of a language; `split` is `train`, `dev` or `test`."""
    rows = []
    for kind in KINDS[language]:
        path = folder / language / f"{kind}.{split}.jsonl"
        for text in map(json.loads, _lines(path)):
            for field, supporting, other in (("true_in_a", "a", "b"), ("true_in_b", "b", "a")):
                for sentence in text[field]:
                    about = {"language": language, "source": f"versions/{kind}", "manner": "close" if kind == "retold" else "free"}
                    rows.append(Row(text[supporting], sentence, 1, (), **about))
                    spans = differing(sentence, text[supporting], text[other])
                    rows.append(Row(text[other], sentence, 0, spans or None, kind == "retold" and bool(spans), **about))
    return rows


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _version_b(text: dict) -> str:
    document = text["doc"]
    for edit in text["edits"]:
        document = document.replace(edit["from"], edit["to"], 1)
    return document


def of_texts(parts: str, folder: Path = TEXTS) -> Iterator[tuple[str, Row]]:
    """The rows of parts of the judge's own texts, files `LANGUAGE.PART.jsonl`, each with the name of its text."""
    for path in sorted(path for path in folder.glob("*.jsonl") if path.suffixes[0].removeprefix(".") in parts):
        for text in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            documents = {"a": text["doc"], "b": _version_b(text)}
            for sentence in text["sentences"]:
                for version, document in documents.items():
                    wrong = sentence[version]
                    at = sentence["text"].find(wrong) if wrong else 0
                    if at < 0:
                        continue
                    yield text["id"], Row(
                        document, sentence["text"], 0 if wrong else 1, ((at, at + len(wrong)),) if wrong else (),
                        language=text["lang"], source="texts", manner=sentence["manner"], error=sentence["error"] or "" if wrong else "",
                    )  # fmt: skip
