"""The compiled module on disk, so that only the first process compiles it.

Machine code that is read back runs unchecked. So a file is used only from a folder that belongs to
this user and that nobody else can write, and only if its SHA-256 is that of its content; wasmtime
itself refuses code of another version or for another processor. Where there is no such
folder nothing is kept, and every process compiles.

``EPITOME_CACHE`` names another folder; empty, it keeps nothing.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_DIGEST = 32
_SUFFIX = ".cwasm"
_LOCK = ".lock"


def folder() -> Path | None:
    """The folder of compiled modules; ``None`` where nothing is kept."""
    named = os.environ.get("EPITOME_CACHE")
    if named is not None:
        return Path(named) if named else None
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
            return Path(base) / "epitome" / "Cache" if base else None
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "epitome"
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base) if base else Path.home() / ".cache") / "epitome"
    except RuntimeError:  # no home
        return None


def _is_private(path: Path) -> bool:
    """Whether ``path`` is this user's, and nobody else can write it."""
    if not hasattr(os, "getuid"):
        return True  # where folders of a user are private by their place
    try:
        found = path.lstat()
    except OSError:
        return False
    is_kind = stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)
    return is_kind and found.st_uid == os.getuid() and not found.st_mode & 0o022


def _file(wasm: bytes) -> Path | None:
    place = folder()
    if place is None:
        return None
    try:
        engine = version("wasmtime")
    except PackageNotFoundError:
        engine = "unknown"
    name = hashlib.sha256(wasm).hexdigest()[:32]
    return place / f"{name}-{engine}{_SUFFIX}"


def read(wasm: bytes) -> bytes | None:
    """The compiled form of ``wasm``; ``None`` where there is none to be trusted."""
    file = _file(wasm)
    if file is None or not (_is_private(file.parent) and _is_private(file)):
        return None
    try:
        content = file.read_bytes()
    except OSError:
        return None
    digest, code = content[:_DIGEST], content[_DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def write(wasm: bytes, code: bytes) -> None:
    """Keeps the compiled form of ``wasm``, if there is a place for it."""
    file = _file(wasm)
    if file is None:
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_private(file.parent):
            return
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(hashlib.sha256(code).digest())
                out.write(code)
            os.replace(name, file)  # readers see the whole file or none
        except OSError:
            os.unlink(name)
    except OSError:
        pass  # a full or read-only disk: the next process compiles again


class Lock:
    """What one process of this user holds while it compiles; its end lets go of it, too."""

    def __init__(self, handle: int | None, file: Path | None) -> None:
        self._handle, self._file = handle, file

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.unlink(missing_ok=True)
        if self._handle is not None:
            os.close(self._handle)


def lock(wasm: bytes) -> Lock | None:
    """The lock for compiling ``wasm``; ``None`` if another process has it. Where nothing can be kept
    or locked, every process compiles, and has a lock of its own.
    """
    file = _file(wasm)
    if file is None or fcntl is None:
        return Lock(None, None)
    file = file.with_suffix(_LOCK)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_private(file.parent):
            return Lock(None, None)
        handle = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError:
        return Lock(None, None)
    try:
        # Of a process, not of a file handle: a forked process does not hold it on.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    except OSError:  # a file system without locks
        os.close(handle)
        return Lock(None, None)
    return Lock(handle, file)


def clear() -> int:
    """Removes the compiled modules; gives how many there were."""
    place = folder()
    if place is None or not place.is_dir():
        return 0
    files = [*place.glob(f"*{_SUFFIX}"), *place.glob("*.part")]
    for file in [*files, *place.glob(f"*{_LOCK}")]:
        file.unlink(missing_ok=True)
    with suppress(OSError):  # it holds other things
        place.rmdir()
    return len(files)
