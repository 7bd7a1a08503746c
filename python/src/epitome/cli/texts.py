"""``summarize`` and ``segment``: texts and layouts; ``models`` and ``clear-cache``."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from .. import clear_cache
from .._models import models as packaged
from .._names import camel
from ..errors import DataError, EpitomeError
from ..structure import LineClassifier, PageLayout
from ..summarizer import Summarizer
from .rows import Run


def summarize(run: Run, options: argparse.Namespace) -> int:
    """Writes each row with the summary of its document."""
    summarizer = Summarizer(options.type, options.length, options.format, options.language, options.method)
    for rows in run.chunks():
        texts = [row.fields.get(options.document_field) for row in rows]
        for row, summary in zip(rows, summarizer.summarize_batch(texts)):  # type: ignore[arg-type]
            if row.wrong is not None or isinstance(summary, EpitomeError):
                run.refuse(row, row.wrong or str(summary))
            else:
                run.write({**row.fields, options.summary_field: summary})
    return run.end()


def segment(run: Run, options: argparse.Namespace) -> int:
    """Writes the lines of a document, or its sections."""
    name = options.file
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        layout = PageLayout.from_pdftohtml(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise DataError(f"{name}: not UTF-8", "invalid-argument") from error
    found = LineClassifier(model=options.model).classify(layout)
    for part in found.sections if options.sections else found.lines:
        run.write({camel(name): value for name, value in part._asdict().items()})
    return run.end()


def models(run: Run, options: argparse.Namespace) -> int:
    """Lists the models of the package."""
    if options.json:
        run.write([asdict(info) for info in packaged()])
        return run.end()
    rows = [("name", "task", "languages", "KiB", "version", "license")]
    rows += [
        (each.name, each.task, " ".join(each.languages), f"{-(-each.bytes // 1024)}", each.version, each.license)
        for each in packaged()
    ]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        run.print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    return run.end()


def clear(run: Run, _: argparse.Namespace) -> int:
    """Removes the compiled modules from the disk."""
    print(f"epitome: removed {clear_cache()} compiled modules", file=sys.stderr)
    return run.end()
