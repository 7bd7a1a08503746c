"""Quick code first, then fast code: equal results, one compilation for all processes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from epitome import _cache, _compiler, _models, _module

WASM = _module.data("epitome_plain.wasm").read_bytes()

HOLDER = """
import sys
from epitome import _cache, _module
with _cache.lock(_module.data("epitome_plain.wasm").read_bytes()) as held:
    print("held" if held else "not held", flush=True)
    sys.stdin.readline()
"""

FORKED = """
import os
from epitome import Matcher, _module
pair = ("The river rose by 12 metres.", "The river rose.")
first = Matcher("en").match(*pair)
child = os.fork()
again = Matcher("en").match(*pair)
if child == 0:
    os._exit(0 if again == first else 1)
_, status = os.waitpid(child, 0)
raise SystemExit(0 if again == first and status == 0 else 1)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, which the code that this process makes for other tests does not come to."""
    _module.compiled()
    for thread in threading.enumerate():
        if thread.name == "epitome-compiler":
            thread.join()
    folder = tmp_path / "cache"
    monkeypatch.setenv("EPITOME_CACHE", str(folder))
    monkeypatch.setattr(_compiler, "_LOOK_AGAIN", 0.0)
    yield folder


@pytest.fixture
def baseline() -> _compiler.Code:
    """The code of the baseline compiler, which not every processor has."""
    found = _compiler._baseline(WASM)
    if found is None:
        pytest.skip("no baseline compiler here")
    return found


def judged(code: _compiler.Code, pairs: list[dict[str, Any]]) -> Any:
    """What an instance of some code says of pairs."""
    held = _module.Instance(code)
    handle = held.call("open", _models._bundle("fit-en", "en"))["handle"]
    columns = {
        name: [pair[key] for pair in pairs] for name, key in (("documents", "document"), ("summaries", "summary"))
    }
    return held.call("match", {"handle": handle, **columns, "explain": True})


def test_both_compilers_compute_the_same(baseline: _compiler.Code, pairs: list[dict[str, Any]]) -> None:
    assert judged(baseline, pairs) == judged(_module.compiled(), pairs)


def test_fast_code_follows_and_is_kept(place: Path, baseline: _compiler.Code) -> None:
    compiler = _compiler.Compiler(WASM)
    first = compiler.best()
    assert compiler._thread is not None
    compiler._thread.join()
    assert compiler.best() is not first
    assert [each.suffix for each in place.iterdir()] == [".cwasm"]
    later = _compiler.Compiler(WASM)
    assert later.best() is later.best() and later._thread is None


@pytest.mark.skipif(_cache.fcntl is None, reason="no locks of files here")
def test_one_process_compiles_for_all(place: Path, baseline: _compiler.Code) -> None:
    command = [sys.executable, "-c", HOLDER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        compiler = _compiler.Compiler(WASM)
        first = compiler.best()
        assert compiler.best() is first and compiler._thread is None
        # What the other has made is used as soon as it is there.
        _cache.write(WASM, bytes(_module.compiled().module.serialize()))
        assert compiler.best() is not first and compiler._thread is None
        for each in place.glob("*.cwasm"):
            each.unlink()
        waiting = _compiler.Compiler(WASM)
        assert waiting.best() and waiting._thread is None
        holder.kill()
    until = time.monotonic() + 60
    while waiting._thread is None and time.monotonic() < until:
        waiting.best()
    # The lock of a process that was killed is free.
    assert waiting._thread is not None
    waiting._thread.join()
    assert list(place.glob("*.cwasm"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("keeps", [True, False])
def test_a_forked_process_goes_on(place: Path, keeps: bool) -> None:
    environment = {**os.environ, "EPITOME_CACHE": str(place) if keeps else ""}
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], env=environment, check=True, timeout=300)
