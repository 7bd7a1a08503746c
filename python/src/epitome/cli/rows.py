"""Rows of files: JSON lines, CSV and TSV, packed with gzip or not; and JSON lines out."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TextIO, cast

from ..errors import DataError

#: The rows that are read ahead.
_CHUNK = 1024
#: The bad lines that are reported one by one.
_REPORTED = 20
#: The most characters of a field of CSV: more than a document may have.
_FIELD = 1 << 24
FORMATS = ("jsonl", "csv", "tsv")


@dataclass(frozen=True)
class Row:
    """A row, and what is wrong with it."""

    #: The file, and the number of the line in it.
    place: str
    fields: dict[str, Any] = field(default_factory=dict)
    wrong: str | None = None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _of_json(place: str, raw: bytes) -> Row:
    try:
        found = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError:
        return Row(place, wrong="not UTF-8")
    except (ValueError, RecursionError) as error:
        return Row(place, wrong=f"not JSON: {error}")
    return Row(place, found) if isinstance(found, dict) else Row(place, wrong="not an object")


def _of_table(place: str, fields: dict[str | None, Any]) -> Row:
    if None in fields:
        return Row(place, wrong="more fields than the head names")
    named = cast("dict[str, Any]", fields)
    if any(value is None for value in named.values()):
        return Row(place, wrong="fewer fields than the head names")
    if not all(is_unicode(value) for value in named.values()):
        return Row(place, wrong="not UTF-8")
    return Row(place, named)


def is_unicode(text: str) -> bool:
    """Whether a text has no lone surrogate, which stands for bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def format_of(name: str, given: str | None) -> str:
    """The format that was asked for, or that of a file's name."""
    suffix = suffix_of(name)
    return given or (suffix if suffix in FORMATS else "jsonl")


def suffix_of(name: str) -> str:
    """The suffix of a file's name in lower case, without the point, behind a suffix ``.gz``."""
    return Path(name.removesuffix(".gz")).suffix.lstrip(".").lower()


def read(name: str, given: str | None = None) -> Iterator[Row]:
    """The rows of a file; ``-`` is standard input. Blank lines are skipped."""
    with ExitStack() as stack:
        file: Any = sys.stdin.buffer if name == "-" else stack.enter_context(open(name, "rb"))
        shown = "" if name == "-" else f"{name}: "
        if name.endswith(".gz"):
            file = stack.enter_context(gzip.open(cast(BinaryIO, file)))
        kind = format_of(name, given)
        try:
            if kind == "jsonl":
                for number, raw in enumerate(file, 1):
                    if raw.strip():
                        yield _of_json(f"{shown}line {number}", raw)
                return
            csv.field_size_limit(_FIELD)
            text = io.TextIOWrapper(file, "utf-8-sig", errors="surrogateescape", newline="")
            table = csv.DictReader(text, delimiter="," if kind == "csv" else "\t")
            for fields in table:
                yield _of_table(f"{shown}line {table.line_num}", cast("dict[str | None, Any]", fields))
        except csv.Error as error:
            raise DataError(f"{shown}{error}", "invalid-argument") from error
        except (EOFError, zlib.error) as error:
            raise DataError(f"{shown}the packed file is damaged or cut off", "invalid-argument") from error


class Run:
    """The rows of the inputs, the output, and how many rows were bad."""

    def __init__(self, files: Sequence[str], output: TextIO, input_format: str | None = None) -> None:
        self._files = list(files) or ["-"]
        self._format = input_format
        self._output = output
        self.bad = 0

    def rows(self) -> Iterator[Row]:
        """Every row of every file."""
        for name in self._files:
            yield from read(name, self._format)

    def chunks(self) -> Iterator[list[Row]]:
        """The rows, some at a time."""
        rows = self.rows()
        while some := list(itertools.islice(rows, _CHUNK)):
            yield some

    def refuse(self, row: Row, reason: str) -> None:
        """Reports a bad row."""
        self.bad += 1
        if self.bad <= _REPORTED:
            print(f"epitome: {row.place}: {reason}", file=sys.stderr)

    def write(self, fields: Any) -> None:
        """Writes a row."""
        line = json.dumps(fields, ensure_ascii=False)
        self.print(line if is_unicode(line) else json.dumps(fields))

    def print(self, line: str) -> None:
        """Writes a line."""
        self._output.write(f"{line}\n")

    def end(self) -> int:
        """The exit status."""
        self._output.flush()
        if self.bad > _REPORTED:
            print(f"epitome: {self.bad} bad lines in all", file=sys.stderr)
        return 1 if self.bad else 0


def write_to(name: str | None, stack: ExitStack) -> TextIO:
    """The output: standard output, a file, or one packed with gzip."""
    if name is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        return sys.stdout
    if name.endswith(".gz"):
        return stack.enter_context(gzip.open(name, "wt", encoding="utf-8"))
    return stack.enter_context(open(name, "w", encoding="utf-8"))
