"""Pairs in columns: in chunks, sorted by length, with an error in the place of a bad row."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from . import _module
from ._models import DEFAULT_MATCHERS, opened
from .errors import OperationError

#: The most pairs of a call.
CHUNK_ROWS = 256
#: The fewest pairs of a call that is one of many for threads, and how many calls each thread has then.
SHARE_ROWS, SHARES = 16, 16
#: The most characters of a call, unless one pair has more.
CHUNK_CHARACTERS = 1_000_000
#: The language of texts without a letter of a known script.
FALLBACK = "en"

#: The columns that every row has; what is ``None`` where the row has an error.
SCALARS = ("score", "probability", "matched", "verdict", "language")
_ALL = (*SCALARS, "levels", "mismatch", "read")


def cell(value: Any) -> Any:
    """A text as the module reads it; what is no text as something that it refuses."""
    if isinstance(value, str):
        return value if type(value) is str else str(value)
    if isinstance(value, (bytes, bytearray, bool, float)) or value is None:
        return value
    if isinstance(value, int):
        return 0  # any number is refused alike
    return None


def _length(text: Any) -> int:
    return len(text) if isinstance(text, (str, bytes, bytearray)) else 0


def _texts(column: Sequence[Any], rows: Sequence[int]) -> list[Any]:
    return [column[row] for row in rows]


def chunks(
    documents: Sequence[Any], summaries: Sequence[Any], rows: Sequence[int], most: int = CHUNK_ROWS
) -> Iterator[list[int]]:
    """The rows in chunks of texts of about one length; rows of one document stay together."""

    def order(row: int) -> tuple[int, int, int]:
        document = documents[row]
        is_text = isinstance(document, str)
        return (_length(document), hash(document) if is_text else 0, _length(summaries[row]))

    chunk: list[int] = []
    characters = 0
    for row in sorted(rows, key=order):
        more = _length(documents[row]) + _length(summaries[row])
        if chunk and (len(chunk) >= most or characters + more > CHUNK_CHARACTERS):
            yield chunk
            chunk, characters = [], 0
        chunk.append(row)
        characters += more
    if chunk:
        yield chunk


def languages_of(documents: Sequence[Any]) -> list[str]:
    """The language of each document."""
    found: list[str] = []
    for start in range(0, len(documents), CHUNK_ROWS):
        texts = [cell(text) for text in documents[start : start + CHUNK_ROWS]]
        guesses = _module.call("detect_language", {"texts": texts})
        found.extend(FALLBACK if guess is None else guess["language"] for guess in guesses)
    return found


def judge(
    model: str | None,
    language: str | None,
    documents: Sequence[Any],
    summaries: Sequence[Any],
    *,
    explain: bool = False,
    sentences: bool = True,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> dict[str, list[Any]]:
    """The columns of all rows, in their order; ``error`` holds ``{code, message}`` of bad rows."""
    names = [*_ALL, "error", *(["sentences"] if sentences else []), *(["evidence"] if explain else [])]
    columns: dict[str, list[Any]] = {name: [None] * len(documents) for name in names}
    share = len(documents) // (threads * SHARES)
    most = CHUNK_ROWS if threads <= 1 else max(SHARE_ROWS, min(CHUNK_ROWS, share))
    work: Iterable[tuple[str, str | None, list[int]]] = _work(model, language, documents, summaries, most)
    if threads > 1:  # the longest first, so that threads end together
        work = sorted(work, key=lambda part: sum(map(_length, _texts(documents, part[2]))), reverse=True)

    def run(part: tuple[str, str | None, list[int]]) -> tuple[list[int], dict[str, list[Any]]]:
        name, tongue, rows = part
        given = list(map(cell, _texts(documents, rows))), list(map(cell, _texts(summaries, rows)))
        return rows, _judge_chunk(name, tongue, *given, explain=explain, sentences=sentences)

    found = map(run, work) if threads <= 1 else _in_threads(run, work, threads)
    for rows, judged in found:
        for name, column in judged.items():
            place = columns[name]
            for row, value in zip(rows, column):
                place[row] = value
        if progress is not None:
            progress(len(rows))
    return columns


def _work(
    model: str | None, language: str | None, documents: Sequence[Any], summaries: Sequence[Any], most: int
) -> Iterator[tuple[str, str | None, list[int]]]:
    """Chunks, each with its model and the language that it reads in."""
    rows = range(len(documents))
    if model is not None or language is not None:
        name = model or DEFAULT_MATCHERS[str(language)]
        for chunk in chunks(documents, summaries, rows, most):
            yield name, language, chunk
        return
    of: dict[str, list[int]] = {}
    for row, tongue in zip(rows, languages_of(documents)):
        of.setdefault(tongue, []).append(row)
    for tongue, some in of.items():
        for chunk in chunks(documents, summaries, some, most):
            yield DEFAULT_MATCHERS[tongue], tongue, chunk


def _judge_chunk(
    name: str, language: str | None, documents: list[Any], summaries: list[Any], *, explain: bool, sentences: bool
) -> dict[str, list[Any]]:
    try:
        columns: dict[str, list[Any]] = _module.call(
            "match",
            {
                "handle": opened(name, language)["handle"],
                "documents": documents,
                "summaries": summaries,
                "explain": explain,
                "sentences": sentences,
                "units": "code-points",
            },
        )
        return columns
    except OperationError as error:
        if error.code not in ("wasm-trap", "out-of-memory"):
            raise
        if len(documents) < 2:
            names = [*_ALL, *(["sentences"] if sentences else []), *(["evidence"] if explain else [])]
            row: dict[str, list[Any]] = {each: [None] for each in names}
            return {**row, "error": [{"code": error.code, "message": str(error)}]}
    # The row that stops the module is found by halving; the others have their results.
    half = len(documents) // 2
    halves = [
        _judge_chunk(name, language, documents[part], summaries[part], explain=explain, sentences=sentences)
        for part in (slice(half), slice(half, None))
    ]
    return {each: halves[0][each] + halves[1][each] for each in halves[0]}


_pools: dict[tuple[int, int], ThreadPoolExecutor] = {}


def _in_threads(run: Callable[[Any], Any], work: Iterable[Any], threads: int) -> Iterator[Any]:
    """Results in the order of the work; threads keep their instances from call to call."""
    key = (os.getpid(), threads)  # a forked process has none of its parent's threads
    pool = _pools.get(key)
    if pool is None:
        made = ThreadPoolExecutor(threads, thread_name_prefix="epitome")
        pool = _pools.setdefault(key, made)
    yield from pool.map(run, work)
