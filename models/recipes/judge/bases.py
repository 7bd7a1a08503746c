"""What a judge reads texts with: a tokenizer of the `tokenizers` package over pieces of multilingual-e5-small."""

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import regex
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from .. import corpora
from ..fit_teacher import Teacher
from ..languages import CHINESE, ENGLISH, GERMAN, PERSIAN, Language


class Base(NamedTuple):
    """A tokenizer, the numbers of its pieces in e5, and the ids around texts."""

    tokenizer: Tokenizer
    kept: list[int]
    begin: int
    end: int
    padding: int


SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
"""The first pieces of e5 and of what is kept of them."""
SIZES = {ENGLISH: 14_000, GERMAN: 13_000, CHINESE: 14_000, PERSIAN: 9_000}
"""Most pieces of a language."""
_READ = 1500  # characters of a document that are counted
_MOST = 16_000  # texts of a language that are counted
_ONE = regex.compile(r"▁?[\p{Latin}\p{Arabic}\p{Han}\p{N}\p{P}\p{S}\u200c]|▁", regex.V1)


def base_of(package: Path, vocabulary: Path) -> Base:
    """Unigram with case over the pieces of e5 that are kept."""
    teacher = Teacher(package)
    kept = [int(line) for line in vocabulary.read_text().split()]
    tokenizer = _unigram([(teacher.pieces[number], float(teacher.scores[number])) for number in kept])
    return Base(tokenizer, kept, *(SPECIAL.index(token) for token in ("<s>", "</s>", "<pad>")))


def _unigram(pieces: list[tuple[str, float]]) -> Tokenizer:
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=SPECIAL.index("<unk>"), byte_fallback=False))
    letters = [normalizers.Replace(old, new) for old, new in (("ي", "ی"), ("ى", "ی"), ("ك", "ک"))]
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), *letters, normalizers.Replace(Regex(r"\s+"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.add_special_tokens(list(SPECIAL))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s>:0 $A:0 </s>:0 <s>:1 $B:1 </s>:1", special_tokens=[("<s>", 0), ("</s>", 2)],
    )  # fmt: skip
    return tokenizer


def count_pieces(package: Path, data: Path, texts: Iterable[tuple[str, str]], folder: Path) -> None:
    """Writes `folder/kept.txt`: e5's numbers of the pieces that the four languages use most, and of all single characters of their scripts."""
    teacher = Teacher(package)
    whole = _unigram([(piece, float(score)) for piece, score in zip(teacher.pieces, teacher.scores)])
    own: dict[str, list[str]] = {}
    for code, text in texts:
        own.setdefault(code, []).append(text)
    kept = {number for number, piece in enumerate(teacher.pieces) if _ONE.fullmatch(piece)}
    for language, size in SIZES.items():
        counts: Counter[int] = Counter()
        read = [*own.get(language.code, []), *_shown(data, language)]
        for encoding in whole.encode_batch_fast(read, add_special_tokens=False):
            counts.update(encoding.ids)
        kept.update(sorted(counts, key=lambda number: (-counts[number], number))[:size])
    special = list(range(len(SPECIAL)))
    (folder / "kept.txt").write_text("".join(f"{number}\n" for number in [*special, *sorted(kept - {*special})]))


def _shown(data: Path, language: Language) -> Iterator[str]:
    for source in language.sources:
        for number, article in enumerate(corpora.titles(data, source, "train")):
            if number * len(language.sources) >= _MOST:
                break
            yield article.document[:_READ]
            yield article.title
    if language is GERMAN:
        for path in sorted((data / "pages").glob("*.gold.xml.gz")):
            with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
                yield from regex.findall(r">([^<>]{30,})<", file.read())
    if language is PERSIAN:
        yield from (row["doc"] + " " + row["summary"] for row in corpora.auxiliary(data, "fa_farstail_nli") if row["split"] == "Train")


def described(base: Base) -> dict:
    """The tokenizer as JSON."""
    return json.loads(base.tokenizer.to_str())
