"""Data of the pre-training experiments: word vectors, a vocabulary with a mask, pseudo-summaries, titles.

Pseudo-summaries are built by the library (`src/corpus/arman.rs`, `pseudo_summary.rs`) through its
program `pseudo_summaries`, from documents of which the network can read about everything: those
of the training parts, without titles, up to their first `READ` characters. The sentence that
is cut there ends with no mark and goes in the cleaning. Masked sentences are a character
for private use, which is a piece of the vocabulary.
"""

import json
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .. import corpora
from ..matchers import embeddings
from ..headlines import pieces as headline_pieces
from ..corpora import Article
from ..headlines.pairs import REPEATED, Example, encode, example, numbers_known, titled
from ..headlines.pieces import END, UNKNOWN, Pieces
from ..text import SPECIAL, Vocabulary, rouge_tokens

OBJECTIVES = ("tss-rouge", "ss-80", "ss-100", "sh", "msr")
MASK = "\ue000"
READ = 600  # characters of a document
LONGEST = 40  # pieces of a pseudo-summary
SHORTEST = 5  # pieces of a pseudo-summary
WORDS = 20_000
VECTORS = {"size": 64, "window": 5, "epochs": 3, "skip_gram": True}
_ALWAYS_MASKED = ("tss-rouge", "ss-100")
_ROOT = Path(__file__).parents[3]
_PROGRAM = "cargo run --quiet --profile harness --no-default-features --example pseudo_summaries --".split()


@dataclass(frozen=True)
class Corpora:
    """The sets of a language."""

    documents: tuple[str, ...]
    """Whose documents are learned from before the titles."""
    titles: tuple[str, ...]
    """Whose titles are learned, and whose dev sets are judged on."""


CORPORA = {
    "en": Corpora(("en_reuters21578_title", "en_debian_synopsis"), ("en_reuters21578_title",)),
    "fa": Corpora(
        ("fa_farsnews_title", "fa_varzesh3_title", "fa_namnak_title"),
        ("fa_farsnews_title", "fa_varzesh3_title", "fa_namnak_title"),
    ),
    "zh": Corpora(
        ("zh_xinwenlianbo_title", "zh_lctt_title", "zh_csl_title"),
        ("zh_xinwenlianbo_title", "zh_lctt_title", "zh_csl_title"),
    ),
}


def articles(data: Path, names: tuple[str, ...], split: str) -> list[Article]:
    return [article for name in names for article in corpora.titles(data, name, split)]


def documents(data: Path, language: str) -> list[str]:
    """What pseudo-summaries are built from."""
    return [article.document[:READ] for article in articles(data, CORPORA[language].documents, "train")]


def word_vectors(data: Path, language: str, seed: int) -> dict:
    """Vectors of the most frequent words, by words that stand near them, as the library reads them."""
    texts = documents(data, language)
    words = Vocabulary.most_frequent(map(rouge_tokens, texts), WORDS)
    table = embeddings.train(texts, words, seed=seed, cut=rouge_tokens, **VECTORS)[len(SPECIAL) :]
    values = [round(float(value), 4) for value in table.ravel()]
    return {"dimension": table.shape[1], "words": words.tokens[len(SPECIAL) :], "values": values}


def vocabulary(data: Path, language: str, size: int, coverage: float) -> str:
    """The file of the pieces, the mask among them."""

    def texts() -> Iterator[str]:
        yield from documents(data, language)
        for article in articles(data, CORPORA[language].titles, "train"):
            yield titled(article.document, article.title)

    pieces = headline_pieces.train(texts(), size, coverage, marked=True)
    return headline_pieces.file_text([*pieces, ("\u2581" + MASK, 0.0)])


@dataclass(frozen=True)
class Pseudo:
    """A document with masks, and what they hide."""

    index: int
    """Of the document."""
    document: str
    summary: str


def build(texts: list[str], language: str, objective: str, vectors: dict, seed: int) -> tuple[list[Pseudo], list[dict]]:
    """Pseudo-summaries, and what every rule of the cleaning left; checked."""
    options = {"language": language, "objective": objective, "embeddings": vectors, "mask": MASK, "seed": seed}
    lines = "".join(json.dumps({"doc": text}) + "\n" for text in texts)
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(options, file)
        file.flush()
        command = [*_PROGRAM, file.name]
        run = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True, cwd=_ROOT)
    first, *rows = map(json.loads, run.stdout.splitlines())
    made = [Pseudo(row["index"], row["doc"], row["summary"]) for row in rows]
    for row in made:
        check(row, objective)
    return made, first["counts"]


def check(row: Pseudo, objective: str) -> None:
    """Whether a pseudo-summary is what its objective says.

    Where all chosen sentences are masked, there is a mask; where there is none, all words of
    the summary are in the document, be it as they were, with a span shuffled, or reordered.
    """
    masked = MASK in row.document
    held = not Counter(rouge_tokens(row.summary)) - Counter(rouge_tokens(row.document.replace(MASK, " ")))
    if not row.summary or MASK in row.summary:
        raise ValueError(f"{objective}: document {row.index} has no summary, or a mask in it")
    if objective in _ALWAYS_MASKED and not masked:
        raise ValueError(f"{objective}: document {row.index} has no mask")
    if not masked and not held:
        raise ValueError(f"{objective}: document {row.index} lacks words of its summary, and has no mask")


def unmasked(rows: list[Pseudo]) -> float:
    """Share of the documents without a mask."""
    return float(np.mean([MASK not in row.document for row in rows]))


def pseudo_example(pieces: Pieces, row: Pseudo, places: int) -> Example | None:
    """A pseudo-summary as ids, its first ones if it is long; nothing if it is short or cannot be written."""
    source, frequencies, unknown = encode(pieces, row.document, places)
    ids, surfaces = pieces.encode(row.summary)
    place = {surface: len(pieces) + i for i, surface in enumerate(unknown)}
    present = set(source.tolist())
    target = [id if id != UNKNOWN else place.get(surface, UNKNOWN) for id, surface in zip(ids, surfaces)]
    target = [id if id < len(pieces) or id in present else UNKNOWN for id in target]
    target = [*target, END][:LONGEST]
    if len(target) < SHORTEST or UNKNOWN in target:
        return None
    return Example(source, frequencies, np.array(target, np.int32))


def title_examples(data: Path, language: str, pieces: Pieces, places: int) -> list[Example]:
    """Training pairs of documents and titles that are fit to learn from, in the order of their sets."""
    made = []
    for name in CORPORA[language].titles:
        found = corpora.titles(data, name, "train")
        repeats = Counter(article.title for article in found)
        for article in found:
            title = titled(article.document, article.title)
            if repeats[article.title] < REPEATED and numbers_known(article.document, title):
                pair = example(pieces, article.document, title, places)
                made += [pair] if pair is not None else []
    return made


def dev(data: Path, language: str, limit: int) -> list[Article]:
    """Articles that are judged on, drawn at random."""
    found = articles(data, CORPORA[language].titles, "dev")
    return found if limit >= len(found) else random.Random(0).sample(found, limit)
