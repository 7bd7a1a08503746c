"""Training pairs of the entailment cross-encoders: premise, hypothesis and label.

Sources:

* SNLI (`snli.py`), English, and in Persian FarsTail, three labels.
* In Chinese, Persian and German, sentences of texts in two versions (`versions.py`), two labels.
* Sentences of summaries, built as for the `fit` matcher of the language (`fit_pairs.py`, `pairs.py`): a title or a sentence of a document, as it is,
  shortened, or with one fact changed; another article's title; a sentence whose source is left out of the document. Two labels,
  entailed or not.

The premise of a sentence is made of up to three sentences of its document that hold most of its words, chosen as
`src/matcher/premise.rs` does, but for where sentences end and how long they are. Cost: a minute.
"""

import gzip
import hashlib
import json
import random
import re
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

from . import corpora, corruptions, fit_pairs, pairs, snli, versions
from .corpora import Article
from .cross_encoder import LABELS
from .languages import CHINESE, ENGLISH, Language
from .text import rouge_tokens

OTHER = len(LABELS)
"""A label: neutral or contradiction."""
SENTENCES = 3
"""Of a premise, at most."""
SOURCES = {
    "en": {
        "en_reuters21578_title": (20_000, 1), "en_bbc_news_summary": (2_000, 8), "en_scitldr": (3_000, 2),
        "en_inshorts_headline": (2_000, 2), "en_debian_synopsis": (5_000, 1), "en_fnc1": (2_000, 12),
    },
    "zh": {"zh_xinwenlianbo_title": (8_000, 1), "zh_lctt_title": (6_000, 1), "zh_csl_title": (4_000, 1)},
    "fa": {"fa_farsnews_title": (2_000, 3), "fa_varzesh3_title": (2_000, 2), "fa_namnak_title": (200, 8)},
    "de": {"de_debian_synopsis": (6_000, 1)},
}  # fmt: skip
"""Articles of a set of a language, at most, and how often each gives faithful and changed summaries."""
TITLED = {"real": 0.6, "near": 0.35, "random": 0.05}
"""Titles of the article, of a similar one and of any other (`pairs.MIXTURE`), over short and over long excerpts."""
LEFT_OUT = 0.25
"""Share of the faithful sentences that come again without their source."""
AMBIGUOUS = ("en_fnc1",)
"""Sets without pairs of similar articles' titles: their articles tell of the same events."""
HELD = (0.9, 0.6)
"""A source holds this share of a sentence's stems at least, no other sentence so large a share."""
_FUNCTION_WORDS = frozenset(
    "a about after an and are as at be been but by can could for from had has have he her his in into is it its of on or "
    "over s she that the their they this to was were which who will with would".split()
)
_STEM = 4
_BOUNDARY = re.compile(r"(?<=[.!?؟])\s+|(?<=[。！？])|\n")


class Judged(NamedTuple):
    """A premise, a hypothesis, the number of their label, or `OTHER`, and the kind of the pair."""

    premise: str
    hypothesis: str
    label: int
    kind: str


def _is_content(word: str, language: Language) -> bool:
    """In English, no function word; in Chinese any; elsewhere one of four letters or with a digit."""
    if language is ENGLISH:
        return word not in _FUNCTION_WORDS
    return language is CHINESE or len(word) >= _STEM or any(map(str.isdigit, word))


def stems(text: str, language: Language) -> set[str]:
    """The content stems of a text, or the stems of all its words if it has no others."""
    words = rouge_tokens(text)
    content = [word for word in words if _is_content(word, language)]
    return {word if any(map(str.isdigit, word)) else word[:_STEM] for word in content or words}


def premise(sentences: list[str], sentence: str, language: Language, left_out: int | None = None) -> str:
    """What of a document's sentences a sentence is held against."""
    held, missing, chosen = [stems(each, language) for each in sentences], stems(sentence, language), []
    while len(chosen) < SENTENCES:
        free = [number for number in range(len(sentences)) if number not in chosen and number != left_out]
        best = max(free, key=lambda number: len(missing & held[number]), default=None)
        if best is None or (chosen and not missing & held[best]):
            break
        missing -= held[best]
        chosen.append(best)
    return " ".join(sentences[number] for number in sorted(chosen))


def inferences(folder: Path, split: str) -> list[Judged]:
    """Pairs of SNLI."""
    return [Judged(row.premise, row.hypothesis, LABELS.index(row.label), "snli") for row in snli.read(folder, split)]


def farstail(data: Path, split: str) -> list[Judged]:
    """Pairs of FarsTail, of its part `Train`, `Val` or `Test`."""
    rows = (row for row in corpora.auxiliary(data, "fa_farstail_nli") if row["split"] == split)
    initials = "".join(label[0] for label in LABELS)
    return [Judged(row["doc"], row["summary"], initials.index(row["score"]), "inference") for row in rows]


def ocnli(data: Path) -> list[Judged]:
    """Pairs of OCNLI, whose terms allow no training of models that ship."""
    rows = (row for row in corpora.auxiliary(data, "zh_ocnli_nli") if row["score"] in LABELS)
    return [Judged(row["doc"], row["summary"], LABELS.index(row["score"]), "inference") for row in rows]


def right(found: int, pair: Judged) -> bool:
    """Whether a label that was found is that of a pair; where the pair's is not known beyond that it is not entailed, whether it is no entailment."""
    return found > 0 if pair.label == OTHER else found == pair.label


def digest(rows: list[Judged]) -> str:
    """SHA-256 of pairs."""
    return hashlib.sha256("".join(json.dumps(row) for row in rows).encode()).hexdigest()


def of_versions(language: Language, split: str, kinds: Iterable[str]) -> list[Judged]:
    """Sentences of texts in two versions, of some kinds, each with the version that supports it and with the other."""
    said = (each for kind in kinds for each in versions.sentences(language, kind, split))
    return [Judged(premise, each.text, label, "versions") for each in said for premise, label in ((each.supporting, 0), (each.other, OTHER))]


def settings(language: Language) -> dict:
    """What the built pairs depend on."""
    code = language.code
    return {
        "language": asdict(language), "sources": SOURCES[code], "titled": TITLED, "sentences": SENTENCES, "left out": LEFT_OUT, "held": HELD,
        "ambiguous": AMBIGUOUS, "long": fit_pairs.LONG[code], "extracted": fit_pairs.EXTRACTED[code], "faithful": fit_pairs.FAITHFUL,
        "changed": fit_pairs.CHANGED, "trimmed": fit_pairs.TRIMMED, "dropped": fit_pairs.DROPPED, "kinds": corruptions.kinds(language),
        "headed": fit_pairs.HEADED.get(code, ()), "boundary": _BOUNDARY.pattern, "stem": _STEM, "function words": sorted(_FUNCTION_WORDS),
    }  # fmt: skip


def _articles(data: Path, language: Language, source: str) -> list[Article]:
    """Those of a set; of FNC-1, bodies that are trained on with a headline that agrees or discusses."""
    if source != "en_fnc1":
        return fit_pairs.articles_of(data, language, source, "train")
    headlines = {}
    for row in corpora.scored(data, "en_fnc1_stances"):
        if row["stance"] in ("agree", "discuss"):
            headlines.setdefault(row["bodyid"], row["headline"])
    bodies = [row for row in corpora.scored(data, "en_fnc1_bodies") if not corpora.fnc1_held_out(row["bodyid"])]
    return [Article(source, "", row["doc"], headlines[row["bodyid"]]) for row in bodies if row["bodyid"] in headlines]


def _sentences(text: str) -> list[str]:
    """The sentences of a text that hold a word, or the whole of it."""
    return [each for each in map(str.strip, _BOUNDARY.split(text)) if rouge_tokens(each)] or [text]


def _without_source(sentences: list[str], sentence: str, language: Language) -> Judged | None:
    """A sentence against what its document says besides, if a single sentence of it says that."""
    wanted = stems(sentence, language)
    shares = [len(wanted & stems(each, language)) / len(wanted) for each in sentences]
    source = max(range(len(sentences)), key=shares.__getitem__)
    others = [share for number, share in enumerate(shares) if number != source]
    if len(sentences) <= SENTENCES or shares[source] < HELD[0] or max(others) >= HELD[1]:
        return None
    return Judged(premise(sentences, sentence, language, source), sentence, OTHER, "left-out")


def built(data: Path, language: Language, seed: int) -> list[Judged]:
    """Sentences of summaries, in a random order."""
    rng, made = random.Random(seed), []
    lengths = (replace(language, document=fit_pairs.LONG[language.code]), language)
    for source, (most, repeats) in SOURCES[language.code].items():
        articles = _articles(data, language, source)
        rng.shuffle(articles)
        articles = articles[:most]
        for turn in range(repeats):
            for pair in fit_pairs.changes(articles, lengths[turn % 2], 1, seed + turn):
                said, document = _sentences(pair.summary), _sentences(pair.document)
                entailed = pair.level == fit_pairs.HIGH
                if len(said) > 1 and not entailed:
                    continue  # Which of them is changed is not known.
                sentence = rng.choice(said)
                made.append(Judged(premise(document, sentence, language), sentence, 0 if entailed else OTHER, pair.kind))
                if entailed and rng.random() < LEFT_OUT and (found := _without_source(document, sentence, language)):
                    made.append(found)
        titled = {kind: share for kind, share in TITLED.items() if kind != "near" or source not in AMBIGUOUS}
        for turn, drawn in enumerate(lengths[: min(repeats, 2)]):
            for pair in pairs.build(articles, drawn, titled, 1, seed + 100 + turn):
                if len(_sentences(pair.summary)) == 1 and (pair.kind != "real" or pair.level >= 4):
                    against = premise(_sentences(pair.document), pair.summary, language)
                    made.append(Judged(against, pair.summary, 0 if pair.kind == "real" else OTHER, pair.kind))
    rng.shuffle(made)
    return made


def write(path: Path, rows: list[Judged]) -> None:
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=3) as lines:
        lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def read(path: Path) -> list[Judged]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [Judged(*json.loads(line)) for line in lines]
