"""The command: JSON lines in, JSON lines out."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from epitome.cli import main

from conftest import DATA, Expected


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_score(capsys: pytest.CaptureFixture[str], expected: Expected, tmp_path: Path) -> None:
    out = tmp_path / "scored.jsonl"
    assert main(["score", "--explain", "-o", str(out), str(DATA / "pairs.jsonl")]) == 1
    rows = lines(out.read_text(encoding="utf-8"))
    assert {row["id"]: row["score"] for row in rows} == pytest.approx(expected.score, abs=1e-6)
    assert "evidence" in rows[0]
    assert capsys.readouterr().err.count("holds no letter or digit") == len(expected.bad)


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pair = json.dumps({"document": "The bridge was closed on Monday.", "summary": "The bridge was closed."})
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{pair}\n\n{{\n[1]\n{pair}\n"))
    assert main(["score", "--language", "en", "-"]) == 1
    found = capsys.readouterr()
    assert len(lines(found.out)) == 2
    assert "line 3: not JSON" in found.err and "line 4: not an object" in found.err


def test_filter_and_evaluate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    document = "The bridge at Holm was closed on Monday."
    rows = [
        {"document": document, "summary": "The bridge was closed on Monday.", "label": 1},
        {"document": document, "summary": "Cats sleep.", "label": 0},
    ]
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(["filter", "--keep", "0.5", "-l", "en", str(file)]) == 0
    assert lines(capsys.readouterr().out) == rows[:1]
    assert main(["evaluate", "-l", "en", str(file)]) == 0
    assert lines(capsys.readouterr().out)[0]["auc"] == 1


def test_summarize_and_models(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "texts.jsonl"
    file.write_text(json.dumps({"document": "It rained. The river rose at Holm."}) + "\n")
    assert main(["summarize", "--type", "tldr", str(file)]) == 0
    assert lines(capsys.readouterr().out)[0]["summary"]
    assert main(["models"]) == 0
    assert "fit-en" in capsys.readouterr().out


def test_what_is_wrong_with_the_command_line() -> None:
    assert main(["score", "/there/is/no/file"]) == 2
    assert main(["score", "--language", "fr", str(DATA / "pairs.jsonl")]) == 2
    with pytest.raises(SystemExit) as caught:
        main(["polish"])
    assert caught.value.code == 2
