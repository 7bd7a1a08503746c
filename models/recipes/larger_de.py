"""`fit-de-large`: the cross-encoder that `teaching_e5.py` describes, over pieces of its own.

The pieces of `fit-de` are those of package descriptions and speeches, in lower case: they cut `Haus`, `Hafen` and `Bürgermeister` into parts, of which the
encoder knows little. The cross-encoder has more of e5's, in the case that nouns are written in.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import entailment_pairs, fit_vocabulary, manifest, versions
from .e5 import Part
from .entailment_pairs import Judged
from .fit_teacher import Teacher
from .fit_vocabulary import BUCKETS, SPECIAL_PIECES
from .languages import GERMAN
from .larger_e5 import OverE5
from .text import cased
from .work import Work

_PIECES = "pieces.txt"
_MOST = 16_000


def _invented() -> Iterator[str]:
    """The texts in two versions that are trained on, and their sentences."""
    for kind in versions.KINDS[GERMAN.code]:
        for each in versions.sentences(GERMAN, kind, "train"):
            yield from (each.text, each.supporting)


def _shares(teacher: Teacher, texts: Iterable[str]) -> Counter[int]:
    """How often each piece comes, of all."""
    counts: Counter[int] = Counter()
    for encoding in teacher.tokenizer.encode_batch([cased(text) for text in texts]):
        counts.update(encoding.ids)
    return Counter({piece: count / counts.total() for piece, count in counts.items()})


class _Larger(OverE5):
    language = GERMAN
    spoken = "German"
    finds = "It knows more of what a text says in other words (`docs/results/quality.md` has both)."
    tested = "pairs of texts in two versions"
    labels = "two"
    most_tested = 3000
    tokenizer = {"kind": "unigram", "vocabulary": _PIECES, "buckets": BUCKETS, "cased": True}
    fold = staticmethod(cased)
    own_files = (_PIECES,)
    has = f"""the {_MOST:,} pieces that German texts use most, in their own case: those of
`fit-de` and the texts in two versions, as shares of each"""

    def tests(self, _data: Path, _snli: Path) -> list[Judged]:
        return entailment_pairs.of_versions(GERMAN, "test", versions.KINDS[GERMAN.code])[: self.most_tested]

    def vocabulary(self, work: Work, data: Path, package: Path, _network: Path) -> Path:
        def make(folder: Path) -> None:
            teacher = Teacher(package)
            shares = _shares(teacher, fit_vocabulary.texts(data, GERMAN)) + _shares(teacher, _invented())
            used = [piece for piece in sorted(shares, key=lambda piece: (-shares[piece], piece)) if piece >= SPECIAL_PIECES][:_MOST]
            scored = [(teacher.pieces[piece], round(float(teacher.scores[piece]), 2)) for piece in used]
            (folder / _PIECES).write_text(fit_vocabulary.file_text(scored), encoding="utf-8", newline="\n")

        files = [versions.file(GERMAN, kind, "train") for kind in versions.KINDS[GERMAN.code]]
        settings = {"most": _MOST, "texts": [manifest.file_entry(path) for path in files]}
        return work.step(f"entailment-pieces-{GERMAN.code}", settings, make) / _PIECES

    def write_own(self, encoder: Part, folder: Path) -> None:
        (folder / _PIECES).write_bytes(encoder.vocabulary.read_bytes())


LARGER = _Larger()
