"""Texts that tests share, and a place for the compiled module that is not the user's."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data"
# The cluster of the measurements is that of the tests.
sys.path.append(str(Path(__file__).parent.parent / "benches"))


def read(name: str) -> list[dict[str, Any]]:
    """The rows of a file of JSON lines."""
    with open(DATA / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="session")
def pairs() -> list[dict[str, Any]]:
    """Invented pairs, some of them bad."""
    return read("pairs.jsonl")


@pytest.fixture(scope="session")
def wanted() -> list[dict[str, Any]]:
    """What the npm package says of them (tests/oracles/node_scores.mjs)."""
    return read("node.jsonl")


class Expected:
    """What every engine is compared with: scores by id, and the ids of bad rows."""

    def __init__(self, pairs: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
        self.rows = pairs
        self.bad = {row["id"] for row in wanted if "error" in row}
        self.score = {row["id"]: row["score"] for row in wanted if "error" not in row}

    def check(self, ids: list[str], scores: list[Any], errors: list[Any], times: int = 1) -> None:
        """Exactly one row for each row, with Node's score or an error."""
        assert sorted(ids) == sorted([row["id"] for row in self.rows] * times)
        for each, score, error in zip(ids, scores, errors, strict=True):
            if each in self.bad:
                assert isinstance(error, str) and error.startswith("invalid-argument: "), (each, error)
            else:
                assert not isinstance(error, str), (each, error)
                assert score == pytest.approx(self.score[each], abs=1e-6), each


@pytest.fixture(scope="session")
def expected(pairs: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> Expected:
    """The pairs and their scores, in the language that is guessed of each document."""
    return Expected(pairs, wanted)
