"""What the cross-encoder over multilingual-e5-small learns: one network for the larger matchers of several languages.

First what entailment is, from SNLI, in English; then pairs of all languages together: FarsTail, sentences of short texts in two versions, built ones, and
some of SNLI. What one language teaches helps the others, because e5 has them in one space, whose embeddings stay what they are.
"""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from . import entailment_pairs, versions
from .cross_encoder import Encoder
from .e5 import LAYERS, Part, Whole
from .entailment_training import Phase, Settings, encoded, two_phases
from .fit_teacher import FILE, Teacher
from .languages import CHINESE, PERSIAN, Language
from .larger import Given

PASSES = 2
"""Over the texts in two versions of a language."""


class Lessons(NamedTuple):
    """What a language teaches besides."""

    built: int
    """Built pairs, at random."""
    inferences: int = 0
    """Passes over FarsTail, in Persian."""


LESSONS = {CHINESE.code: Lessons(built=10_000), PERSIAN.code: Lessons(built=8_000, inferences=3)}


class _Teaching:
    name = "e5"
    languages: tuple[Language, ...] = (CHINESE, PERSIAN)
    layers = LAYERS
    training = Settings(first=60_000, again=300)
    encoder_files = (FILE,)

    @property
    def taught_with(self) -> tuple[Path, ...]:
        return tuple(versions.file(language, kind, "train") for language in self.languages for kind in versions.KINDS[language.code])

    @property
    def more(self) -> dict:
        return {code: {"versions": PASSES} | lessons._asdict() for code, lessons in LESSONS.items()}

    def encoder(self, package: Path) -> Encoder:
        return Whole(Teacher(package))

    def phases(self, given: Given) -> list[Phase]:
        whole, most, known, others = given.encoder, self.training.window, [], []
        around = whole.begin, whole.end
        for language in self.languages:
            if language.code not in given.built:
                continue
            lessons, ids = LESSONS[language.code], partial(whole.ids_of, part=Part(whole.teacher, given.vocabularies[language.code]))
            rows = entailment_pairs.of_versions(language, "train") * PASSES + given.built[language.code][: lessons.built]
            inferences = entailment_pairs.farstail(given.data, "Train") * lessons.inferences if lessons.inferences else []
            known += encoded(ids, around, inferences, most)
            others += encoded(ids, around, rows, most)
        return two_phases(encoded(whole.ids, around, given.snli, most), known, others, self.training)


TEACHING = _Teaching()
