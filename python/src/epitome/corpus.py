"""Corpora to train summarizers on, and the best part of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ._module import call
from ._names import camel
from .errors import DataError, NotSupportedError


class CorpusRow(NamedTuple):
    """A row of a prepared corpus."""

    #: The position of the pair that it was made of, from 0.
    index: int  # type: ignore[assignment]  # a tuple's method has this name, too
    #: What a model reads.
    document: str
    #: What a model should write.
    summary: str
    #: train, dev or test; ``None`` where the recipe does not split.
    split: str | None


class RuleCount(NamedTuple):
    """What a rule was given and what it left."""

    rule: str
    unit: str
    before: int
    after: int


class PreparedCorpus(NamedTuple):
    """A prepared corpus."""

    #: The rows that are left, in the order of the pairs.
    rows: list[CorpusRow]
    #: What every rule left, in the order in which they were applied.
    counts: list[RuleCount]


def prepare_corpus(
    pairs: Iterable[tuple[str, str] | Mapping[str, str]],
    recipe: Literal["gigaword", "arman"],
    **options: Any,
) -> PreparedCorpus:
    """Applies a recipe to a corpus, and counts what every rule leaves.

    ``"gigaword"``, the rules of Annotated English Gigaword, takes drop_share, min_document_tokens,
    max_headline_tokens, min_token_count, min_known_tokens, test_sample and seed. ``"arman"``, the
    cleaning of ARMAN's corpora and its pseudo-summaries, takes language, min_words, min_sentences,
    banned, objective, embeddings ({dimension, words, values}), mask, share and seed.
    """
    if recipe not in ("gigaword", "arman"):
        raise NotSupportedError(
            f"prepare_corpus: recipe {recipe!r} is not supported; allowed: 'gigaword', 'arman'", "unsupported"
        )
    given = [dict(pair) if isinstance(pair, Mapping) else dict(zip(("document", "summary"), pair)) for pair in pairs]
    settings = {camel(name): value for name, value in options.items() if value is not None}
    found = call("prepare_corpus", {"pairs": given, "recipe": {recipe: settings}})
    return PreparedCorpus(
        [CorpusRow(row["index"], row["document"], row["summary"], row["split"]) for row in found["rows"]],
        [RuleCount(each["rule"], each["unit"], each["before"], each["after"]) for each in found["counts"]],
    )


class Selection(NamedTuple):
    """The items that were chosen, and what is known of the choice."""

    #: The items, counted from 0, ascending.
    chosen: list[int]
    #: The relatedness that they keep.
    objective: float
    #: What they have of every attribute, never more than its budget.
    spent: list[float]
    #: What one more unit of each budget was worth.
    multipliers: list[float]
    #: Whether the choice is proven optimal.
    exact: bool
    #: No choice has a greater objective than this; ``None`` where that is not known.
    bound: float | None
    #: How often multipliers were tried.
    iterations: int


def _selection(found: dict[str, Any]) -> Selection:
    return Selection(*(found[name] for name in Selection._fields))


def select_subset(
    unary: Sequence[float],
    attributes: Sequence[Mapping[str, Any]],
    *,
    pairs: Sequence[tuple[int, int, float]] = (),
    triples: Sequence[tuple[int, int, int, float]] = (),
    **options: Any,
) -> Selection:
    """The best choice of items within all budgets that the method finds.

    :param unary: one value of at least 0 for every item.
    :param attributes: what is limited: ``{"budget": …, "unary": […], "pairs": […], "name": …}``.
    :param pairs: what two items add when both are chosen.
    :param triples: what three items add when all are chosen.
    :param options: method (``"mqmcg"``, ``"greedy"``, ``"dlib"``), seed, start, multiplier, step,
        rounds.
    """
    problem = {
        "unary": [float(value) for value in unary],
        "pairs": [list(entry) for entry in pairs],
        "triples": [list(entry) for entry in triples],
        "attributes": [
            {"name": None, "unary": [], "pairs": [], **{key: _plain(value) for key, value in each.items()}}
            for each in attributes
        ],
    }
    return _selection(call("select_subset", {"problem": problem, "options": _given(options)}))


def _plain(value: Any) -> Any:
    """Numbers, texts, and lists of them."""
    if isinstance(value, (str, int, float)) or value is None:
        return value
    return [list(entry) if isinstance(entry, (tuple, list)) else entry for entry in value]


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def select_texts(
    texts: Sequence[str],
    scores: Sequence[float],
    *,
    labels: Sequence[str] | None = None,
    items: int | None = None,
    tokens: int | None = None,
    quota: int | None = None,
    repeats: int | None = None,
    neighbours: int = 5,
    weight: float = 0.5,
    **options: Any,
) -> Selection:
    """The best of scored texts, and those related to each other, within all limits.

    :param labels: what a quota is for.
    :param items: at most so many texts.
    :param tokens: at most so many words.
    :param quota: at most so many texts of each label.
    :param repeats: at most so many pairs of texts that nearly repeat each other.
    :param neighbours: relates each text to so many nearest ones.
    :param weight: what the relatedness of two equal texts counts.
    :param options: as for :func:`select_subset`.
    """
    limits = _given({"items": items, "tokens": tokens, "quota": quota, "repeats": repeats})
    if quota is not None and labels is None:
        raise DataError("select_texts: quota: give labels", "invalid-argument")
    request = {
        "texts": list(texts),
        "scores": [float(score) for score in scores],
        "labels": list(labels or ()),
        "limits": {name: float(value) for name, value in limits.items()},
        "similarity": {"neighbours": neighbours, "weight": float(weight)},
        "options": _given(options),
    }
    return _selection(call("select_texts", request))
