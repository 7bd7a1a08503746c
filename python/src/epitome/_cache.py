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

_DIGEST = 32
_SUFFIX = ".cwasm"


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


def clear() -> int:
    """Removes the compiled modules; gives how many there were."""
    place = folder()
    if place is None or not place.is_dir():
        return 0
    files = [*place.glob(f"*{_SUFFIX}"), *place.glob("*.part")]
    for file in files:
        file.unlink(missing_ok=True)
    with suppress(OSError):  # it holds other things
        place.rmdir()
    return len(files)
