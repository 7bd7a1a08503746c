"""What the cross-encoder over multilingual-e5-small learns: one network for the larger matchers of several languages.

First what entailment is, from SNLI, in English; then pairs of several languages together: FarsTail, sentences of short texts in two versions, built ones, and
some of SNLI. What one language teaches helps the others, because e5 has them in one space, whose embeddings stay what they are.
Three courses go on from the first phase, and the cross-encoder has the mean of their weights (Wortsman et al. 2022), which is better than any: one without German
texts keeps more of what SNLI and FarsTail teach, and one reads German as the German matcher does.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from . import entailment_pairs, versions
from .cross_encoder import Encoder
from .e5 import LAYERS, Part, Whole
from .entailment_training import Phase, Settings, encoded, two_phases
from .fit_teacher import FILE, Teacher
from .languages import CHINESE, GERMAN, PERSIAN, Language
from .larger import Given
from .text import cased

_TRAINING = Settings(first=60_000, again=300)
PASSES = 2
"""Over the texts in two versions of a language."""


class Lessons(NamedTuple):
    """What a language teaches besides."""

    kinds: tuple[str, ...]
    """Of texts in two versions."""
    built: int
    """Built pairs, at random."""
    inferences: int = 0
    """Passes over FarsTail, in Persian."""
    own_case: bool = False
    """Whether it is read in all of e5's pieces and in its own case, not in those of the language's `fit` matcher."""

    def settings(self) -> dict:
        """What a training depends on."""
        return {name: value for name, value in self._asdict().items() if value or name != "own_case"}


class Course(NamedTuple):
    """A training."""

    lessons: dict[Language, Lessons]
    training: Settings

    @property
    def languages(self) -> tuple[Language, ...]:
        return tuple(self.lessons)

    @property
    def taught_with(self) -> tuple[Path, ...]:
        return tuple(versions.file(language, kind, "train") for language, lessons in self.lessons.items() for kind in lessons.kinds)

    @property
    def more(self) -> dict:
        return {language.code: {"versions": PASSES} | lessons.settings() for language, lessons in self.lessons.items()}

    def phases(self, given: Given) -> list[Phase]:
        whole, most, known, others = given.encoder, self.training.window, [], []
        around = whole.begin, whole.end
        for language, lessons in self.lessons.items():
            if language.code not in given.built:
                continue
            if lessons.own_case:
                ids = partial(whole.ids, fold=cased)
            else:
                ids = partial(whole.ids_of, part=Part(whole.teacher, given.vocabularies[language.code]))
            rows = entailment_pairs.of_versions(language, "train", lessons.kinds) * PASSES + given.built[language.code][: lessons.built]
            inferences = entailment_pairs.farstail(given.data, "Train") * lessons.inferences if lessons.inferences else []
            known += encoded(ids, around, inferences, most)
            others += encoded(ids, around, rows, most)
        return two_phases(encoded(whole.ids, around, given.snli, most), known, others, self.training)


_SHORT = "short", "clauses"
COURSES = (
    Course({CHINESE: Lessons(_SHORT, built=10_000), PERSIAN: Lessons(_SHORT, built=8_000, inferences=3)}, _TRAINING),
    Course(
        {
            CHINESE: Lessons((*_SHORT, "nearly"), built=10_000),
            PERSIAN: Lessons((*_SHORT, "nearly"), built=8_000, inferences=3),
            GERMAN: Lessons(_SHORT, built=6_000),
        },
        _TRAINING,
    ),
    Course(
        {
            CHINESE: Lessons((*_SHORT, "nearly"), built=6_000),
            PERSIAN: Lessons((*_SHORT, "nearly"), built=5_000, inferences=3),
            GERMAN: Lessons(_SHORT, built=4_000, own_case=True),
        },
        replace(_TRAINING, again=600, seed=2),
    ),
)


class _Teaching:
    name = "e5"
    languages = (CHINESE, PERSIAN, GERMAN)
    layers = LAYERS
    training = _TRAINING
    encoder_files = (FILE,)
    courses = COURSES

    def encoder(self, package: Path) -> Encoder:
        return Whole(Teacher(package))


TEACHING = _Teaching()
