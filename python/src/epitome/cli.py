"""The command ``epitome``: JSON lines in, JSON lines out."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, TextIO

from . import __version__, clear_cache
from ._models import models
from .errors import EpitomeError
from .evaluation import evaluate
from .matcher import Matcher
from .results import MatchResult
from .summarizer import Summarizer

#: The rows that are read ahead.
_CHUNK = 1024
#: The bad lines that are reported one by one.
_REPORTED = 20

#: A row: its line's number, its fields, and what is wrong with it.
Row = tuple[int, dict[str, Any], str | None]


class _Run:
    """The lines of the inputs, the output, and how many lines were bad."""

    def __init__(self, files: Sequence[str], output: TextIO) -> None:
        self._files = files or ["-"]
        self._output = output
        self.bad = 0

    def rows(self) -> Iterator[Row]:
        """Every line that is not blank."""
        for name in self._files:
            with ExitStack() as stack:
                file = sys.stdin if name == "-" else stack.enter_context(open(name, encoding="utf-8"))
                for number, line in enumerate(file, 1):
                    if not line.strip():
                        continue
                    try:
                        fields = json.loads(line)
                    except ValueError as error:
                        yield number, {}, f"not JSON: {error}"
                        continue
                    is_object = isinstance(fields, dict)
                    yield number, fields if is_object else {}, None if is_object else "not an object"

    def chunks(self) -> Iterator[list[Row]]:
        """The lines, some at a time."""
        rows = self.rows()
        while some := list(itertools.islice(rows, _CHUNK)):
            yield some

    def refuse(self, number: int, reason: str) -> None:
        """Reports a bad line."""
        self.bad += 1
        if self.bad <= _REPORTED:
            print(f"epitome: line {number}: {reason}", file=sys.stderr)

    def write(self, fields: dict[str, Any]) -> None:
        """Writes a row."""
        self._output.write(json.dumps(fields, ensure_ascii=False) + "\n")

    def end(self) -> int:
        """The exit status."""
        self._output.flush()
        if self.bad > _REPORTED:
            print(f"epitome: {self.bad} bad lines in all", file=sys.stderr)
        return 1 if self.bad else 0


def _pairs(rows: list[Row], options: argparse.Namespace) -> list[tuple[Any, Any]]:
    return [(row.get(options.document_field), row.get(options.summary_field)) for _, row, _ in rows]


def _judged(
    run: _Run, options: argparse.Namespace, explain: bool
) -> Iterator[tuple[dict[str, Any], MatchResult]]:
    matcher = Matcher(options.language, model=options.model)
    for rows in run.chunks():
        found = matcher.match_batch(
            _pairs(rows, options), explain=explain, errors="return", threads=options.workers
        )
        for (number, fields, wrong), result in zip(rows, found):
            if wrong is not None:
                run.refuse(number, wrong)
            elif isinstance(result, EpitomeError):
                run.refuse(number, str(result).partition(": ")[2])
            else:
                yield fields, result


def _score(run: _Run, options: argparse.Namespace) -> int:
    for fields, result in _judged(run, options, options.explain):
        run.write({**fields, **result.to_dict()})
    return run.end()


def _filter(run: _Run, options: argparse.Namespace) -> int:
    kept = total = 0
    for fields, result in _judged(run, options, False):
        total += 1
        if result.probability >= options.keep:
            kept += 1
            run.write({**fields, **result.to_dict()} if options.with_scores else fields)
    print(f"epitome: kept {kept} of {total} pairs", file=sys.stderr)
    return run.end()


def _evaluate(run: _Run, options: argparse.Namespace) -> int:
    rows = []
    for number, fields, wrong in run.rows():
        label = fields.get(options.label_field)
        if wrong is None and not isinstance(label, (int, float)):
            wrong = f"the field {options.label_field!r} is neither a number nor true or false"
        if wrong is not None:
            run.refuse(number, wrong)
        else:
            rows.append((number, fields, wrong))
    found = evaluate(
        Matcher(options.language, model=options.model),
        _pairs(rows, options),
        [fields[options.label_field] for _, fields, _ in rows],
        positive_from=options.positive_from,
        threads=options.workers,
    )
    keep = found.keep and found.keep.__dict__
    run.write({**found.__dict__, "bad": found.bad + run.bad, "keep": keep})
    run.bad += found.bad
    return run.end()


def _summarize(run: _Run, options: argparse.Namespace) -> int:
    summarizer = Summarizer(options.type, options.length, options.format, options.language, options.method)
    for rows in run.chunks():
        texts = [fields.get(options.document_field) for _, fields, _ in rows]
        for (number, fields, wrong), summary in zip(rows, summarizer.summarize_batch(texts)):
            if wrong is not None or isinstance(summary, EpitomeError):
                run.refuse(number, wrong or str(summary))
            else:
                run.write({**fields, options.summary_field: summary})
    return run.end()


def _models(run: _Run, _: argparse.Namespace) -> int:
    for info in models():
        run.write({"name": info.name, "version": info.version, "task": info.task,
                   "languages": info.languages, "bytes": info.bytes, "license": info.license})
    return run.end()


def _clear_cache(run: _Run, _: argparse.Namespace) -> int:
    print(f"epitome: removed {clear_cache()} compiled modules", file=sys.stderr)
    return run.end()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="epitome",
        description="Tells whether a summary says what its document says, and writes one. "
        "Everything is computed on this machine.",
        epilog="Exit status: 0 all went well, 1 lines were bad, 2 the command line is wrong.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, work: Callable[[_Run, argparse.Namespace], int], about: str, reads: bool = True) -> Any:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(work=work)
        if not reads:
            command.set_defaults(files=[], output=None)
            return command
        command.add_argument("files", nargs="*", metavar="FILE", help="JSON lines (default, and -: standard input)")
        command.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output")
        command.add_argument("-l", "--language", default="auto", help="zh, en, fa, de or auto (default)")
        command.add_argument("--document-field", default="document", metavar="NAME")
        command.add_argument("--summary-field", default="summary", metavar="NAME")
        return command

    def judge(command: Any) -> Any:
        command.add_argument("-m", "--model", help="a model by name, or a folder, with a slash")
        command.add_argument("-w", "--workers", type=int, default=1, metavar="N", help="judge in N threads")
        return command

    score = judge(add("score", _score, "judge pairs: each row with score, probability and verdict"))
    score.add_argument("-e", "--explain", action="store_true", help="also the evidence")
    keep = judge(add("filter", _filter, "keep the rows whose summary fits"))
    keep.add_argument("-k", "--keep", type=float, required=True, metavar="P", help="the least probability, 0 to 1")
    keep.add_argument("--with-scores", action="store_true", help="add the fields of score")
    labelled = judge(add("evaluate", _evaluate, "how well a model tells the labels of rows"))
    labelled.add_argument("--label-field", default="label", metavar="NAME")
    labelled.add_argument("--positive-from", type=float, metavar="N", help="the least label of what fits")
    summarize = add("summarize", _summarize, "summarize the documents of rows")
    summarize.add_argument("--type", choices=["headline", "tldr", "teaser", "key-points"])
    summarize.add_argument("--length", default="short", choices=["short", "medium", "long"])
    summarize.add_argument("--format", default="plain-text", choices=["plain-text", "markdown"])
    summarize.add_argument("--method", default="auto", choices=["auto", "extractive", "lead", "textrank", "subset"])
    add("models", _models, "list the models of the package", reads=False)
    add("clear-cache", _clear_cache, "remove the compiled modules from the disk", reads=False)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; gives the exit status."""
    options = _parser().parse_args(arguments)
    try:
        with ExitStack() as stack:
            output = sys.stdout
            if options.output is not None:
                output = stack.enter_context(open(options.output, "w", encoding="utf-8"))
            status: int = options.work(_Run(options.files, output), options)
            return status
    except (EpitomeError, OSError) as error:
        print(f"epitome: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
