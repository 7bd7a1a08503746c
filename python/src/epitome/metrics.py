"""Measures of summaries and of judges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ._arguments import many, number, numbers, text, texts, wrong
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
    text("rouge: hypothesis", hypothesis)
    text("rouge: reference", reference)
    return rouge_batch([(hypothesis, reference)], language=language)[0]


def _two(row: int, pair: Any) -> tuple[Any, Any]:
    try:
        if isinstance(pair, (str, bytes)):
            raise TypeError  # its letters are no pair
        hypothesis, reference = pair
    except (TypeError, ValueError):
        raise wrong(f"rouge_batch: pair {row}", "(hypothesis, reference)", pair) from None
    return cell(hypothesis), cell(reference)


def rouge_batch(pairs: Iterable[tuple[str, str]], *, language: str | None = None) -> list[RougeScores]:
    """ROUGE of pairs of a hypothesis and a reference."""
    given = [_two(row, pair) for row, pair in enumerate(many("rouge_batch: pairs", pairs, "pairs"))]
    request = {
        "hypotheses": [hypothesis for hypothesis, _ in given],
        "references": [reference for _, reference in given],
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

    text("extractive_fragments: document", document)
    text("extractive_fragments: summary", summary)
    request = {"documents": [document], "summaries": [summary]}
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
    text("entity_factuality: document", document)
    text("entity_factuality: summary", summary)
    options: dict[str, Any] = {"language": check_language("entity_factuality", language)}
    if reference is not None:
        options["reference"] = text("entity_factuality: reference", reference)
    if entities is not None:
        place = "entity_factuality: entities: "
        options["entities"] = {name: texts(f"{place}{name}", each) for name, each in entities.items()}
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

    def side(name: str, rows: Sequence[Sequence[float]], weights: Sequence[float] | None) -> dict[str, Any]:
        vectors = [numbers(f"bert_score: {name}[{at}]", row) for at, row in enumerate(rows)]
        dimension = len(vectors[0]) if vectors else 0
        if any(len(vector) != dimension for vector in vectors):
            raise DataError(f"bert_score: {name}: embeddings must have one length", "invalid-argument")
        given = {"values": [value for vector in vectors for value in vector], "dimension": dimension}
        if weights is not None:
            given["weights"] = numbers(f"bert_score: {name}_weights", weights)
        return given

    request = {
        "hypothesis": side("hypothesis", hypothesis, hypothesis_weights),
        "reference": side("reference", reference, reference_weights),
    }
    return _prf(call("bert_score", request))


def roc_auc(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """The area under the ROC curve: how often a true case scores above a false one."""
    request = {
        "scores": numbers("roc_auc: scores", scores),
        "labels": [bool(number(f"roc_auc: labels[{at}]", label)) for at, label in enumerate(labels)],
    }
    area: float = call("roc_auc", request)
    return area
