"""Errors: each has a stable ``code`` in kebab-case, the same as in JavaScript and Rust."""

from __future__ import annotations

from typing import Any


class EpitomeError(Exception):
    """What went wrong: ``code`` names it, the message says what, where and what is allowed."""

    code: str

    def __init__(self, message: str, code: str = "unknown") -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.code))


class DataError(EpitomeError, ValueError):
    """An argument or a file is not as it must be."""


class NotSupportedError(EpitomeError, ValueError):
    """What is asked for is not there: a language, a model, an option."""


class OperationError(EpitomeError, RuntimeError):
    """The computation failed."""


_CLASSES: dict[str, type[EpitomeError]] = {
    "DataError": DataError,
    "NotSupportedError": NotSupportedError,
    "OperationError": OperationError,
}


def from_reply(reply: dict[str, Any]) -> EpitomeError:
    """The error that the module's reply describes."""
    kind = _CLASSES.get(reply.get("name", ""), OperationError)
    message = reply.get("message", "the module gave no message")
    if reply.get("cause"):
        message = f"{message} ({reply['cause']})"
    return kind(message, reply.get("code", "unknown"))
