"""The pairs that every system of paper A is trained and judged on.

Training: about ten thousand pairs with the levels of paper A, Table 6, at most one from an
article, built from titles (`pairs.py`); or LCSTS part II, if its folder is given. Judged by
people: LCSTS part III for Chinese; FNC-1 (a headline belongs to the body or not) and SummEval
(mean relevance of at least 4) for English. Nothing of them is trained on.

Besides, pairs from the dev titles, built as the training pairs are; calibration uses them.
"""

import random
from collections import Counter
from pathlib import Path

import numpy as np

from .. import corpora
from . import lcsts
from ..languages import CHINESE, ENGLISH, Language
from ..pairs import Builder, Pair, stories

LEVELS = {1: 877, 2: 976, 3: 1875, 4: 2932, 5: 3317}
"""Training pairs per level (paper A, Table 6)."""
KINDS = {
    1: {"near": 0.5, "random": 0.3, "same-day": 0.2, "comment": 0.25},
    2: {"unseen": 0.7, "clause": 0.03},
    3: {"late": 0.6, "joined": 0.3, "spliced": 0.04, "cut": 0.03},
    4: {"real": 1.0},
    5: {"real": 1.0},
}
"""How often each kind is tried for a level, in proportion: the mixture of `lstm_ii_zh`."""
FNC1_PAIRS = 2000
FNC1_CHARACTERS = 2000  # of a body
RELEVANT = 4.0
MOST_ARTICLES = 12_000
"""Articles taken of one set, at random: looking for neighbours costs the square of them."""
LANGUAGES = {"zh": CHINESE, "en": ENGLISH}
_SEED = 1
_ROUNDS = 6


def by_level(articles: list[list[corpora.Article]], language: Language, wanted: dict[int, int], seed: int) -> list[Pair]:
    """Pairs from titles, at most one per article, with `wanted` per level where the articles allow."""
    rng = random.Random(seed)
    builders = [Builder(stories(source, language), language, rng) for source in articles]
    places = [(builder, index) for builder in builders for index in range(len(builder.stories))]
    rng.shuffle(places)
    left, made = dict(wanted), []
    for _ in range(_ROUNDS):
        unused = []
        for builder, index in places:
            open_ = [level for level, count in left.items() if count > 0]
            if not open_:
                break
            level = rng.choices(open_, [left[level] for level in open_])[0]
            kinds = {k: r for k, r in KINDS[level].items() if k != "comment" or language is CHINESE}
            pair = builder.make(index, rng.choices(list(kinds), list(kinds.values()))[0])
            if pair is None or left[pair.level] <= 0:
                unused.append((builder, index))
                continue
            left[pair.level] -= 1
            made.append(pair)
        places = unused
    rng.shuffle(made)
    return made


def built(data: Path, code: str, split: str) -> list[Pair]:
    """Pairs of the train or dev titles."""
    language = LANGUAGES[code]
    articles = [corpora.titles(data, source, split) for source in language.sources]
    for source in articles:
        random.Random(_SEED).shuffle(source)
        del source[MOST_ARTICLES:]
    wanted = LEVELS
    if split == "dev":
        share = sum(map(len, articles)) / 2 / sum(LEVELS.values())
        wanted = {level: round(count * share) for level, count in LEVELS.items()}
    return by_level(articles, language, wanted, _SEED if split == "train" else _SEED + 1)


def from_lcsts(part: Path) -> list[Pair]:
    """The labelled pairs of a part of LCSTS."""
    return [Pair(r.document, r.summary, r.level, "labelled", part.stem) for r in lcsts.labelled(part)]


def human(data: Path, code: str) -> dict[str, list[Pair]]:
    """The sets with human labels, by name; a label of two classes is level 1 or 5."""
    if code == "zh":
        name = "zh_lcsts_part3_scored"
        return {name: [Pair(r["doc"], r["summary"], r["score"], "scored", name) for r in corpora.scored(data, name)]}
    bodies = {str(r["bodyid"]): r["doc"] for r in corpora.scored(data, "en_fnc1_bodies")}
    rows = [r for r in corpora.scored(data, "en_fnc1_stances") if str(r["bodyid"]) in bodies]
    random.Random(_SEED).shuffle(rows)
    related = [r for r in rows if r["stance"] != "unrelated"][: FNC1_PAIRS // 2]
    unrelated = [r for r in rows if r["stance"] == "unrelated"][: FNC1_PAIRS // 2]
    fnc1 = [
        Pair(bodies[str(r["bodyid"])][:FNC1_CHARACTERS], r["headline"], 1 if r["stance"] == "unrelated" else 5, "scored", "en_fnc1")
        for r in related + unrelated
    ]
    summeval = [
        Pair(r["doc"], r["summary"], 5 if r["score"]["relevance"] >= RELEVANT else 1, "scored", "en_summeval_scored")
        for r in corpora.scored(data, "en_summeval_scored")
    ]
    return {"en_fnc1": fnc1, "en_summeval_scored": summeval}


def levels(pairs: list[Pair]) -> np.ndarray:
    return np.array([pair.level for pair in pairs])


def counts(pairs: list[Pair]) -> str:
    """`level: number` of every level."""
    found = Counter(pair.level for pair in pairs)
    return ", ".join(f"{level}: {found[level]}" for level in sorted(found))
