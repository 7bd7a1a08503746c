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
        started = time.monotonic()
        make(folder)
        (folder / "settings.json").write_text(text + "\n", encoding="utf-8")
        (folder / "done").write_text(f"{time.monotonic() - started:.0f}\n")
        print(f"{folder.name}: {time.monotonic() - started:.0f} s", flush=True)
        return folder


def seconds(folder: Path) -> int:
    """How long a finished step took."""
    return int((folder / "done").read_text())
