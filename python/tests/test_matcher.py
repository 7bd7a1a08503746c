"""The matcher: bad rows, order, threads, processes, pickles, and what it refuses."""

from __future__ import annotations

import math
import multiprocessing
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import epitome
from epitome import DataError, EpitomeError, Matcher, NotSupportedError, OperationError, _columns, _models, _module

DOCUMENT = "😀 The bridge at Holm was closed on Monday after the river rose by 12 metres."


def test_spans_are_slices() -> None:
    summary = "🌊 The river rose by 15 metres."
    found = Matcher("en").match(DOCUMENT, summary, explain=True)
    assert found.verdict == "contradicted" and not found.matched
    number = next(each for each in found.evidence or () if each.kind == "number")
    assert number.instead is not None and number.instead.of(DOCUMENT) == "12 metres"
    assert "15" in number.summary_span.of(summary)
    assert found.to_dict()["evidence"][0]["documentSpan"] is not None


def test_bad_rows_have_errors_in_their_places() -> None:
    bad: list[Any] = [None, "", "…", 7, math.nan, b"\xff", "\ud800", ["a"], "a" * 200_001]
    pairs = [(DOCUMENT, summary) for each in bad for summary in (each, "The bridge was closed.")]
    found = Matcher("en").match_batch(pairs, errors="return")
    assert [isinstance(each, EpitomeError) for each in found] == [True, False] * len(bad)
    assert len({each.score for each in found[1::2]}) == 1
    assert "got nothing" in str(found[0]) and str(found[0]).startswith("pair 0: ")
    with pytest.raises(DataError, match="pair 2: "):
        Matcher("en").match_batch([(DOCUMENT, "a"), (DOCUMENT, "b"), (DOCUMENT, "")])


def test_results_are_in_order_whatever_the_threads(pairs: list[dict[str, Any]]) -> None:
    many = pairs * 6
    one = Matcher().match_batch(many, errors="return")
    two = Matcher().match_batch(many, errors="return", threads=2)
    assert list(map(str, one)) == list(map(str, two))
    assert list(map(str, Matcher().match_stream(iter(many)))) == list(map(str, one))


def test_a_matcher_serves_many_threads() -> None:
    matcher = Matcher("en")
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: matcher.match(DOCUMENT, "The bridge was closed.").score, range(8)))
    assert len(found) == 1


def score(matcher: Matcher) -> float:
    return matcher.match(DOCUMENT, "The bridge was closed.").score


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_matcher_goes_to_other_processes(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")
    matcher = Matcher("en")
    here = score(matcher)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(score, [matcher] * 4) == [here] * 4


def test_a_matcher_is_pickled() -> None:
    matcher = pickle.loads(pickle.dumps(Matcher("zh-Hans", model="rouge")))
    assert repr(matcher) == "Matcher(language='zh', model='rouge')"
    error = pickle.loads(pickle.dumps(DataError("what", "invalid-argument")))
    assert (str(error), error.code) == ("what", "invalid-argument")


def test_summaries_of_one_document() -> None:
    found = Matcher().match_all(DOCUMENT, ["The bridge was closed.", "Cats sleep."])
    assert found[0].score > found[1].score
    assert Matcher().match_all(DOCUMENT, []) == []


def test_chunks_hold_every_row_once_and_stay_small() -> None:
    documents = ["a" * (n % 7) for n in range(1000)] + ["b" * 900_000] * 3 + [None]
    found = list(_columns.chunks(documents, ["s"] * len(documents), range(len(documents))))
    assert sorted(row for chunk in found for row in chunk) == list(range(len(documents)))
    assert max(map(len, found)) == _columns.CHUNK_ROWS
    assert all(len(chunk) == 1 or sum(len(documents[row] or "") for row in chunk) < 10**6 for chunk in found)


def test_columns_for_frames() -> None:
    found = Matcher("en").match_columns([DOCUMENT, None], ["The bridge was closed.", "a"])
    assert list(found) == ["score", "probability", "matched", "verdict", "language", "error"]
    assert isinstance(found["score"][0], float) and found["matched"] == [found["probability"][0] >= 0.5, None]
    assert found["error"] == [None, "invalid-argument: the document: expected a text, got nothing"]
    with pytest.raises(DataError, match="1 documents but 2 summaries"):
        Matcher("en").match_columns(["a"], ["b", "c"])


def test_a_row_that_stops_the_module_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    real = _module.Instance.call

    def call(self: Any, operation: str, request: dict[str, Any]) -> Any:
        if operation == "match" and "trap" in request["summaries"]:
            raise self._stopped(RuntimeError("unreachable"))
        return real(self, operation, request)

    monkeypatch.setattr(_module.Instance, "call", call)
    summaries = ["The bridge was closed.", "trap", *["The river rose."] * 5]
    found = Matcher("en").match_batch([(DOCUMENT, each) for each in summaries], errors="return")
    assert isinstance(found[1], OperationError) and found[1].code == "wasm-trap"
    assert [isinstance(each, EpitomeError) for each in found].count(True) == 1


def test_an_instance_that_has_grown_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    here = score(Matcher("en"))
    before = _module.instance()
    monkeypatch.setattr(_module, "MOST_MEMORY", 1 << 20)
    assert score(Matcher("en")) == here
    assert _module.instance() is not before


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotSupportedError, match="allowed: auto, zh, en, fa, de") as caught:
        Matcher("fr")
    assert caught.value.code == "unsupported-language"
    with pytest.raises(NotSupportedError, match="fit-en"):
        Matcher(model="fit-fr")
    with pytest.raises(DataError, match=r"manifest\.json"):
        Matcher(model=tmp_path)
    with pytest.raises(NotSupportedError, match="does not read the language 'zh'; allowed: en"):
        Matcher("zh", model="fit-en").match(DOCUMENT, "a")
    with pytest.raises(DataError, match="errors"):
        Matcher("en").match_batch([], errors="ignore")  # type: ignore[call-overload]
    with pytest.raises(DataError, match="threads"):
        Matcher("en").match_batch([], threads=0)


def test_models_lie_in_folders(tmp_path: Path) -> None:
    for file in _module.data("models", "fit-en").iterdir():
        # As a package of npm has them.
        is_whole = file.name.endswith((".json", ".bin"))
        (tmp_path / (file.name if is_whole else f"{file.name}.bin")).write_bytes(file.read_bytes())
    assert score(Matcher(model=tmp_path)) == score(Matcher("en"))
    damaged = tmp_path / "model.plan.bin"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"!")
    with pytest.raises(DataError) as caught:
        Matcher(model=tmp_path, language="en").match(DOCUMENT, "a")
    assert caught.value.code == "hash-mismatch"


def test_a_manifest_names_no_file_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"files": [{"path": "../secret"}]}')
    with pytest.raises(DataError, match="leads out"):
        Matcher(model=tmp_path).match("a", "a")


def test_models_are_listed() -> None:
    found = {info.name: info for info in epitome.models()}
    assert set(_models.DEFAULT_MATCHERS.values()) <= set(found)
    assert found["fit-en"].languages == ("en",) and found["fit-en"].bytes > 100_000


def test_pairs_that_are_none() -> None:
    matcher = Matcher("en")
    wrong: list[tuple[Any, str]] = [
        (["ab"], "pair 0: expected .document, summary. or a mapping"),
        ("ab", "expected a list of pairs, got 'ab'"),
        ([(DOCUMENT, "a bridge"), (DOCUMENT,)], "pair 1: expected"),
        ([{"text": DOCUMENT, "title": "a bridge"}], "the mapping has the keys text, title, not document and summary"),
    ]
    for pairs, message in wrong:
        with pytest.raises(DataError, match=message):
            matcher.match_batch(pairs)
    with pytest.raises(DataError, match="expected a list of texts, got 'a bridge'"):
        matcher.match_all(DOCUMENT, "a bridge")
    with pytest.raises(DataError, match=r"^the summary: expected a text"):
        matcher.match(DOCUMENT, None)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="threads: got 0; allowed: 1 to 256"):
        matcher.match_columns([DOCUMENT], ["a bridge"], threads=0)
    with pytest.raises(NotSupportedError, match="'fit-zh' does not read the language 'en'; allowed: zh"):
        Matcher("en", model="fit-zh")
