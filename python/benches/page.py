"""The page of results: each program writes its own sections, and leaves those of the others.

The figures are kept beside, in ``target/scale.json``, for ``plan.py``, which computes with those of all.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "results" / "scale.md"
FIGURES = ROOT / "target" / "scale.json"
#: The sections in their order on the page; what stands before the first is under "".
ORDER = (
    "",
    "Throughput of a core",
    "By length",
    "Start and memory of a process",
    "Two workers",
    "Sizes",
    "Installed into an empty environment",
    "The same pairs in every engine",
    "From one worker to two",
    "A million pairs, and an executor killed",
    "A shuffle, and a spill",
    "A run over 10⁹ pairs, simulated",
)


def sections(page: str) -> dict[str, str]:
    """The text under each heading."""
    first, *others = re.split(r"^## ", page, flags=re.MULTILINE)
    found = {"": first.strip()} if first.strip() else {}
    for each in others:
        heading, _, text = each.partition("\n")
        found[heading.strip()] = text.strip()
    return found


def figures() -> dict[str, Any]:
    """What the programs have measured."""
    found: dict[str, Any] = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    return found


def write(given: dict[str, str], measured: dict[str, Any] | None = None) -> None:
    """Puts sections in the place of those of the same headings, and keeps figures."""
    if measured:
        FIGURES.parent.mkdir(exist_ok=True)
        FIGURES.write_text(json.dumps({**figures(), **measured}))
    unknown = set(given) - set(ORDER)
    if unknown:
        raise SystemExit(f"page.py: no place for {', '.join(sorted(unknown))}")
    found = {**(sections(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}), **given}
    parts = [
        f"## {heading}\n\n{found[heading]}" if heading else found[heading] for heading in ORDER if heading in found
    ]
    PAGE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
