"""What a larger matcher is made of, besides what all have in common (`fit_large.py`)."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from .cross_encoder import Encoder
from .entailment_pairs import Judged
from .entailment_training import Phase, Settings
from .languages import Language
from .work import Work

GRAPH, CARD = "entailment.onnx", "CARD.md"
WINDOW = 256
"""Tokens of a window, the three around the texts included."""
HARDWARE = "2 threads of a server CPU with bfloat16, no GPU"
"""What the cross-encoders were trained on."""

Cutting = tuple[Callable[[str], list[int]], tuple[int, int]]
"""Texts as ids, and the ids around them."""


class Words(NamedTuple):
    """What a card says of a larger matcher in words of its own."""

    spoken: str
    """The language, with its article."""
    finds: str
    starts_from: str
    data: str
    tests: str
    hardware: str
    labels: str
    """How many labels the test pairs have, in words."""


class Course(Protocol):
    """A training of a cross-encoder."""

    languages: tuple[Language, ...]
    """Those whose built pairs it learns from."""
    taught_with: tuple[Path, ...]
    """Files of the repository that it learns from."""
    more: dict
    """What else it depends on."""
    training: Settings

    def phases(self, given: "Given") -> list[Phase]:
        """Those of the training."""


class Teaching(Protocol):
    """What a cross-encoder learns, of one larger matcher or of several: the mean of what its courses leave, which have the first phase in common."""

    name: str
    """Of its steps in a work folder."""
    languages: tuple[Language, ...]
    """Those whose matchers share it."""
    layers: int
    """The encoder's."""
    training: Settings
    encoder_files: tuple[str, ...]
    """Those of the encoder's package that are read."""
    courses: tuple[Course, ...]

    def encoder(self, package: Path) -> Encoder:
        """What the cross-encoder starts from."""


class Given(NamedTuple):
    """What a course is given to make phases of."""

    encoder: Encoder
    """That of the teaching."""
    vocabularies: dict[str, Path]
    """The networks', by language."""
    snli: list[Judged]
    built: dict[str, list[Judged]]
    """Built pairs, by language; none for the first phase alone."""
    data: Path


class Larger(Protocol):
    """A larger matcher of a language."""

    language: Language
    name: str
    license: str
    """The encoder's."""
    description: str
    words: Words
    teaching: Teaching
    built: int | None
    """Built pairs of the language that are trained on, at random; all where none are said."""
    evaluated: int
    """Pairs of a set that are asked about at most."""
    most_tested: int
    """Test pairs."""
    tokenizer: dict
    """Of the cross-encoder, as in a manifest."""
    own_files: tuple[str, ...]
    """What the tokenizer reads that the network does not."""

    def vocabulary(self, work: Work, data: Path, package: Path, network: Path) -> Path:
        """The vocabulary whose pieces are shipped of the encoder: `network`, the network's, or one of its own."""

    def encoder(self, package: Path, vocabulary: Path) -> Encoder:
        """What is shipped of the encoder."""

    def tests(self, data: Path, snli: Path) -> list[Judged]:
        """Pairs which nothing was trained on, with three labels or, where a language has no such, with two."""

    def write_own(self, encoder: Encoder, folder: Path) -> None:
        """Writes `own_files`."""

    def cutting(self, folder: Path) -> Cutting:
        """How texts are cut by the files of a model folder."""

    def pieces(self, folder: Path) -> int:
        """How many ids the texts of a model folder have."""
