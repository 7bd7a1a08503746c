"""Documents and headlines as the network reads them.

Titles in capitals get the case of the document's words; tags for shares (`<IBM>`)
that the document does not hold are dropped; a pair whose title holds a number that
the document does not is dropped, for a model that learns from it learns to invent.
"""

import html
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import regex

from .. import corpora
from .net import FREQUENCIES
from .pieces import END, UNKNOWN, Pieces

SOURCES = {
    "zh": ("zh_xinwenlianbo_title", "zh_lctt_title", "zh_csl_title"),
    "en": ("en_reuters21578_title", "en_debian_synopsis", "en_scitldr", "en_inshorts_headline"),
    "fa": ("fa_farsnews_title", "fa_varzesh3_title", "fa_namnak_title"),
}
SHARES = {"en_debian_synopsis": 0.5}
"""What share of a set an epoch draws, if not all of it."""
REPEATED = 5
"""A title that a set has so often names a section and no document; its pairs are dropped."""
READ = 2_000  # characters of a document that are cut into pieces
_NUMBER = regex.compile(r"\p{N}+")
_TAG = regex.compile(r"\s*<[A-Z][A-Z.]*>")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['.&-][\p{L}\p{M}\p{N}]+)*")
_SHORTEST, _LONGEST = 2, 38  # pieces of a title


def titled(document: str, title: str) -> str:
    """A title with the document's case, if it is in capitals."""
    title = html.unescape(title)
    title = _TAG.sub(lambda tag: tag[0] if tag[0].strip() in html.unescape(document) else "", title).strip()
    letters = [c for c in title if c.lower() != c.upper()]
    if len(letters) < 8 or sum(c.isupper() for c in letters) < 0.8 * len(letters):
        return title
    surfaces: dict[str, Counter] = {}
    for word in _WORD.findall(document):
        surfaces.setdefault(word.lower(), Counter())[word] += 1

    def cased(match) -> str:
        word = match[0].lower()
        return surfaces[word].most_common(1)[0][0] if word in surfaces else word

    title = _WORD.sub(cased, title)
    return title[:1].upper() + title[1:]


def numbers_known(document: str, title: str) -> bool:
    """Whether every run of digits of a title is one of the document."""
    return set(_NUMBER.findall(title)) <= set(_NUMBER.findall(document))


@dataclass
class Example:
    """Ids of a document and a headline; from the vocabulary's size on they are unknown pieces of this document."""

    source: np.ndarray
    frequencies: np.ndarray
    target: np.ndarray
    share: float = 1.0


def encode(pieces: Pieces, document: str, places: int) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Ids and frequencies of a document's first places, and the surfaces of its unknown pieces."""
    ids, surfaces = pieces.encode(document.lstrip()[:READ])
    unknown: dict[str, int] = {}
    extended = [
        id if id != UNKNOWN else len(pieces) + unknown.setdefault(surface, len(unknown)) for id, surface in zip(ids, surfaces)
    ]
    counts = Counter(extended)
    source = extended[:places] or [UNKNOWN]
    frequencies = [min(counts[id], FREQUENCIES) - 1 if counts[id] else 0 for id in source]
    return np.array(source, np.int32), np.array(frequencies, np.int8), list(unknown)


def example(pieces: Pieces, document: str, title: str, places: int, copying: bool = True) -> Example | None:
    """A pair as ids, or nothing if the title is too short or long, or cannot be written (`copying`: or copied)."""
    source, frequencies, unknown = encode(pieces, document, places)
    ids, surfaces = pieces.encode(title)
    place = {surface: len(pieces) + i for i, surface in enumerate(unknown)}
    present = set(source.tolist())
    target = [id if id != UNKNOWN else place.get(surface, UNKNOWN) for id, surface in zip(ids, surfaces)]
    target = [id if id < len(pieces) or copying and id in present else UNKNOWN for id in target]
    if not _SHORTEST <= len(target) <= _LONGEST or UNKNOWN in target:
        return None
    return Example(source, frequencies, np.array([*target, END], np.int32))


def examples(data: Path, language: str, pieces: Pieces, places: int, copying: bool = True) -> list[Example]:
    """All training pairs of a language that are fit to learn from; an abstract gets the title of its document."""
    made = []
    for name in SOURCES[language]:
        kept = total = 0
        articles = corpora.titles(data, name, "train")
        repeats = Counter(article.title for article in articles)
        for article in articles:
            total += 1
            if repeats[article.title] >= REPEATED:
                continue
            for document in filter(None, (article.document, article.abstract)):
                title = titled(document, article.title)
                pair = example(pieces, document, title, places, copying) if numbers_known(document, title) else None
                if pair is not None:
                    pair.share = SHARES.get(name, 1.0)
                    made.append(pair)
                    kept += document == article.document
        print(f"  {name}: {kept} of {total} pairs", flush=True)
    return made


def drawn(data: list[Example]) -> int:
    """How many pairs an epoch draws."""
    return sum(round(share * count) for share, count in Counter(x.share for x in data).items())


def batches(data: list[Example], size: int, rng: random.Random, chunk: int = 50) -> list[list[int]]:
    """Indices in batches of similar length after a draw and a shuffle."""
    order = []
    for share in sorted({x.share for x in data}):
        group = [i for i, x in enumerate(data) if x.share == share]
        order += rng.sample(group, round(share * len(group)))
    rng.shuffle(order)
    made = []
    for start in range(0, len(order), size * chunk):
        part = sorted(order[start : start + size * chunk], key=lambda i: (len(data[i].source), len(data[i].target)))
        made.extend(part[i : i + size] for i in range(0, len(part), size))
    rng.shuffle(made)
    return made
