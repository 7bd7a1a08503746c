"""Puts the module and the models where the wheel takes them from: ``src/epitome/_data``.

    python stage.py MODULE.wasm MODELS

MODELS is what ``cargo run --example shipped_models`` wrote. The names of functions and the notes of
tools, which nothing reads, are left out of the module.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent.parent
LEFT_OUT = (b"name", b"producers")


def leb128(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned number, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def stripped(wasm: bytes) -> bytes:
    """The module without sections that nothing reads."""
    if wasm[:8] != b"\0asm\1\0\0\0":
        raise SystemExit("stage.py: this is no WebAssembly module")
    kept = [wasm[:8]]
    at = 8
    while at < len(wasm):
        start, kind = at, wasm[at]
        size, at = leb128(wasm, at + 1)
        end = at + size
        is_left_out = False
        if kind == 0:
            length, name = leb128(wasm, at)
            is_left_out = wasm[name : name + length] in LEFT_OUT
        if not is_left_out:
            kept.append(wasm[start:end])
        at = end
    return b"".join(kept)


def main() -> None:
    module, models = map(Path, sys.argv[1:])
    target = HERE / "src" / "epitome" / "_data"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    (target / "epitome_plain.wasm").write_bytes(stripped(module.read_bytes()))
    shutil.copytree(models, target / "models")
    root = HERE.parent
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copy(root / name, HERE / name)


if __name__ == "__main__":
    main()
