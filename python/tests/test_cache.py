"""The compiled module on disk: used only where nobody else can have written it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from epitome import _cache

WASM, CODE = b"module", b"machine code"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("EPITOME_CACHE", str(folder))
    return folder


def test_what_is_written_is_read(place: Path) -> None:
    assert _cache.read(WASM) is None
    _cache.write(WASM, CODE)
    assert _cache.read(WASM) == CODE
    assert _cache.read(b"another module") is None
    assert place.stat().st_mode & 0o777 == 0o700
    assert _cache.clear() == 1 and not place.exists()


def test_damaged_code_is_not_used(place: Path) -> None:
    _cache.write(WASM, CODE)
    (file,) = place.iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"!")
    assert _cache.read(WASM) is None
    file.write_bytes(b"")
    assert _cache.read(WASM) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
def test_what_others_can_write_is_not_used(place: Path) -> None:
    _cache.write(WASM, CODE)
    (file,) = place.iterdir()
    file.chmod(0o666)
    assert _cache.read(WASM) is None
    file.chmod(0o600)
    place.chmod(0o777)
    assert _cache.read(WASM) is None
    _cache.write(b"another module", CODE)
    assert len(list(place.iterdir())) == 1
    place.chmod(0o700)
    target = place / "elsewhere"
    file.rename(target)
    file.symlink_to(target)
    assert _cache.read(WASM) is None


def test_nothing_is_kept_without_a_place(place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EPITOME_CACHE", "")
    _cache.write(WASM, CODE)
    assert _cache.read(WASM) is None and _cache.clear() == 0
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("EPITOME_CACHE", str(blocked / "cache"))
    _cache.write(WASM, CODE)
    assert _cache.read(WASM) is None
