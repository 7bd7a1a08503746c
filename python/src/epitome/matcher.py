"""Whether a summary says what its document says."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, overload

from . import _columns
from ._arguments import many, whole, wrong
from ._models import DEFAULT_MATCHERS, check_language, check_model
from .errors import DataError, EpitomeError, OperationError
from .results import MatchResult, result

#: A document and a summary: a tuple, or a mapping with these keys.
Pair = tuple[str, str] | Mapping[str, Any]

#: The most threads of a call.
MOST_THREADS = 256
#: The rows that a stream reads ahead.
_STREAM = 1024


class Matcher:
    """Judges summaries with small models that run in WebAssembly.

    >>> matcher = Matcher(language="en")
    >>> document = "The bridge at Holm was closed on Monday after the river rose by 12 metres."
    >>> found = matcher.match(document, "The river rose by 15 metres.", explain=True)
    >>> found.verdict
    'contradicted'
    >>> [(e.kind, e.instead.of(document)) for e in found.evidence if e.instead]
    [('number', '12')]

    A matcher is used by many threads and pickled: it holds names, and each thread opens the models
    that it needs.
    """

    def __init__(self, language: str | None = "auto", *, model: str | os.PathLike[str] | None = None) -> None:
        """
        :param language: en, zh, de or fa; a longer tag such as ``zh-Hans`` also does. ``"auto"``:
            guessed from each document.
        :param model: a model of the package by name, or a folder with a ``manifest.json``, whose
            path has a slash. Default: the default model of the language.
        """
        self._language = check_language("Matcher", language)
        self._model = check_model("Matcher", model, "matching", self._language)

    @property
    def language(self) -> str | None:
        """The language that it reads; ``None`` where it is guessed."""
        return self._language

    @property
    def model(self) -> str:
        """What judges; ``"auto"`` where it depends on the text."""
        if self._model is not None:
            return self._model
        return "auto" if self._language is None else DEFAULT_MATCHERS[self._language]

    def __repr__(self) -> str:
        return f"Matcher(language={self._language or 'auto'!r}, model={self.model!r})"

    def match(self, document: str, summary: str, *, explain: bool = False) -> MatchResult:
        """Judges one pair; with ``explain`` also which parts of the document support which parts
        of the summary. Raises a DataError for a text without a letter or digit, or one that is
        too long (1,000,000 and 200,000 characters).
        """
        found = self.match_batch([(document, summary)], explain=explain, errors="return")[0]
        if isinstance(found, EpitomeError):
            raise type(found)(str(found).removeprefix("pair 0: "), found.code)
        return found

    def match_all(self, document: str, summaries: Iterable[str], *, explain: bool = False) -> list[MatchResult]:
        """Judges summaries of one document, which is read once for all that fit into a call."""
        given = many("match_all: summaries", summaries, "texts")
        return self.match_batch([(document, summary) for summary in given], explain=explain)

    @overload
    def match_batch(
        self,
        pairs: Iterable[Pair],
        *,
        explain: bool = False,
        errors: Literal["raise"] = "raise",
        threads: int = 1,
        progress: bool = False,
    ) -> list[MatchResult]: ...

    @overload
    def match_batch(
        self,
        pairs: Iterable[Pair],
        *,
        explain: bool = False,
        errors: Literal["return"],
        threads: int = 1,
        progress: bool = False,
    ) -> list[MatchResult | EpitomeError]: ...

    def match_batch(
        self,
        pairs: Iterable[Pair],
        *,
        explain: bool = False,
        errors: Literal["raise", "return"] = "raise",
        threads: int = 1,
        progress: bool = False,
    ) -> list[Any]:
        """Judges pairs; results are in their order.

        :param errors: ``"raise"`` the error of the first bad pair, or ``"return"`` errors in the
            places of their results.
        :param threads: how many threads compute, each with some 10 to 30 MB for its models.
        :param progress: shows a bar, where tqdm is installed.
        """
        if errors not in ("raise", "return"):
            raise DataError(f"match_batch: errors: got {errors!r}; allowed: 'raise', 'return'", "invalid-argument")
        documents: list[Any] = []
        summaries: list[Any] = []
        lacking: dict[int, str] = {}
        for row, pair in enumerate(many("match_batch: pairs", pairs, "pairs")):
            document, summary = _texts(row, pair)
            documents.append(document)
            summaries.append(summary)
            if isinstance(pair, Mapping) and not {"document", "summary"} <= pair.keys():
                lacking[row] = ", ".join(map(str, pair))
        with _Bar(len(documents), progress) as bar:
            columns = _columns.judge(
                self._model,
                self._language,
                documents,
                summaries,
                explain=explain,
                threads=whole("match_batch: threads", threads, 1, MOST_THREADS),
                progress=bar.update,
            )
        found: list[Any] = []
        for row, error in enumerate(columns["error"]):
            if error is None:
                found.append(result(columns, row))
                continue
            failure = _failure(error, row, lacking.get(row))
            if errors == "raise":
                raise failure
            found.append(failure)
        return found

    def match_stream(
        self, pairs: Iterable[Pair], *, explain: bool = False, threads: int = 1
    ) -> Iterator[MatchResult | EpitomeError]:
        """Judges pairs as they come, in bounded memory; errors stand in the places of results."""
        rest = iter(pairs)
        while some := list(itertools.islice(rest, _STREAM)):
            yield from self.match_batch(some, explain=explain, errors="return", threads=threads)

    def match_columns(
        self, documents: Sequence[Any], summaries: Sequence[Any], *, threads: int = 1
    ) -> dict[str, list[Any]]:
        """Judges columns: score, probability, matched, verdict, language and error, a row for each
        pair. ``error`` is ``None`` or says what is wrong with the row, whose other columns are
        then ``None``. For data frames and engines.
        """
        if len(documents) != len(summaries):
            raise DataError(
                f"match_columns: {len(documents)} documents but {len(summaries)} summaries",
                "invalid-argument",
            )
        whole("match_columns: threads", threads, 1, MOST_THREADS)
        columns = _columns.judge(self._model, self._language, documents, summaries, sentences=False, threads=threads)
        found = {name: columns[name] for name in _columns.SCALARS}
        found["error"] = [None if error is None else f"{error['code']}: {_said(error)}" for error in columns["error"]]
        return found


def _texts(row: int, pair: Pair) -> tuple[Any, Any]:
    if isinstance(pair, Mapping):
        return pair.get("document"), pair.get("summary")
    try:
        if isinstance(pair, (str, bytes)):
            raise TypeError  # its letters are no pair
        document, summary = pair
    except (TypeError, ValueError):
        expected = "(document, summary) or a mapping with these keys"
        raise wrong(f"match_batch: pair {row}", expected, pair) from None
    return document, summary


def _said(error: dict[str, Any]) -> str:
    """What is wrong with a row; the module speaks of columns."""
    message: str = error["message"]
    for column, one in (("documents: ", "the document: "), ("summaries: ", "the summary: ")):
        if message.startswith(column):
            return one + message.removeprefix(column)
    return message


def _failure(error: dict[str, Any], row: int, keys: str | None) -> EpitomeError:
    message = f"pair {row}: {_said(error)}"
    if keys is not None:
        message += f"; the mapping has the keys {keys or 'none'}, not document and summary"
    kind = OperationError if error["code"] in ("wasm-trap", "out-of-memory", "inference") else DataError
    return kind(message, error["code"])


class _Bar:
    """A bar of tqdm, or nothing."""

    def __init__(self, total: int, shown: bool) -> None:
        self._bar: Any = None
        if shown:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._bar = tqdm(total=total, unit="pairs")

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def update(self, rows: int) -> None:
        """Says that ``rows`` more are done."""
        if self._bar is not None:
            self._bar.update(rows)
