"""Pairs that people judged, to which the probability of the `fit` matchers is tuned. None of them but FNC-1 is trained on.

| set | what counts as what |
|---|---|
| LCSTS part III | its levels |
| SummEval | good: experts' mean consistency of at least 4 of 5 |
| QAGS, Rank19, XSumFaith | good: at least half of the judgements found it consistent |
| FNC-1, the bodies that may be trained on | unrelated: level 1; related: some level of 2 to 5 |
| FarsTail, its validation part | good: entailed |

A pair's `kind` is the name of its set. Sets that may not be used in models that ship (ParsiNLU) are not among them.
"""

import random
from pathlib import Path

from . import corpora
from .fit_pairs import HIGH, INFERENCE, LOW
from .fit_parts import RELATED
from .languages import CHINESE, ENGLISH, PERSIAN, Language
from .pairs import Pair

_CONSISTENT = {
    "en_summeval_scored": ("consistency", 4.0), "en_qags_cnn_scored": ("fact", 0.5), "en_qags_xsum_scored": ("fact", 0.5),
    "en_rank19_scored": ("fact", 0.5), "en_xsumfaith_scored": (None, 0.5),
}  # fmt: skip
"""Which score of a set says that a summary is consistent, and from where on."""
_STANCES = 500  # pairs, at random
_MOST = 700  # pairs of a set, at random


def _pair(row: dict, target: int, name: str) -> Pair | None:
    """A pair that the library scores."""
    held = (any(map(str.isalnum, row[field])) for field in ("doc", "summary"))
    return Pair(row["doc"], row["summary"], target, name, name) if all(held) else None


def _consistent(data: Path, name: str) -> list[Pair | None]:
    field, least = _CONSISTENT[name]
    rows = [(row, row["score"][field] if field else row["score"]) for row in corpora.scored(data, name)]
    return [_pair(row, HIGH if score >= least else LOW, name) for row, score in rows]


def _stances(data: Path, seed: int) -> list[Pair | None]:
    bodies = {row["bodyid"]: row["doc"] for row in corpora.scored(data, "en_fnc1_bodies")}
    rows = [row for row in corpora.scored(data, "en_fnc1_stances") if not corpora.fnc1_held_out(row["bodyid"])]
    chosen = random.Random(seed).sample(rows, min(_STANCES, len(rows)))
    return [
        _pair({"doc": bodies[row["bodyid"]], "summary": row["headline"]}, 1 if row["stance"] == "unrelated" else RELATED, "en_fnc1") for row in chosen
    ]


def _entailed(data: Path) -> list[Pair | None]:
    rows = [row for row in corpora.auxiliary(data, "fa_farstail_nli") if row["split"] == INFERENCE["dev"]]
    return [_pair(row, HIGH if row["score"] == "e" else LOW, "fa_farstail_nli") for row in rows]


def judged(data: Path, language: Language, seed: int) -> list[Pair]:
    """The pairs of a language, set by set; none in German."""
    found: list[Pair | None] = []
    if language is CHINESE:
        found = [_pair(row, row["score"], "zh_lcsts_part3_scored") for row in corpora.scored(data, "zh_lcsts_part3_scored")]
    if language is ENGLISH:
        found = [pair for name in _CONSISTENT for pair in _consistent(data, name)] + _stances(data, seed)
    if language is PERSIAN:
        found = _entailed(data)
    kept: list[Pair] = []
    for name in dict.fromkeys(pair.kind for pair in found if pair):
        of_set = [pair for pair in found if pair and pair.kind == name]
        kept += of_set if len(of_set) <= _MOST else random.Random(seed).sample(of_set, _MOST)
    return kept
