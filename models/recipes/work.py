"""Steps that are skipped when their output for the same settings exists.

A step's outputs live in `WORK/STEP-HASH/`, where HASH covers the step's settings
and the hashes of the steps it builds on; `done` marks a finished one.
"""

import hashlib
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

CACHE = Path.home() / ".cache" / "epitome-recipes"
"""Where work folders lie by default: outside the repository, since they hold texts of the data sets."""


class Work:
    """A work folder."""

    def __init__(self, folder: Path):
        self._folder = folder

    def step(self, name: str, settings: dict, make: Callable[[Path], None], resumes: bool = False) -> Path:
        """The folder of a step's outputs; `make(folder)` fills it unless it is filled already.

        A step that `resumes` finds what an interrupted run left in its folder.
        """
        text = json.dumps(settings, sort_keys=True, ensure_ascii=False)
        folder = self._folder / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"
        if (folder / "done").exists():
            print(f"{folder.name}: kept", flush=True)
            return folder
        print(f"{folder.name}: running", flush=True)
        if not resumes:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        before = _interrupted(folder)
        (folder / _SPENT).write_text(f"{before:.0f}\n")
        started = time.monotonic()
        make(folder)
        took = before + time.monotonic() - started
        (folder / "settings.json").write_text(text + "\n", encoding="utf-8")
        (folder / "done").write_text(f"{took:.0f}\n")
        print(f"{folder.name}: {took:.0f} s", flush=True)
        return folder


_SPENT = "spent"
"""A file that a run of a step begins with: seconds of those before it."""


def _interrupted(folder: Path) -> float:
    """Seconds of the runs of a step that were interrupted, of each up to what it wrote last."""
    begun = folder / _SPENT
    if not begun.exists():
        return 0.0
    last = max(path.stat().st_mtime for path in folder.iterdir())
    return float(begun.read_text()) + last - begun.stat().st_mtime


def seconds(folder: Path) -> int:
    """How long a finished step took, all its runs together."""
    return int((folder / "done").read_text())
