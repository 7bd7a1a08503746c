"""The command ``epitome``: rows in, JSON lines out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import Any

from .. import __version__
from ..errors import EpitomeError
from . import choosing, judging, texts
from .rows import FORMATS, Run, suffix_of, write_to

_LINES = (
    "Reads JSON lines (one object a line), CSV or TSV with a head, packed with gzip or not, from FILEs or from "
    "standard input, in bounded memory. Bad lines are reported with their numbers, counted and left out; the exit "
    "status is then 1."
)


def _at_least(least: float, most: float, kind: type[int] | type[float]) -> Callable[[str], Any]:
    """A reader of numbers of a range."""

    def read(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not least <= value <= most:
            what = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"expected {what} from {least:g} to {most:g}, got {text!r}")
        return value

    return read


class _Commands:
    """The parser, as commands are added to it."""

    def __init__(self) -> None:
        self.parser = argparse.ArgumentParser(
            prog="epitome",
            description="Tells whether a summary says what its document says, and writes one. "
            "Everything is computed on this machine; nothing is sent anywhere.",
            epilog="epitome COMMAND --help teaches a command. Exit status: 0 all went well, 1 lines were bad, "
            "2 the command line is wrong or nothing could be done.",
        )
        self.parser.add_argument("--version", action="version", version=__version__)
        self._commands = self.parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(
        self, name: str, work: Callable[[Run, argparse.Namespace], int], about: str, example: str, more: str = ""
    ) -> Any:
        """A command."""
        command = self._commands.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}. {more}", epilog=f"Example: $ {example}"
        )
        command.set_defaults(work=work, files=[], output=None, input_format=None)
        return command

    def rows(self, name: str, work: Callable[[Run, argparse.Namespace], int], about: str, example: str) -> Any:
        """A command that reads rows."""
        command = self.add(name, work, about, example, _LINES)
        command.add_argument("files", nargs="*", metavar="FILE", help="rows (default, and -: standard input)")
        _output(command)
        command.add_argument("--input-format", choices=FORMATS, help="default: by the name of FILE, else jsonl")
        command.add_argument("--document-field", default="document", metavar="NAME", help="default: document")
        command.add_argument("--summary-field", default="summary", metavar="NAME", help="default: summary")
        return command

    def judge(self, name: str, work: Callable[[Run, argparse.Namespace], int], about: str, example: str) -> Any:
        """A command that judges rows."""
        command = self.rows(name, work, about, example)
        _language(command)
        command.add_argument("-m", "--model", help="a model by name (see: epitome models), or a folder, with a slash")
        command.add_argument(
            "-w",
            "--workers",
            type=_at_least(1, 64, int),
            default=1,
            metavar="N",
            help="judge in N threads (default: 1)",
        )
        return command


def _output(command: Any) -> None:
    command.add_argument(
        "-o", "--output", metavar="FILE", help="write there instead of to standard output; FILE.gz is packed"
    )


def _language(command: Any) -> None:
    command.add_argument(
        "-l", "--language", default="auto", metavar="TAG", help="zh, en, fa, de, or auto, by each document (default)"
    )


def _per_row(command: Any) -> None:
    command.add_argument("--language-field", metavar="NAME", help="field that holds the language of each row")
    command.add_argument(
        "-d",
        "--digits",
        type=_at_least(0, 15, int),
        metavar="N",
        help="at most N digits after the point (default: all)",
    )


def _parser() -> argparse.ArgumentParser:
    commands = _Commands()
    score = commands.judge(
        "score", judging.score, "judge pairs: each row with score, probability and verdict",
        "epitome score --language en --output scored.jsonl pairs.jsonl",
    )  # fmt: skip
    score.add_argument("-e", "--explain", action="store_true", help="also the evidence")
    _per_row(score)

    keep = commands.judge(
        "filter", judging.keep, "keep the rows whose summary fits",
        "epitome filter --keep 0.5 --language de pairs.jsonl > good.jsonl",
    )  # fmt: skip
    probability = _at_least(0, 1, float)
    keep.add_argument(
        "-k", "--keep", type=probability, required=True, metavar="P", help="the least probability, 0 to 1"
    )
    keep.add_argument("--with-scores", action="store_true", help="add the fields of score")
    _per_row(keep)
    keep.set_defaults(check=_rounds_scores)

    labelled = commands.judge(
        "evaluate", judging.measure, "tell how well a model tells the labels of rows",
        "epitome evaluate --language en --label-field human_score labelled.jsonl",
    )  # fmt: skip
    labelled.add_argument("--label-field", default="label", metavar="NAME", help="default: label")
    labelled.add_argument("--positive-from", type=float, metavar="N", help="the least label of what fits")
    labelled.add_argument(
        "--resamples",
        type=_at_least(100, 100_000, int),
        default=1000,
        metavar="N",
        help="of the bootstrap (default: 1000)",
    )
    labelled.add_argument("--json", action="store_true", help="the figures as JSON")

    _selecting(commands)
    summarize = commands.rows(
        "summarize", texts.summarize, "summarize the documents of rows, into the field summary",
        "epitome summarize --type tldr --output short.jsonl articles.jsonl",
    )  # fmt: skip
    _language(summarize)
    summarize.add_argument("-t", "--type", choices=["headline", "tldr", "teaser", "key-points"])
    summarize.add_argument("--length", default="short", choices=["short", "medium", "long"])
    summarize.add_argument("--format", default="plain-text", choices=["plain-text", "markdown"])
    summarize.add_argument("--method", default="auto", choices=["auto", "extractive", "lead", "textrank", "subset"])

    segment = commands.add(
        "segment", texts.segment, "find the lines and speeches of what pdftohtml -xml writes",
        "epitome segment --sections protocol.xml > speeches.jsonl",
    )  # fmt: skip
    segment.add_argument("file", nargs="?", default="-", metavar="FILE.xml", help="default, and -: standard input")
    segment.add_argument("--sections", action="store_true", help="write the speeches, not the lines")
    segment.add_argument("-m", "--model", default="speech-lines-de", help="default: speech-lines-de")
    _output(segment)

    listed = commands.add("models", texts.models, "list the models of the package", "epitome models --json")
    listed.add_argument("--json", action="store_true", help="everything that is known of them, as JSON")
    commands.add("clear-cache", texts.clear, "remove the compiled modules from the disk", "epitome clear-cache")
    return commands.parser


def _selecting(commands: _Commands) -> None:
    """``select`` has options of its own."""
    select = commands.rows(
        "select", choosing.select, "pick the best part of scored rows, within limits (at least one)",
        "epitome select --items 1000 --repeats 0 scored.jsonl > chosen.jsonl",
    )  # fmt: skip
    most = _at_least(1, 1e9, int)
    select.add_argument("--items", type=most, metavar="N", help="at most N rows")
    select.add_argument("--tokens", type=most, metavar="N", help="at most N words in all")
    select.add_argument("--quota", type=most, metavar="N", help="at most N rows of each label")
    select.add_argument(
        "--repeats",
        type=_at_least(0, 1e9, int),
        metavar="N",
        help="at most N pairs of rows that nearly repeat each other",
    )
    select.add_argument("--label-field", default="source", metavar="NAME", help="default: source")
    select.add_argument("--score-field", default="probability", metavar="NAME", help="default: probability")
    select.add_argument("--neighbours", type=_at_least(0, 100, int), default=5, metavar="N", help="default: 5")
    select.add_argument("--weight", type=_at_least(0, 1e9, float), default=0.5, metavar="W", help="default: 0.5")
    select.add_argument("--method", default="mqmcg", choices=["greedy", "dlib", "mqmcg"])
    select.add_argument("--seed", type=_at_least(0, 1e9, int), default=0, metavar="N", help="of dlib (default: 0)")
    select.set_defaults(check=_has_limit)


def _has_limit(options: argparse.Namespace) -> str | None:
    """What is wrong with the options of ``select``."""
    limits = (options.items, options.tokens, options.quota, options.repeats)
    is_limited = any(limit is not None for limit in limits)
    return None if is_limited else "select needs a limit: --items, --tokens, --quota or --repeats"


def _rounds_scores(options: argparse.Namespace) -> str | None:
    """What is wrong with the options of ``filter``."""
    needless = options.digits is not None and not options.with_scores
    return "--digits rounds the fields of --with-scores, which is not given" if needless else None


def _is_input(options: argparse.Namespace) -> str | None:
    """What is wrong with the output: it would empty an input before that is read."""
    for name in (*options.files, getattr(options, "file", "-")):
        with suppress(OSError):
            if options.output is not None and os.path.samefile(name, options.output):
                return f"--output: {options.output} is an input"
    return None


def _is_table(options: argparse.Namespace) -> str | None:
    """What is wrong with the output: its name says another format than is written."""
    suffix = "" if options.output is None else suffix_of(options.output)
    if suffix not in ("csv", "tsv", "json"):
        return None
    return f"--output: {options.output} would be {suffix.upper()}, and JSON lines are written; name it .jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; gives the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    wrong = (options.check(options) if "check" in options else None) or _is_input(options) or _is_table(options)
    if wrong is not None:
        parser.error(wrong)
    try:
        with ExitStack() as stack:
            output = write_to(options.output, stack)
            status: int = options.work(Run(options.files, output, options.input_format), options)
            return status
    except BrokenPipeError:
        # The reader has had enough; nothing more is to be flushed into its pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except EpitomeError as error:
        print(f"epitome: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        about = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
        print(f"epitome: {about}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
