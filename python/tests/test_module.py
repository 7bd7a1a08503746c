"""The module as a hostile caller meets it: errors that have a type, and no trap."""

from __future__ import annotations

import random
from typing import Any

import msgpack
import pytest
import wasmtime

from epitome import DataError, EpitomeError, OperationError, _module

OPERATIONS = [
    "open",
    "close",
    "match",
    "detect_language",
    "summarize",
    "write",
    "rouge",
    "extractive_fragments",
    "entity_factuality",
    "bert_score",
    "roc_auc",
    "roc_auc_interval",
    "prepare_corpus",
    "select_subset",
    "select_texts",
    "page_blocks",
    "classify_lines",
]


@pytest.fixture
def instance() -> _module.Instance:
    """An instance of its own for each test."""
    return _module.Instance(_module.compiled())


def send(instance: _module.Instance, operation: str, request: bytes) -> Any:
    """What an operation answers to bytes; a trap is no answer."""
    address = instance._raw("epitome_alloc", len(request)) & 0xFFFF_FFFF
    assert address
    instance._memory.write(instance._store, bytearray(request), address)
    return answer(instance, operation, address)


def answer(instance: _module.Instance, operation: str, address: int) -> Any:
    """What an operation answers to an address; an error is given, not raised."""
    signed = address - (1 << 32) if address >> 31 else address
    try:
        return instance._read(instance._raw(f"epitome_{operation}", signed))
    except (DataError, OperationError, EpitomeError) as error:
        assert error.code and str(error)
        return error


def test_the_module_imports_nothing_and_exports_every_operation() -> None:
    module = _module.compiled().module
    assert [each.name for each in module.imports] == []
    assert {f"epitome_{name}" for name in OPERATIONS} < {each.name for each in module.exports}


def test_bytes_that_are_no_request(instance: _module.Instance) -> None:
    draw = random.Random(1)
    given = [b"", b"\xc1", b"\xdf\xff\xff\xff\xff", b"\x81\xa5texts\xdd\xff\xff\xff\xff\xa1a", b"\x91" * 100_000]
    given += [draw.randbytes(draw.randrange(1, 60)) for _ in range(40)]
    for operation in OPERATIONS:
        for request in given:
            assert isinstance(send(instance, operation, request), DataError), (operation, request)


def test_addresses_that_are_none(instance: _module.Instance) -> None:
    size = instance.memory_bytes
    for address in (0, 1, 8, size - 1, size, size + 8, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF):
        instance._raw("epitome_free", address - (1 << 32) if address >> 31 else address)
        for operation in OPERATIONS:
            assert isinstance(answer(instance, operation, address), DataError), (operation, address)


def test_buffers_are_used_once(instance: _module.Instance) -> None:
    packed = msgpack.packb({"texts": ["The bridge was closed."]})
    address = instance._raw("epitome_alloc", len(packed))
    instance._memory.write(instance._store, bytearray(packed), address)
    assert isinstance(answer(instance, "detect_language", address + 1), DataError)
    assert answer(instance, "detect_language", address)[0]["language"] == "en"
    assert isinstance(answer(instance, "detect_language", address), DataError)
    for _ in range(2):
        instance._raw("epitome_free", address)
    reply = instance._raw("epitome_detect_language", 0)
    assert isinstance(answer(instance, "match", reply), DataError)
    assert isinstance(answer(instance, "match", reply), DataError)


def test_lengths_that_have_no_room(instance: _module.Instance) -> None:
    for length in (-1, -(1 << 31), 0x7FFF_FFFF):
        assert instance._raw("epitome_alloc", length) == 0
    instance._store.set_limits(memory_size=instance.memory_bytes + (1 << 20))
    assert instance._raw("epitome_alloc", 1 << 24) == 0
    assert send(instance, "detect_language", msgpack.packb({"texts": ["The bridge."]}))[0]["language"] == "en"
    assert isinstance(send(instance, "match", bytes(64)), DataError)


def test_what_a_caller_asks_for_is_bounded(instance: _module.Instance) -> None:
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("roc_auc_interval", {"scores": [0.1, 0.9], "labels": [False, True], "resamples": 1 << 40, "seed": 1}),
        ("bert_score", {"hypothesis": {"values": [1.0], "dimension": 0}, "reference": {"values": [], "dimension": 1}}),
        ("page_blocks", {"source": {"pdftohtml": "<"}, "options": {"kinds": 1 << 40}}),
        ("match", {"handle": 1, "documents": [], "summaries": []}),
        ("close", {"handle": 1}),
        ("open", {"manifest": b"{}", "files": [], "colour": 1}),
    ]
    for operation, request in wrong:
        with pytest.raises(EpitomeError) as caught:
            instance.call(operation, request)
        assert caught.value.code not in ("wasm-trap", "out-of-memory"), operation


def module_of(version: int) -> Any:
    """A module of a version of the interface, without operations."""
    engine = wasmtime.Engine()
    text = f"""(module (memory (export "memory") 1)
        (func (export "epitome_abi_version") (result i32) i32.const {version})
        (func (export "epitome_start"))
        (func (export "epitome_alloc") (param i32) (result i32) i32.const 1024)
        (func (export "epitome_last_panic") (result i32) i32.const 0)
        (func (export "epitome_match") (param i32) (result i32) unreachable))"""

    class Compiled:
        module = wasmtime.Module(engine, text)

    Compiled.engine = engine  # type: ignore[attr-defined]
    return Compiled


def test_another_version_of_the_interface_is_refused() -> None:
    for version in (0, _module.ABI_VERSION + 1):
        with pytest.raises(OperationError, match=f"interface {version}; this package needs 1") as caught:
            _module.Instance(module_of(version))
        assert caught.value.code == "missing-module"


def test_a_trap_is_an_error_that_says_so() -> None:
    stopped = _module.Instance(module_of(_module.ABI_VERSION))
    with pytest.raises(OperationError, match="the module stopped") as caught:
        stopped.call("match", {})
    assert caught.value.code == "wasm-trap"
