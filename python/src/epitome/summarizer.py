"""Summaries of texts."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from ._arguments import many, one_of
from ._columns import CHUNK_CHARACTERS, cell
from ._models import check_language, check_model, opened
from ._module import call
from ._rows import unwrap
from .errors import EpitomeError, NotSupportedError

_TYPES = ("headline", "tldr", "teaser", "key-points")
_LENGTHS = ("short", "medium", "long")
_FORMATS = ("plain-text", "markdown")
_METHODS = ("auto", "extractive", "lead", "textrank", "subset")


class Candidate(NamedTuple):
    """A headline that a model found."""

    #: The headline.
    text: str
    #: The natural logarithm of its probability under the model.
    log_probability: float


class Summarizer:
    """Summarises texts by sentences of their own, or by a model that writes headlines.

    >>> Summarizer(type="tldr", format="plain-text").summarize("It rained. The river rose at Holm.")
    'The river rose at Holm.'
    """

    def __init__(
        self,
        type: Literal["headline", "tldr", "teaser", "key-points"] | None = None,
        length: Literal["short", "medium", "long"] = "short",
        format: Literal["plain-text", "markdown"] = "markdown",
        language: str | None = "auto",
        method: Literal["auto", "extractive", "lead", "textrank", "subset"] = "auto",
        *,
        model: str | os.PathLike[str] | None = None,
    ) -> None:
        """
        :param type: default: key-points; headline with a model.
        :param model: a folder with a model that writes headlines. Default: none.
        """
        self._language = check_language("Summarizer", language)
        self._model = check_model("Summarizer", model, "summarization", self._language)
        for name, value, allowed in (
            ("type", type, (None, *_TYPES)),
            ("length", length, _LENGTHS),
            ("format", format, _FORMATS),
            ("method", method, _METHODS),
        ):
            one_of(f"Summarizer: {name}", value, allowed)
        if self._model is not None and (type not in (None, "headline") or method != "auto"):
            raise NotSupportedError(
                "Summarizer: a model writes headlines; allowed: type headline, method auto", "unsupported"
            )
        self._options: dict[str, Any] = {"length": length, "format": format}
        if self._model is None:
            self._options |= {"type": type or "key-points", "method": method}
        if self._language is not None:
            self._options["language"] = self._language

    def __repr__(self) -> str:
        said = {"type": "headline", **self._options, "language": self._language or "auto", "model": self._model}
        return f"Summarizer({', '.join(f'{name}={value!r}' for name, value in said.items() if value is not None)})"

    def summarize(self, text: str) -> str:
        """The summary of a text."""
        found = self.summarize_batch([text])[0]
        if isinstance(found, EpitomeError):
            raise found
        return found

    def summarize_batch(self, texts: Iterable[str]) -> list[str | EpitomeError]:
        """The summaries of texts; errors stand in the places of those of bad texts."""
        texts = many("summarize_batch: texts", texts, "texts")
        if self._model is not None:
            best = [self._write(text) for text in texts]
            return [each if isinstance(each, EpitomeError) else each[0].text for each in best]
        found: list[str | EpitomeError] = []
        for some in _chunks(texts):
            rows = call("summarize", {"texts": some, "options": self._options})
            found.extend(unwrap(row, "".join) for row in rows)
        return found

    def candidates(
        self, text: str, *, beams: int | None = None, length_penalty: float | None = None
    ) -> list[Candidate]:
        """The headlines that the model finds, best first."""
        if self._model is None:
            raise NotSupportedError("Summarizer.candidates: give a model that writes headlines", "unsupported")
        found = self._write(text, beams=beams, length_penalty=length_penalty)
        if isinstance(found, EpitomeError):
            raise found
        return found

    def _write(self, text: str, **search: Any) -> list[Candidate] | EpitomeError:
        assert self._model is not None
        request = {
            "handle": opened(self._model, self._language)["handle"],
            "texts": [cell(text)],
            **self._options,
            **{name: value for name, value in search.items() if value is not None},
        }
        row = call("write", request)[0]
        return unwrap(row, lambda all: [Candidate(each["text"], each["logProbability"]) for each in all])


def _chunks(texts: Iterable[str]) -> Iterable[list[Any]]:
    """Texts in calls of bounded size; one call at least."""
    some: list[Any] = []
    characters = 0
    for text in map(cell, texts):
        some.append(text)
        characters += len(text) if isinstance(text, (str, bytes)) else 0
        if characters > CHUNK_CHARACTERS:
            yield some
            some, characters = [], 0
    yield some
