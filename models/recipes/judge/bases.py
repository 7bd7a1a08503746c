"""What a judge starts from: a tokenizer of the `tokenizers` package, embeddings, and the layers of a larger matcher's cross-encoder."""

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import regex
import torch
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from torch import Tensor

from .. import corpora
from ..fit_teacher import Teacher
from ..languages import CHINESE, ENGLISH, GERMAN, PERSIAN, Language
from .network import TokenClassifier, start


class Base(NamedTuple):
    """A start."""

    tokenizer: Tokenizer
    embeddings: Tensor
    places: Tensor
    layers: int
    graph: Path
    """The cross-encoder whose layers are copied, in 8 bits."""
    begin: int
    end: int
    padding: int
    frozen: int
    """Layers that are not trained, the first ones."""

    def model(self) -> TokenClassifier:
        """The network before its training."""
        model = TokenClassifier(self.embeddings, self.layers)
        start(model, self.graph, self.places)
        still = [model.places, model.segments, *model.embedded.parameters()]
        for value in [*still, *(value for layer in model.layers[: self.frozen] for value in layer.parameters())]:
            value.requires_grad_(False)
        return model


LAYERS = 9
"""Of multilingual-e5-small's twelve, as the larger Chinese, Persian and German matchers have."""
FROZEN = 3
"""Of those, the first that are not trained: two thirds of their time are saved."""
SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
"""The first pieces of e5 and of what is kept of them."""
SIZES = {ENGLISH: 14_000, GERMAN: 13_000, CHINESE: 14_000, PERSIAN: 9_000}
"""Most pieces of a language."""
_READ = 1500  # characters of a document that are counted
_MOST = 16_000  # texts of a language that are counted
_ONE = regex.compile(r"▁?[\p{Latin}\p{Arabic}\p{Han}\p{N}\p{P}\p{S}\u200c]|▁", regex.V1)


def base_of(package: Path, models_folder: Path, vocabulary: Path) -> Base:
    """The first layers of multilingual-e5-small, as `fit-zh-large` and its like have trained them further: Unigram with case."""
    teacher = Teacher(package)
    kept = [int(line) for line in vocabulary.read_text().split()]
    tokenizer = unigram([(teacher.pieces[number], float(teacher.scores[number])) for number in kept])
    words = teacher.tensors["emb.word"].view(-1, teacher.width)[torch.tensor(kept)].clone()
    places = teacher.tensors["emb.pos"].view(-1, teacher.width)
    begin, padding, end = (SPECIAL.index(token) for token in ("<s>", "<pad>", "</s>"))
    return Base(tokenizer, words, places, LAYERS, models_folder / "fit-fa-large" / "entailment.onnx", begin, end, padding, FROZEN)


def unigram(pieces: list[tuple[str, float]]) -> Tokenizer:
    """A tokenizer of pieces with their scores, that makes Persian letters of Arabic ones."""
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=SPECIAL.index("<unk>"), byte_fallback=False))
    letters = [normalizers.Replace(old, new) for old, new in (("ي", "ی"), ("ى", "ی"), ("ك", "ک"))]
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), *letters, normalizers.Replace(Regex(r"\s+"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.add_special_tokens(list(SPECIAL))
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s>:0 $A:0 </s>:0 $B:1 </s>:1", special_tokens=[("<s>", 0), ("</s>", 2)],
    )  # fmt: skip
    return tokenizer


def count_pieces(package: Path, data: Path, texts: Iterable[tuple[str, str]], folder: Path) -> None:
    """Writes `folder/kept.txt`: e5's numbers of the pieces that the four languages use most, and of all single characters of their scripts."""
    teacher = Teacher(package)
    whole = unigram([(piece, float(score)) for piece, score in zip(teacher.pieces, teacher.scores)])
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
