"""Pieces of the headline models: a Unigram vocabulary that keeps case, trained on documents and titles.

A Han character, a run of digits and a punctuation mark never share a piece with
anything else, so that the same word is cut alike wherever it stands, which is what
copying needs. Id 0 (`[PAD]`) begins and ends a headline; id 1 stands for what no
piece covers, and is copied by its surface. The tokenization is that of the library
(`text::tokenize::Unigram`, cased).
"""

import io
from collections.abc import Iterable
from pathlib import Path

import regex
import sentencepiece
from tokenizers import Tokenizer, models, pre_tokenizers

from ..text import SPECIAL, cased

END = 0
UNKNOWN = 1
_APART = "\t"
_UNIT = regex.compile(r"\p{Script=Han}|\p{N}+|[\p{L}\p{M}--\p{Script=Han}]+|\s+|.", regex.V1)
_SPACE = regex.compile(r"\p{White_Space}+")
_LONGEST = 16  # characters of a piece


def spaced(text: str) -> str:
    """A text as it is cut: spellings unified, one space wherever there is white space."""
    return " ".join(part for part in _SPACE.split(cased(text)) if part)


def train(texts: Iterable[str], size: int, coverage: float, marked: bool) -> list[tuple[str, float]]:
    """Pieces and their log-probabilities, the most probable first.

    Where `marked`, a piece that begins a word holds the mark for it; else the mark is a
    piece of its own, as it should be where few words have spaces around them.
    """

    def lines():
        for text in texts:
            for line in text.split("\n"):
                line = spaced(line)
                if line:
                    units = _UNIT.findall(line)
                    joined = [marked and i > 0 and units[i - 1] == " " or marked and unit == " " for i, unit in enumerate(units)]
                    yield "".join(unit if kept else _APART + unit for unit, kept in zip(units, joined)).strip(_APART)

    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=lines(),
        model_writer=made,
        vocab_size=size,
        model_type="unigram",
        character_coverage=coverage,
        normalization_rule_name="identity",
        pretokenization_delimiter=_APART,
        max_sentencepiece_length=_LONGEST,
        split_by_unicode_script=True,
        max_sentence_length=20_000,
        num_threads=1,
        bos_id=-1,
        eos_id=-1,
        unk_id=0,
        minloglevel=1,
    )
    processor = sentencepiece.SentencePieceProcessor(model_proto=made.getvalue())
    known = ((processor.id_to_piece(i), processor.get_score(i)) for i in range(1, len(processor)))
    return [(piece, round(score, 2)) for piece, score in known]


def file_text(pieces: list[tuple[str, float]]) -> str:
    """The vocabulary file: one piece and its log-probability per line."""
    return "".join(f"{piece}\t{score:g}\n" for piece, score in [*((name, 0.0) for name in SPECIAL), *pieces])


class Pieces:
    """A vocabulary file as a tokenizer."""

    def __init__(self, path: Path):
        lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
        vocabulary = [(piece, float(score)) for piece, score in (line.split("\t") for line in lines)]
        self.surfaces = [piece for piece, _ in vocabulary]
        # A text that holds the name of a special piece means its characters.
        special = [("\0" + name, 0.0) for name in SPECIAL]
        self._tokenizer = Tokenizer(models.Unigram([*special, *vocabulary[len(SPECIAL) :]], unk_id=UNKNOWN))
        self._tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()

    def __len__(self) -> int:
        return len(self.surfaces)

    def encode(self, text: str) -> tuple[list[int], list[str]]:
        """The ids of a text's pieces, and their surfaces; that of an unknown one is what it covers."""
        found = self._tokenizer.encode(spaced(text))
        return found.ids, found.tokens

    def text(self, surfaces: Iterable[str]) -> str:
        """Pieces as a text."""
        return "".join(surfaces).replace("\u2581", " ").strip()
