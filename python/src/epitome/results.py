"""What a matcher says of a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Span(NamedTuple):
    """A part of a text: ``text[start:end]``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The part of ``text``."""
        return text[self.start : self.end]


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence of the summary."""

    #: The sentence.
    span: Span
    #: The probability that the document supports it, 0 to 1.
    supported: float
    #: The nearest sentence of the document; ``None`` where it has none of the words.
    document_span: Span | None


@dataclass(frozen=True)
class Evidence:
    """A part of the summary and what supports it, or speaks against it."""

    #: The part of the summary.
    summary_span: Span
    #: The nearest sentence of the document.
    document_span: Span | None
    #: The share of the part's content words that this sentence has, 0 to 1.
    weight: float
    #: supported, paraphrase, missing, number, name, date or negation.
    kind: str
    #: Where the document says another number, name or date, or the opposite.
    instead: Span | None


@dataclass(frozen=True)
class MatchResult:
    """How well a summary fits its document."""

    #: The expected level, from 1 (does not fit) to 5 (fits).
    score: float
    #: The probability that it fits, of level 4 or 5: 0 to 1.
    probability: float
    #: Whether it more likely fits than not.
    matched: bool
    #: The probability of each level, 1 to 5.
    levels: tuple[float, float, float, float, float]
    #: supported, contradicted (the document says otherwise) or unclear.
    verdict: str
    #: The language that the texts were read in: zh, en, fa or de.
    language: str
    #: The languages that document and summary seem to be in, where they are others.
    language_mismatch: tuple[str | None, str | None] | None
    #: The share of document and summary that the model saw, 0 to 1.
    read: tuple[float, float]
    #: The sentences of the summary, at most 256.
    sentences: tuple[JudgedSentence, ...]
    #: With ``explain``: the parts of the summary in order.
    evidence: tuple[Evidence, ...] | None = None

    @property
    def backend(self) -> str:
        """Where it was computed."""
        return "wasm"

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it, with the names of JavaScript; spans count code points."""

        def span(of: Span | None) -> dict[str, int] | None:
            return None if of is None else {"start": of.start, "end": of.end}

        document, summary = self.read
        found: dict[str, Any] = {
            "score": self.score,
            "probability": self.probability,
            "matched": self.matched,
            "levels": list(self.levels),
            "read": {"document": document, "summary": summary},
            "language": self.language,
            "verdict": self.verdict,
        }
        if self.evidence is not None:
            found["sentences"] = [
                {"span": span(s.span), "supported": s.supported, "documentSpan": span(s.document_span)}
                for s in self.sentences
            ]
            found["evidence"] = [
                {
                    "summarySpan": span(e.summary_span),
                    "documentSpan": span(e.document_span),
                    "weight": e.weight,
                    "kind": e.kind,
                    "instead": span(e.instead),
                }
                for e in self.evidence
            ]
        return found


def _span(value: list[int] | None) -> Span | None:
    return None if value is None else Span(*value)


def result(columns: dict[str, list[Any]], row: int) -> MatchResult:
    """The result in a row of the module's columns."""
    mismatch = columns["mismatch"][row]
    evidence = columns.get("evidence")
    return MatchResult(
        score=columns["score"][row],
        probability=columns["probability"][row],
        matched=columns["matched"][row],
        levels=tuple(columns["levels"][row]),
        verdict=columns["verdict"][row],
        language=columns["language"][row],
        language_mismatch=None if mismatch is None else tuple(mismatch),
        read=tuple(columns["read"][row]),
        sentences=tuple(
            JudgedSentence(Span(*span), supported, _span(document))
            for span, supported, document in columns["sentences"][row]
        ),
        evidence=None
        if evidence is None
        else tuple(
            Evidence(Span(*span), _span(document), weight, kind, _span(instead))
            for span, document, weight, kind, instead in evidence[row]
        ),
    )
