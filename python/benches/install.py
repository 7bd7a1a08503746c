"""Installs the wheel into an empty environment, scores with five lines, and uninstalls it.

    python install.py WHEEL [--rounds N]

Each round makes an environment and a home folder that hold nothing, installs the wheel from its file
and what it needs from PyPI, runs the five lines twice, clears the cache and uninstalls. Ends with 1
if anything of the package is left, or if a score took more than 2 seconds of CPU.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import page

FIVE = """\
from epitome import Matcher
document = "The bridge at Holm was closed on Monday after the river rose by 12 metres."
found = Matcher().match(document, "The river rose by 15 metres.", explain=True)
wrong = next(part for part in found.evidence if part.kind == "number")
print(found.score, found.verdict, wrong.instead.of(document), flush=True)
"""
#: What the process has taken when the five lines are done, on Linux also the seconds in the queue.
TAKEN = """
import json, resource
used = resource.getrusage(resource.RUSAGE_SELF)
try:
    queued = int(open("/proc/self/schedstat").read().split()[1]) / 1e9
    most = int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) / 1024
except OSError:  # where getrusage does not begin with the memory of the process that started this one
    queued, most = 0.0, used.ru_maxrss / 1024
print(json.dumps({"cpu": used.ru_utime + used.ru_stime, "queued": queued, "rss": most}), flush=True)
"""
#: What may be left: what the package needs, which pip leaves to its user.
NEEDED = ("wasmtime", "msgpack")


def score(python: str, environment: dict[str, str]) -> dict[str, Any]:
    """The five lines in a process of their own: seconds from its start to their output."""
    began = time.perf_counter()
    command = [python, "-c", FIVE + TAKEN]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        wall = time.perf_counter() - began
        taken: dict[str, Any] = json.loads(process.stdout.readline())
    ended = time.perf_counter() - began
    if process.returncode or " contradicted 12" not in said:
        raise SystemExit(f"install.py: the five lines said {said!r}")
    return {**taken, "wall": wall, "free": wall - taken["queued"], "ended": ended, "said": said.strip()}


def files(folder: Path) -> set[str]:
    """The files of a folder, without what the interpreter compiles."""
    return {str(each.relative_to(folder)) for each in folder.rglob("*") if "__pycache__" not in each.parts}


def round_trip(wheel: str) -> dict[str, Any]:
    """One environment from its beginning to its end."""
    with tempfile.TemporaryDirectory() as temporary:
        place, home = Path(temporary) / "environment", Path(temporary) / "home"
        home.mkdir()
        venv.create(place, with_pip=True)
        python = str(place / "bin" / "python")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("EPITOME", "PYTHON", "XDG"))}
        cache = subprocess.run(
            [sys.executable, "-m", "pip", "cache", "dir"], capture_output=True, text=True
        ).stdout.strip()
        environment = {**kept, "HOME": str(home), "PIP_CACHE_DIR": cache, "PYTHONDONTWRITEBYTECODE": "1"}
        # pip asks rustc for its version, and rustup writes its settings.
        environment["RUSTUP_HOME"] = os.environ.get("RUSTUP_HOME", str(Path.home() / ".rustup"))
        before = files(place)

        def pip(*arguments: str) -> float:
            began = time.perf_counter()
            command = [python, "-m", "pip", *arguments, "--quiet", "--disable-pip-version-check"]
            subprocess.run(command, env=environment, check=True)
            return time.perf_counter() - began

        install = pip("install", wheel)
        added = files(place) - before
        size = sum((place / each).stat().st_size for each in added if (place / each).is_file())
        first, later = score(python, environment), score(python, environment)
        subprocess.run(
            [str(place / "bin" / "epitome"), "clear-cache"], env=environment, check=True, capture_output=True
        )
        pip("uninstall", "--yes", "epitome")
        left = [each for each in files(place) - before if "epitome" in each or not any(name in each for name in NEEDED)]
        at_home = sorted(files(home) - {".cache"})
    if left or at_home:
        raise SystemExit(f"install.py: left behind: {left} {at_home}")
    return {"install": install, "installed": size / 1e6, "first": first, "later": later}


def middle(values: list[float], digits: int = 2) -> str:
    """The median with the range."""
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    loads = [os.getloadavg()[0]]
    rounds = [round_trip(options.wheel) for _ in range(options.rounds)]
    loads.append(os.getloadavg()[0])
    lines = [
        f"`python python/benches/install.py dist/epitome-0.1.0-py3-none-any.whl`, {len(rounds)} rounds (load {min(loads):.1f} to",
        f"{max(loads):.1f}): an environment and a home folder that hold nothing, `pip install` of the wheel",
        f"({rounds[0]['installed']:.0f} MB on the disk with wasmtime and msgpack), these five lines twice, `epitome clear-cache`,",
        "`pip uninstall epitome`:",
        "",
        "```python",
        FIVE.strip(),
        "```",
        "",
        f"They print `{rounds[0]['first']['said']}`. Afterwards no file of the package is left in the environment, and none at home.",
        "",
        "| process | to the score, CPU seconds | by the clock | by the clock, free cores | most memory, MB |",
        "|---|---|---|---|---|",
    ]
    for kind, name in (("first", "the first on a machine"), ("later", "a later one")):
        cells = [
            middle([each[kind][key] for each in rounds], 0 if key == "rss" else 2)
            for key in ("cpu", "wall", "free", "rss")
        ]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += [
        "",
        "The first process ends when it has also written the fast code to the disk, "
        f"{middle([each['first']['ended'] for each in rounds], 1)} seconds after its start by the clock.",
    ]
    page.write({"Installed into an empty environment": "\n".join(lines)}, {"install": rounds})
    print(*lines, sep="\n")
    if max(each["first"]["cpu"] for each in rounds) > 2:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
