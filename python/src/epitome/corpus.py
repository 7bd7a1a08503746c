"""Corpora to train summarizers on, and the best part of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ._arguments import many, numbers, one_of, text, wrong
from ._arguments import options as checked
from ._arguments import texts as all_texts
from ._module import call
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


#: The options of each recipe.
_RECIPES: dict[str, dict[str, type]] = {
    "gigaword": {
        "drop_share": float,
        "min_document_tokens": int,
        "max_headline_tokens": int,
        "min_token_count": int,
        "min_known_tokens": int,
        "test_sample": int,
        "seed": int,
    },
    "arman": {
        "language": str,
        "min_words": int,
        "min_sentences": int,
        "banned": object,
        "objective": str,
        "embeddings": object,
        "mask": str,
        "share": float,
        "seed": int,
    },
}
#: The options of a choice.
_CHOICE: dict[str, type] = {
    "method": str,
    "seed": int,
    "start": float,
    "multiplier": float,
    "step": float,
    "rounds": int,
}


def _pair(row: int, pair: Any) -> dict[str, str]:
    """A pair as the module reads it; a recipe may need no summary."""
    place = f"prepare_corpus: pair {row}"
    if isinstance(pair, Mapping):
        document, summary = pair.get("document"), pair.get("summary")
    else:
        try:
            if isinstance(pair, (str, bytes)):
                raise TypeError  # its letters are no pair
            document, summary = pair
        except (TypeError, ValueError):
            raise wrong(place, "(document, summary) or a mapping with these keys", pair) from None
    found = {"document": text(f"{place}: document", document)}
    return found if summary is None else {**found, "summary": text(f"{place}: summary", summary)}


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
    settings = checked(f"prepare_corpus: {recipe}", options, _RECIPES[recipe])
    given = [_pair(row, pair) for row, pair in enumerate(many("prepare_corpus: pairs", pairs, "pairs"))]
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
    for at, each in enumerate(attributes):
        if not isinstance(each, Mapping) or "budget" not in each:
            raise wrong(f"select_subset: attributes[{at}]", "a mapping with a budget", each)
    problem = {
        "unary": numbers("select_subset: unary", unary),
        "pairs": [list(entry) for entry in pairs],
        "triples": [list(entry) for entry in triples],
        "attributes": [
            {"name": None, "unary": [], "pairs": [], **{key: _plain(value) for key, value in each.items()}}
            for each in attributes
        ],
    }
    return _selection(call("select_subset", {"problem": problem, "options": _choice("select_subset", options)}))


def _choice(place: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a choice."""
    one_of(f"{place}: method", options.get("method"), (None, "mqmcg", "greedy", "dlib"))
    return checked(place, options, _CHOICE)


def _plain(value: Any) -> Any:
    """Numbers, texts, and lists of them."""
    if isinstance(value, (str, int, float)) or value is None:
        return value
    return [list(entry) if isinstance(entry, (tuple, list)) else entry for entry in value]


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
    given = {"items": items, "tokens": tokens, "quota": quota, "repeats": repeats}
    limits = checked("select_texts", given, dict.fromkeys(given, float))
    if not limits:
        raise DataError(f"select_texts: give a limit: {', '.join(given)}", "invalid-argument")
    if quota is not None and labels is None:
        raise DataError("select_texts: quota: give labels", "invalid-argument")
    request = {
        "texts": all_texts("select_texts: texts", texts),
        "scores": numbers("select_texts: scores", scores),
        "labels": all_texts("select_texts: labels", labels or ()),
        "limits": {name: float(value) for name, value in limits.items()},
        "similarity": {"neighbours": neighbours, "weight": float(weight)},
        "options": _choice("select_texts", options),
    }
    return _selection(call("select_texts", request))
