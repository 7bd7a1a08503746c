"""Rows of a reply: each a result or an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .errors import EpitomeError, from_reply

T = TypeVar("T")


def unwrap(row: dict[str, Any], read: Callable[[Any], T]) -> T | EpitomeError:
    """What ``read`` makes of a row's result, or its error."""
    if "ok" in row:
        return read(row["ok"])
    return from_reply(row["error"])


def value(row: dict[str, Any], read: Callable[[Any], T]) -> T:
    """What ``read`` makes of a row's result. Raises its error."""
    found = unwrap(row, read)
    if isinstance(found, EpitomeError):
        raise found
    return found
