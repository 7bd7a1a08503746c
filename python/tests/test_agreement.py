"""This package says what the npm package says."""

from __future__ import annotations

from typing import Any

import pytest

from epitome import EpitomeError, Matcher, MatchResult, Span


def utf16(text: str, span: Span | None) -> dict[str, int] | None:
    """A span as JavaScript counts."""
    if span is None:
        return None
    start, end = (len(text[:at].encode("utf-16-le")) // 2 for at in span)
    return {"start": start, "end": end}


def as_javascript(pair: dict[str, Any], found: MatchResult) -> dict[str, Any]:
    document, summary = pair["document"], pair["summary"]
    return {
        "verdict": found.verdict,
        "language": found.language,
        "matched": found.matched,
        "sentences": [(utf16(summary, each.span), utf16(document, each.document_span)) for each in found.sentences],
        "evidence": [
            (utf16(summary, e.summary_span), utf16(document, e.document_span), e.kind, utf16(document, e.instead))
            for e in found.evidence or ()
        ],
    }


def wanted_of(row: dict[str, Any]) -> dict[str, Any]:
    return {
        **{name: row[name] for name in ("verdict", "language", "matched")},
        "sentences": [(each["span"], each["documentSpan"]) for each in row["sentences"]],
        "evidence": [
            (each["summarySpan"], each["documentSpan"], each["kind"], each["instead"]) for each in row["evidence"]
        ],
    }


@pytest.mark.parametrize("language", ["en", "zh", "de", "fa", "auto"])
def test_scores_are_those_of_node(language: str, pairs: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> None:
    rows = [(p, w) for p, w in zip(pairs, wanted, strict=True) if language in ("auto", p["language"])]
    found = Matcher(language).match_batch([pair for pair, _ in rows], explain=True, errors="return")
    assert len(found) == len(rows) > 4
    for (pair, want), result in zip(rows, found, strict=True):
        if "error" in want:
            assert isinstance(result, EpitomeError) and result.code == want["error"]
            continue
        assert isinstance(result, MatchResult), (pair["id"], result)
        assert result.score == pytest.approx(want["score"], abs=1e-6)
        assert result.probability == pytest.approx(want["probability"], abs=1e-6)
        assert result.levels == pytest.approx(want["levels"], abs=1e-6)
        supported = [each.supported for each in result.sentences]
        assert supported == pytest.approx([each["supported"] for each in want["sentences"]], abs=1e-6)
        weights = [each.weight for each in result.evidence or ()]
        assert weights == pytest.approx([each["weight"] for each in want["evidence"]], abs=1e-6)
        assert as_javascript(pair, result) == wanted_of(want), pair["id"]
