"""The same interface compiled for this machine, for comparison: a shared library in the module's place."""

from __future__ import annotations

import ctypes
from typing import Any

import msgpack

from epitome._columns import FALLBACK
from epitome._models import DEFAULT_MATCHERS, _bundle
from epitome.errors import from_reply


class Native:
    """``cargo build --profile harness -p epitome-plain`` leaves ``libepitome_plain.so``."""

    def __init__(self, library: str) -> None:
        self._library = ctypes.CDLL(library)
        self._handles: dict[str, int] = {}

    def call(self, operation: str, request: dict[str, Any]) -> Any:
        """Runs an operation, as ``epitome._module.call`` does."""
        packed = msgpack.packb(request)
        address = self._function("epitome_alloc")(len(packed))
        ctypes.memmove(address, packed, len(packed))
        reply = self._function(f"epitome_{operation}")(address)
        status, length = (ctypes.c_uint32 * 2).from_address(reply)
        value = msgpack.unpackb(ctypes.string_at(reply + 8, length))
        self._function("epitome_free")(reply)
        if status:
            raise from_reply(value)
        return value

    def _function(self, name: str) -> Any:
        function = getattr(self._library, name)
        function.argtypes, function.restype = [ctypes.c_size_t], ctypes.c_size_t
        return function

    def match(self, model: str, language: str, documents: list[str], summaries: list[str]) -> dict[str, Any]:
        """The columns of pairs."""
        if language not in self._handles:
            self._handles[language] = self.call("open", _bundle(model, language))["handle"]
        request = {"handle": self._handles[language], "documents": documents, "summaries": summaries}
        found: dict[str, Any] = self.call("match", request)
        return found

    def guess(self, documents: list[str]) -> list[str]:
        """The language of each document, as a matcher without a language guesses it."""
        found = self.call("detect_language", {"texts": documents})
        return [FALLBACK if each is None else each["language"] for each in found]

    def judge(self, documents: list[str], summaries: list[str]) -> dict[str, list[Any]]:
        """The columns of pairs, each in the language that is guessed of it."""
        columns: dict[str, list[Any]] = {}
        languages = self.guess(documents)
        for language in sorted(set(languages)):
            rows = [row for row, each in enumerate(languages) if each == language]
            given = [documents[row] for row in rows], [summaries[row] for row in rows]
            for name, values in self.match(DEFAULT_MATCHERS[language], language, *given).items():
                column = columns.setdefault(name, [None] * len(documents))
                for row, value in zip(rows, values):
                    column[row] = value
        return columns
