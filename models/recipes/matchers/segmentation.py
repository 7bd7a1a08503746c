"""Words for the systems of paper A that count them, exactly as the library cuts them.

Chinese: jieba with a dictionary of the model's own words (`WORD COUNT` a line), so that no
large dictionary has to be loaded; words outside it are guessed by jieba's hidden Markov model.
Other languages: the words that ROUGE counts (`text.rouge_tokens`). Cost: linear in the text
for words, about 0.3 ms a document for jieba.
"""

import logging
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import jieba

from ..text import SPECIAL, UNKNOWN, Vocabulary, rouge_tokens

jieba.setLogLevel(logging.WARNING)


def jieba_words(segmenter: jieba.Tokenizer, text: str) -> list[str]:
    """jieba's tokens that hold a letter or a digit, of the text in NFKC and lower case."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return [
        word
        for line in folded.split("\n")
        for word in segmenter.cut(line.removesuffix("\r"))
        if any(unicodedata.category(c)[0] == "L" or unicodedata.category(c)[0] == "N" for c in word)
    ]


class Words:
    """A vocabulary of words and the way to cut a text into them."""

    def __init__(self, vocabulary: Vocabulary, cut: Callable[[str], list[str]]):
        self.vocabulary = vocabulary
        self._ids = {word: index for index, word in enumerate(vocabulary.tokens)}
        self._cut = cut

    def ids(self, text: str) -> list[int]:
        """The ids of all words; those outside the vocabulary are `[UNK]`."""
        return [self._ids.get(word, UNKNOWN) for word in self._cut(text)]

    def __len__(self) -> int:
        return len(self.vocabulary)


def build(folder: Path, texts: Iterable[str], size: int, chinese: bool) -> None:
    """Writes `vocabulary.txt` and, for Chinese, `dictionary.txt`: the most frequent words."""
    default = jieba.Tokenizer()
    cut = (lambda text: jieba_words(default, text)) if chinese else rouge_tokens
    counts = Counter(word for text in texts for word in cut(text))
    ranked = sorted((w for w in counts if not any(c.isspace() for c in w)), key=lambda w: (-counts[w], w))
    kept = ranked[: size - len(SPECIAL)]
    Vocabulary([*SPECIAL, *kept]).write(folder / "vocabulary.txt")
    if chinese:
        lines = "".join(f"{word} {counts[word]}\n" for word in kept)
        (folder / "dictionary.txt").write_text(lines, encoding="utf-8")


def load(folder: Path) -> Words:
    """The words that `build` wrote."""
    vocabulary = Vocabulary.read(folder / "vocabulary.txt")
    dictionary = folder / "dictionary.txt"
    if not dictionary.exists():
        return Words(vocabulary, rouge_tokens)
    segmenter = jieba.Tokenizer(str(dictionary.resolve()))
    return Words(vocabulary, lambda text: jieba_words(segmenter, text))


