"""The WebAssembly module: its code once a process, one instance a thread.

A store of wasmtime is used by one thread at a time, so each thread has its own instance, with its
own memory and models. Calls release the interpreter's lock: threads compute side by side.
"""

from __future__ import annotations

import os
import struct
import threading
from importlib import resources
from typing import Any

import msgpack
import wasmtime

from ._compiler import Code, Compiler
from .errors import EpitomeError, OperationError, from_reply

ABI_VERSION = 1
_HEADER = struct.Struct("<II")
_MASK = 0xFFFF_FFFF
#: Memory does not shrink: an instance with more than so many bytes makes room for another.
MOST_MEMORY = 256 << 20


def data(*path: str) -> resources.abc.Traversable:
    """A file of the package's data."""
    return resources.files(__package__).joinpath("_data", *path)


class Instance:
    """A running module with its memory."""

    def __init__(self, code: Code) -> None:
        #: What it was made of.
        self.code = code
        self._store = wasmtime.Store(code.engine)
        self._exports = wasmtime.Instance(self._store, code.module, []).exports(self._store)
        self._memory: wasmtime.Memory = self._exports["memory"]  # type: ignore[assignment]
        #: Handles of the models that are open here, by what they were opened as.
        self.handles: dict[Any, dict[str, Any]] = {}
        version = self._raw("epitome_abi_version")
        if version != ABI_VERSION:
            raise OperationError(
                f"the module has interface {version}; this package needs {ABI_VERSION}",
                "missing-module",
            )
        self._raw("epitome_start")

    def _raw(self, name: str, *arguments: int) -> Any:
        return self._exports[name](self._store, *arguments)  # type: ignore[operator]

    def call(self, operation: str, request: dict[str, Any]) -> Any:
        """Runs an operation. Raises what the module answers; a trap is an OperationError."""
        # Lone surrogates become bytes that the module refuses, in their row alone.
        packed = bytearray(msgpack.packb(request, unicode_errors="surrogatepass"))
        try:
            address = self._raw("epitome_alloc", len(packed)) & _MASK
            if address == 0:
                raise OperationError(f"no memory for {len(packed)} bytes", "out-of-memory")
            self._memory.write(self._store, packed, address)
            reply = self._raw(f"epitome_{operation}", address)
            return self._read(reply)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            raise self._stopped(error) from error

    def _read(self, reply: int) -> Any:
        reply &= _MASK
        if reply == 0:
            raise OperationError("no memory for the result", "out-of-memory")
        status, length = _HEADER.unpack(self._memory.read(self._store, reply, reply + 8))
        body = self._memory.read(self._store, reply + 8, reply + 8 + length)
        self._raw("epitome_free", reply)
        value = msgpack.unpackb(body, strict_map_key=False)
        if status != 0:
            raise from_reply(value)
        return value

    def _stopped(self, error: Exception) -> OperationError:
        """What ended this instance, which is not used again."""
        forget(self)
        try:
            reason = self._read(self._raw("epitome_last_panic"))
        except (EpitomeError, wasmtime.WasmtimeError, wasmtime.Trap):
            reason = None
        return OperationError(f"the module stopped: {reason or error}", "wasm-trap")

    @property
    def memory_bytes(self) -> int:
        """The size of its memory."""
        return int(self._memory.data_len(self._store))


_lock = threading.Lock()
_compiler: Compiler | None = None
_local = threading.local()


def compiled() -> Code:
    """The best code that this process has of the module."""
    global _compiler
    with _lock:
        if _compiler is None:
            try:
                wasm = data("epitome_plain.wasm").read_bytes()
            except FileNotFoundError as error:
                raise OperationError(
                    "the package holds no module: it is built by ./build.sh python", "missing-module"
                ) from error
            _compiler = Compiler(wasm)
        return _compiler.best()


def instance() -> Instance:
    """The instance of this thread."""
    found: Instance | None = getattr(_local, "instance", None)
    if found is None:
        found = _local.instance = Instance(compiled())
    return found


def fresh_instance() -> Instance:
    """The instance of this thread, or a new one: if very long texts have made that large, or there is
    better code than that which it is made of.
    """
    found = instance()
    if found.memory_bytes > MOST_MEMORY or found.code is not compiled():
        forget(found)
        found = instance()
    return found


def forget(ended: Instance) -> None:
    """Drops an instance that a trap has ended; the next call makes another."""
    if getattr(_local, "instance", None) is ended:
        _local.instance = None


def call(operation: str, request: dict[str, Any]) -> Any:
    """Runs an operation in the instance of this thread: that which opened the model, if it has one."""
    held = instance() if "handle" in request else fresh_instance()
    return held.call(operation, request)


def _after_fork() -> None:
    # A lock that another thread held stays locked in the child.
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
