"""Arguments that are not as they must be: an error says which, what it is, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

from ._names import camel
from .errors import DataError


def wrong(place: str, expected: str, given: Any) -> DataError:
    """The error for an argument that is something else."""
    return DataError(f"{place}: expected {expected}, got {given!r:.80}", "invalid-argument")


def text(place: str, given: Any) -> str:
    """A text."""
    if not isinstance(given, str):
        raise wrong(place, "a text", given)
    return given


def many(place: str, given: Any, of: str) -> list[Any]:
    """The members of something that has some; a text is not taken for its letters."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise wrong(place, f"a list of {of}", given)
    return list(given)


def texts(place: str, given: Any) -> list[str]:
    """Texts."""
    return [text(f"{place}[{at}]", each) for at, each in enumerate(many(place, given, "texts"))]


def number(place: str, given: Any) -> float:
    """A number, also one of numpy."""
    try:
        if isinstance(given, (str, bytes)):
            raise TypeError
        return float(given)
    except (TypeError, ValueError, OverflowError):
        raise wrong(place, "a number", given) from None


def numbers(place: str, given: Any) -> list[float]:
    """Numbers."""
    return [number(f"{place}[{at}]", each) for at, each in enumerate(many(place, given, "numbers"))]


def whole(place: str, given: Any, least: int, most: int) -> int:
    """A whole number of a range."""
    if isinstance(given, bool) or not isinstance(given, Integral) or not least <= int(given) <= most:
        raise DataError(f"{place}: got {given!r:.80}; allowed: {least} to {most}", "invalid-argument")
    return int(given)


def one_of(place: str, given: Any, allowed: Sequence[str | None]) -> Any:
    """One of some words."""
    if given not in allowed:
        names = ", ".join(repr(each) for each in allowed if each is not None)
        raise DataError(f"{place}: got {given!r:.80}; allowed: {names}", "invalid-argument")
    return given


def options(place: str, given: Mapping[str, Any], allowed: Mapping[str, type]) -> dict[str, Any]:
    """Options with the module's names, without those that are ``None``. ``allowed`` has the type of each;
    ``float`` is any number, and ``object`` anything.
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        kind = allowed.get(name)
        if kind is None:
            raise DataError(f"{place}: there is no option {name!r}; allowed: {', '.join(allowed)}", "invalid-argument")
        if value is None:
            continue
        if kind in (int, float):
            if isinstance(value, bool) or not isinstance(value, Real):
                raise wrong(f"{place}: {name}", "a number", value)
            value = int(value) if isinstance(value, Integral) else float(value)
        if kind is str:
            text(f"{place}: {name}", value)
        found[camel(name)] = value
    return found
