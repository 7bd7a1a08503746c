"""Measures of summaries and of judges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ._columns import cell
from ._models import check_language
from ._module import call
from ._rows import value
from .errors import DataError
from .results import Span


class PrecisionRecallF1(NamedTuple):
    """How much of the hypothesis is in the reference, and the other way round."""

    precision: float
    recall: float
    f1: float


class RougeScores(NamedTuple):
    """ROUGE of one hypothesis against one reference."""

    #: Single words; characters in Chinese.
    rouge1: PrecisionRecallF1
    #: Pairs of neighbours.
    rouge2: PrecisionRecallF1
    #: The longest common subsequence.
    rouge_l: PrecisionRecallF1
    #: The longest common subsequences, sentence by sentence.
    rouge_lsum: PrecisionRecallF1


def _prf(found: dict[str, float]) -> PrecisionRecallF1:
    return PrecisionRecallF1(found["precision"], found["recall"], found["f1"])


def _rouge(found: dict[str, Any]) -> RougeScores:
    return RougeScores(*(_prf(found[name]) for name in ("rouge1", "rouge2", "rougeL", "rougeLsum")))


def rouge(hypothesis: str, reference: str, *, language: str | None = None) -> RougeScores:
    """ROUGE-1, ROUGE-2, ROUGE-L and ROUGE-Lsum.

    :param language: by whose rules texts are split into the sentences of ``rouge_lsum``. Default:
        guessed from each text.
    """
    return rouge_batch([(hypothesis, reference)], language=language)[0]


def rouge_batch(pairs: Iterable[tuple[str, str]], *, language: str | None = None) -> list[RougeScores]:
    """ROUGE of pairs of a hypothesis and a reference."""
    given = list(pairs)
    request = {
        "hypotheses": [cell(hypothesis) for hypothesis, _ in given],
        "references": [cell(reference) for _, reference in given],
        "language": check_language("rouge", language),
    }
    return [value(row, _rouge) for row in call("rouge", request)]


class Fragment(NamedTuple):
    """A run of tokens that the summary has from the document."""

    #: Its first token in the summary.
    summary: int
    #: Its first token in the document.
    document: int
    #: How many tokens it has.
    length: int


class ExtractiveFragments(NamedTuple):
    """How much of a summary was copied (Grusky et al. 2018)."""

    coverage: float
    density: float
    compression: float
    fragments: list[Fragment]


def extractive_fragments(document: str, summary: str) -> ExtractiveFragments:
    """How much of ``summary`` was copied from ``document``."""

    def read(found: dict[str, Any]) -> ExtractiveFragments:
        fragments = [Fragment(f["summary"], f["document"], f["length"]) for f in found["fragments"]]
        return ExtractiveFragments(found["coverage"], found["density"], found["compression"], fragments)

    request = {"documents": [cell(document)], "summaries": [cell(summary)]}
    return value(call("extractive_fragments", request)[0], read)


@dataclass(frozen=True)
class CheckedEntity:
    """A name, number or date of a summary."""

    text: str
    kind: str | None
    summary_span: Span | None
    in_document: bool
    in_reference: bool | None


@dataclass(frozen=True)
class EntityFactuality:
    """Factual consistency of entities (Nan et al. 2021); ``None`` where there are no entities."""

    precision_source: float | None
    precision_target: float | None
    recall_target: float | None
    f1_target: float | None
    entities: list[CheckedEntity]


def entity_factuality(
    document: str,
    summary: str,
    *,
    language: str | None = None,
    reference: str | None = None,
    entities: dict[str, Sequence[str]] | None = None,
) -> EntityFactuality:
    """Compares the entities of ``summary`` with those of ``document`` and ``reference``.

    :param entities: those that another tool found, in place of the rules': ``summary``,
        ``document``, ``reference``.
    """
    options: dict[str, Any] = {"language": check_language("entity_factuality", language)}
    if reference is not None:
        options["reference"] = reference
    if entities is not None:
        options["entities"] = {name: list(each) for name, each in entities.items()}
    found = call("entity_factuality", {"document": document, "summary": summary, "options": options})
    return EntityFactuality(
        found["precisionSource"],
        found["precisionTarget"],
        found["recallTarget"],
        found["f1Target"],
        [
            CheckedEntity(
                each["text"],
                each["kind"],
                _code_points(summary, each["summarySpan"]),
                each["inDocument"],
                each["inReference"],
            )
            for each in found["entities"]
        ],
    )


def _code_points(text: str, span: dict[str, int] | None) -> Span | None:
    """A span of UTF-16 units in code points."""
    if span is None:
        return None
    units = text.encode("utf-16-le", "surrogatepass")

    def place(at: int) -> int:
        return len(units[: 2 * at].decode("utf-16-le", "surrogatepass"))

    return Span(place(span["start"]), place(span["end"]))


def bert_score(
    hypothesis: Sequence[Sequence[float]],
    reference: Sequence[Sequence[float]],
    *,
    hypothesis_weights: Sequence[float] | None = None,
    reference_weights: Sequence[float] | None = None,
) -> PrecisionRecallF1:
    """BERTScore over given embeddings: a row for each token."""

    def side(rows: Sequence[Sequence[float]], weights: Sequence[float] | None) -> dict[str, Any]:
        dimension = len(rows[0]) if len(rows) else 0
        if any(len(row) != dimension for row in rows):
            raise DataError("bert_score: embeddings must have one length", "invalid-argument")
        values = [float(number) for row in rows for number in row]
        given = {"values": values, "dimension": dimension}
        if weights is not None:
            given["weights"] = [float(weight) for weight in weights]
        return given

    request = {
        "hypothesis": side(hypothesis, hypothesis_weights),
        "reference": side(reference, reference_weights),
    }
    return _prf(call("bert_score", request))


def roc_auc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """The area under the ROC curve: how often a true case scores above a false one."""
    request = {"scores": [float(s) for s in scores], "labels": [bool(label) for label in labels]}
    area: float = call("roc_auc", request)
    return area
