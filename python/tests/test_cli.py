"""The command: rows in, JSON lines out."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from epitome.cli import main

from conftest import DATA, Expected

DOCUMENT = "The bridge at Holm was closed on Monday."
GOOD = {"document": DOCUMENT, "summary": "The bridge was closed on Monday.", "label": 1}
BAD = {"document": DOCUMENT, "summary": "Cats sleep.", "label": 0}


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def written(file: Path, *rows: Any) -> str:
    """A file of rows."""
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


def say(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    """What standard input holds."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))


def test_score(capsys: pytest.CaptureFixture[str], expected: Expected, tmp_path: Path) -> None:
    out = tmp_path / "scored.jsonl"
    assert main(["score", "--explain", "-o", str(out), str(DATA / "pairs.jsonl")]) == 1
    rows = lines(out.read_text(encoding="utf-8"))
    assert {row["id"]: row["score"] for row in rows} == pytest.approx(expected.score, abs=1e-6)
    assert "evidence" in rows[0]
    assert capsys.readouterr().err.count("holds no letter or digit") == len(expected.bad)


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pair = json.dumps(GOOD).encode()
    deep = b"[" * 200_000
    say(
        monkeypatch,
        b"\n".join([b"\xef\xbb\xbf" + pair, b"", b"{", b"[1]", b'{"document": "\xff"}', b'{"a": NaN}', deep, pair]),
    )
    assert main(["score", "--language", "en", "-"]) == 1
    found = capsys.readouterr()
    assert len(lines(found.out)) == 2
    for wrong in (
        "line 3: not JSON",
        "line 4: not an object",
        "line 5: not UTF-8",
        "line 6: not JSON",
        "line 7: not JSON",
    ):
        assert wrong in found.err


def test_lone_surrogates_stay_in_their_rows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{**GOOD, "note": "\ud800"}, {**GOOD, "summary": "\ud800"}]
    say(monkeypatch, b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    assert main(["score", "-l", "en"]) == 1
    found = capsys.readouterr()
    assert [row["note"] for row in lines(found.out)] == ["\ud800"]
    assert "line 2: " in found.err


def test_tables_and_packed_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(f'document,summary\n"{DOCUMENT}","The bridge\nwas closed."\na\nb,c,d\n', encoding="utf-8-sig")
    out = tmp_path / "scored.jsonl.gz"
    assert main(["score", "-l", "en", "--digits", "2", "-o", str(out), str(table)]) == 1
    with gzip.open(out, "rt", encoding="utf-8") as file:
        (row,) = lines(file.read())
    assert row["summary"] == "The bridge\nwas closed." and row["score"] == round(row["score"], 2)
    said = capsys.readouterr().err
    assert "line 4: fewer fields" in said and "line 5: more fields" in said
    assert main(["filter", "--keep", "0", "-l", "en", str(out)]) == 0
    assert lines(capsys.readouterr().out) == [row]
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(out.read_bytes()[:-12])
    assert main(["score", "-l", "en", str(cut)]) == 2
    assert "damaged or cut off" in capsys.readouterr().err


def test_the_language_of_each_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = [{**GOOD, "lang": "en"}, {**GOOD, "lang": "fr"}, {**GOOD, "lang": 7}, {**GOOD, "lang": "en-GB"}]
    assert main(["score", "--language-field", "lang", written(tmp_path / "pairs.jsonl", *rows)]) == 1
    found = capsys.readouterr()
    scored = lines(found.out)
    assert [row["lang"] for row in scored] == ["en", "en-GB"] and scored[0]["score"] == scored[1]["score"]
    assert "line 2: Matcher: the language 'fr' is not supported" in found.err
    assert "line 3: the field 'lang' is no text" in found.err


def test_filter_and_evaluate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path / "pairs.jsonl", GOOD, BAD)
    assert main(["filter", "--keep", "0.5", "-l", "en", file]) == 0
    assert lines(capsys.readouterr().out) == [GOOD]
    assert main(["evaluate", "-l", "en", "--json", "--resamples", "100", file]) == 0
    assert lines(capsys.readouterr().out)[0]["auc"] == 1
    assert main(["evaluate", "-l", "en", file]) == 0
    assert "AUC: 1.000 (1.000 to 1.000)" in capsys.readouterr().out
    assert main(["evaluate", "-l", "en", written(tmp_path / "one.jsonl", GOOD, {**BAD, "label": None})]) == 1
    found = capsys.readouterr()
    assert "all labels are of one kind" in found.out and "neither a number nor true or false" in found.err


def test_select(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = [
        {"document": DOCUMENT, "summary": name, "probability": p} for name, p in (("a", 0.9), ("b", 0.2), ("c", 0.8))
    ]
    file = written(tmp_path / "scored.jsonl", *rows, {"document": DOCUMENT, "summary": "d", "probability": -1})
    assert main(["select", "--items", "2", "--weight", "0", file]) == 1
    found = capsys.readouterr()
    assert [row["summary"] for row in lines(found.out)] == ["a", "c"]
    assert "kept 2 of 3 rows" in found.err and "line 4: the field 'probability'" in found.err
    with pytest.raises(SystemExit) as caught:
        main(["select", file])
    assert caught.value.code == 2 and "needs a limit" in capsys.readouterr().err


def test_summarize_segment_and_models(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path / "texts.jsonl", {"document": "It rained. The river rose at Holm."}, {"document": 1})
    assert main(["summarize", "--type", "tldr", file]) == 1
    found = capsys.readouterr()
    assert lines(found.out)[0]["summary"] and "line 2: " in found.err
    layout = tmp_path / "protocol.xml"
    layout.write_text(
        '<pdf2xml><page number="1" width="300" height="400"><fontspec id="0" size="10" family="Serif"/>'
        '<text top="20" left="30" width="50" height="10" font="0">A line</text></page></pdf2xml>'
    )
    assert main(["segment", str(layout)]) == 0
    assert lines(capsys.readouterr().out)[0]["text"] == "A line"
    assert main(["segment", "--sections", str(layout)]) == 0
    assert lines(capsys.readouterr().out)[0]["firstLine"] == 0
    assert main(["models"]) == 0
    assert "fit-en " in capsys.readouterr().out
    assert main(["models", "--json"]) == 0
    assert "fit-en" in {model["name"] for model in json.loads(capsys.readouterr().out)}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["polish"], "'polish'"),
        (["score", "--workers", "0"], "expected a whole number from 1 to 64, got '0'"),
        (["filter"], "--keep"),
        (["filter", "--keep", "2"], "expected a number from 0 to 1, got '2'"),
        (["score", "--input-format", "xml"], "'xml'"),
        (["score", "--output", "rows.csv.gz"], "rows.csv.gz would be CSV"),
        (["filter", "--keep", "0.5", "--digits", "2"], "--digits rounds the fields of --with-scores"),
    ],
)
def test_what_is_wrong_with_the_command_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2 and said in capsys.readouterr().err


def test_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "/there/is/no/file"]) == 2
    assert "/there/is/no/file" in capsys.readouterr().err
    assert main(["score", "--language", "fr", str(DATA / "pairs.jsonl")]) == 2
    assert "allowed: auto, zh, en, fa, de" in capsys.readouterr().err


def test_an_input_is_not_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = written(tmp_path / "pairs.jsonl", GOOD)
    with pytest.raises(SystemExit) as caught:
        main(["score", "-o", str(tmp_path / "." / "pairs.jsonl"), file])
    assert caught.value.code == 2 and "is an input" in capsys.readouterr().err
    assert lines(Path(file).read_text()) == [GOOD]


@pytest.mark.parametrize(
    "name", ["score", "filter", "evaluate", "select", "summarize", "segment", "models", "clear-cache"]
)
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], name: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main([name, "--help"])
    assert caught.value.code == 0 and "Example: $ epitome" in capsys.readouterr().out


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "nowhere.jsonl"]) == 2
    assert capsys.readouterr().err == "epitome: nowhere.jsonl: No such file or directory\n"
