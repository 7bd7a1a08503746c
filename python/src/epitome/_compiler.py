"""Machine code for the module: at first code that is made quickly, then code that runs quickly.

Wasmtime has two compilers. Its baseline compiler, Winch, makes code in a seventh of the time, which
runs half as fast and computes the same. A process that finds no compiled module on disk begins with
it. Meanwhile a thread makes the optimised code, which the next calls use and which is kept on disk:
later processes begin with that. The interpreter ends when this thread does, after some seconds.
Of processes that start together one makes the optimised code, and the others read it.

Where the baseline compiler cannot be had (wasmtime before 50, other processors than x86-64), the
first call waits for the optimised code.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any, NamedTuple

import wasmtime

from . import _cache

#: Seconds after which the disk is looked at again, while another process makes the optimised code.
_LOOK_AGAIN = 1.0


class Code(NamedTuple):
    """A compiled module, and the engine that it belongs to."""

    engine: wasmtime.Engine
    module: wasmtime.Module


def _kept(wasm: bytes) -> Code | None:
    """The optimised code on disk."""
    code = _cache.read(wasm)
    if code is None:
        return None
    engine = wasmtime.Engine()
    try:
        return Code(engine, wasmtime.Module.deserialize(engine, code))
    except wasmtime.WasmtimeError:
        return None  # of another version or processor


def _optimised(wasm: bytes, *, parallel: bool) -> Code:
    """Compiles with optimisation, and keeps the code."""
    config = wasmtime.Config()
    # Threads of a compiler are not there in a forked process, which would wait for them.
    config.parallel_compilation = parallel
    engine = wasmtime.Engine(config)
    module = wasmtime.Module(engine, wasm)
    _cache.write(wasm, bytes(module.serialize()))
    return Code(engine, module)


def _baseline(wasm: bytes) -> Code | None:
    """Compiles with Winch, where wasmtime has it for this processor."""
    try:
        # The property `strategy` knows no Winch.
        bindings: Any = wasmtime._bindings
        strategies = [each.name for each in bindings.wasmtime_strategy_enum]
        config = wasmtime.Config()
        config.parallel_compilation = False
        bindings.wasmtime_config_strategy_set(config.ptr(), strategies.index("WASMTIME_STRATEGY_WINCH"))
        engine = wasmtime.Engine(config)
        return Code(engine, wasmtime.Module(engine, wasm))
    except (AttributeError, ValueError, wasmtime.WasmtimeError):
        return None


class Compiler:
    """The best code that this process has for a module."""

    def __init__(self, wasm: bytes) -> None:
        self._wasm = wasm
        self._thread: threading.Thread | None = None
        self._next_look = 0.0
        kept = _kept(wasm)
        baseline = _baseline(wasm) if kept is None else None
        #: The code that instances are made of from now on.
        self.code = kept or baseline or _optimised(wasm, parallel=True)
        self._is_final = baseline is None

    def best(self) -> Code:
        """The code to use now. Called by one thread at a time."""
        if not self._is_final and time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + _LOOK_AGAIN
            if self._thread is None or not self._thread.is_alive():  # as in a forked process
                self._improve()
        return self.code

    def _improve(self) -> None:
        """Takes the code from the disk, or begins to make it if no other process does."""
        found = _kept(self._wasm)
        if found is not None:
            self.code, self._is_final = found, True
            return
        alone = _cache.lock(self._wasm)
        if alone is not None:
            self._thread = threading.Thread(target=self._optimise, args=[alone], name="epitome-compiler")
            # The interpreter that ends starts no thread.
            with suppress(RuntimeError):
                self._thread.start()

    def _optimise(self, alone: _cache.Lock) -> None:
        try:
            with alone:
                self.code = _kept(self._wasm) or _optimised(self._wasm, parallel=False)
        finally:  # the baseline's code is used to the end where there is no other
            self._is_final = True
