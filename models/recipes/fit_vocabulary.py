"""Pieces of the `fit` matchers: those of the teacher's that a language uses, and their embeddings.

Counted over the training files of a language; the most frequent are kept with
the teacher's log-probabilities, rounded to two decimals. A table starts as the
teacher's middle layer on every piece alone, reduced to a few dimensions by the
principal components of all languages together. Ids: `[PAD]`, `[UNK]`, the pieces,
then the buckets that unknown tokens hash into (FNV-1a). The tokenization is that
of the library (`text::tokenize::Unigram`).
"""

import gzip
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import regex
from tokenizers import Tokenizer, models, pre_tokenizers

from . import corpora
from .fit_teacher import Teacher
from .languages import CHINESE, ENGLISH, GERMAN, PERSIAN, Language
from .text import SPECIAL, for_words

SIZES = {"zh": 14_000, "en": 14_000, "fa": 10_000, "de": 10_000}
"""Most pieces of a language."""
BUCKETS = 256
LAYER = 9
"""Of the teacher's twelve: the last ones say what a text is for, the middle ones what a word means."""
READ = 1500  # characters of a document that are counted
SPECIAL_PIECES = 4  # of the teacher
_SPACE = regex.compile(r"\p{White_Space}+")
_MARKED_UP = re.compile(r">([^<>]{30,})<")


def texts(data: Path, language: Language) -> Iterator[str]:
    """The training texts of a language that pieces are counted over."""
    for source in (*language.sources, *(("en_bbc_news_summary",) if language is ENGLISH else ())):
        for article in corpora.titles(data, source, "train"):
            yield article.document[:READ]
            yield article.title
    if language is GERMAN:
        for path in sorted((data / "pages").glob("*.gold.xml.gz")):
            with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
                yield from _MARKED_UP.findall(file.read())
    if language is PERSIAN:
        yield from (r["doc"] + " " + r["summary"] for r in corpora.auxiliary(data, "fa_farstail_nli") if r["split"] == "Train")
    if language is CHINESE:
        rows = corpora.auxiliary(data, "zh_sohu_sts_short")
        yield from (r["doc"] + " " + r["summary"] for r in rows if not r["split"].endswith("valid"))
    if language is ENGLISH:
        yield from (r["doc"] for r in corpora.scored(data, "en_fnc1_bodies") if not corpora.fnc1_held_out(r["bodyid"]))


def frequent(teacher: Teacher, data: Path, language: Language) -> list[int]:
    """The teacher's ids of the pieces that a language uses most; ties by id."""
    counts = Counter()
    for encoding in teacher.tokenizer.encode_batch([for_words(text) for text in texts(data, language)]):
        counts.update(encoding.ids)
    used = [piece for piece in sorted(counts, key=lambda piece: (-counts[piece], piece)) if piece >= SPECIAL_PIECES]
    return used[: SIZES[language.code]]


def tables(vectors: dict[str, np.ndarray], size: int, seed: int) -> dict[str, np.ndarray]:
    """Unit rows of `size` numbers per id and language; special ids and buckets are random, padding is zero."""
    everything = np.concatenate(list(vectors.values()))
    mean = everything.mean(axis=0)
    _, _, directions = np.linalg.svd((everything - mean)[::3], full_matrices=False)
    made = {}
    for code, rows in vectors.items():
        pieces = (rows - mean) @ directions[:size].T
        drawn = np.random.default_rng(seed).normal(size=(len(SPECIAL) + BUCKETS, size))
        table = np.concatenate([drawn[: len(SPECIAL)], pieces, drawn[len(SPECIAL) :]])
        table /= np.linalg.norm(table, axis=1, keepdims=True) + 1e-9
        table[0] = 0
        made[code] = table.astype(np.float32)
    return made


def file_text(pieces: list[tuple[str, float]]) -> str:
    """The vocabulary file: one piece and its log-probability per line."""
    return "".join(f"{piece}\t{score:g}\n" for piece, score in [*((name, 0.0) for name in SPECIAL), *pieces])


def _fnv1a(token: str) -> int:
    value = 0xCBF29CE484222325
    for byte in token.encode("utf-8"):
        value = ((value ^ byte) * 0x100000001B3) % 2**64
    return value


class Unigram:
    """A vocabulary file as a tokenizer."""

    def __init__(self, path: Path, fold: Callable[[str], str] = for_words):
        self._fold = fold
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        vocabulary = [(piece, float(score)) for piece, score in (line.split("\t") for line in lines)]
        self._pieces = len(vocabulary)
        self._tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=1))
        self._tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()

    def __len__(self) -> int:
        return self._pieces + BUCKETS

    def within(self, marked: list[tuple[str, tuple[tuple[int, int], ...] | None]], most: int) -> list[list[bool] | None]:
        """Of the first `most` tokens of each text whether they lie in one of its spans of characters; none where it has no spans."""
        made = []
        for text, spans in marked:
            if spans is None:
                made.append(None)
                continue
            folded = [(len(self._spaced(text[:start])), len(self._spaced(text[:end]))) for start, end in spans]
            offsets = self._tokenizer.encode(self._spaced(text)).offsets[:most]
            made.append([any(start < after and before < end for before, after in folded) for start, end in offsets] or [False])
        return made

    def _spaced(self, text: str) -> str:
        return " ".join(part for part in _SPACE.split(self._fold(text)) if part)

    def encode_all(self, texts: list[str], most: int) -> list[list[int]]:
        """Ids of the first `most` tokens of each text; at least one."""
        folded = [self._spaced(text) for text in texts]
        return [
            [
                id if id != 1 else self._pieces + _fnv1a(token) % BUCKETS
                for id, token in zip(found.ids[:most], found.tokens[:most])
            ] or [1]
            for found in self._tokenizer.encode_batch(folded)
        ]  # fmt: skip
