"""Character embeddings: word2vec on the raw texts (paper A, section 5.1: 50 dimensions).

Skip-gram with negative sampling over the characters of documents and titles, in
lines of bounded length. One worker thread, so that the same seed gives the same
vectors.
"""

from collections.abc import Callable, Iterable

import numpy as np
from gensim.models import Word2Vec

from ..text import PAD, Vocabulary, characters


def train(
    texts: Iterable[str],
    vocabulary: Vocabulary,
    *,
    size: int,
    window: int,
    epochs: int,
    skip_gram: bool,
    seed: int,
    cut: Callable[[str], list[str]] = characters,
) -> np.ndarray:
    """Vectors of a vocabulary, [tokens, size] float32; the row of `[PAD]` is zero.

    Tokens that the texts lack get the mean vector, `[UNK]` included.
    """
    lines = [chars for text in texts for line in text.split("\n") if len(chars := cut(line)) > 1]
    model = Word2Vec(
        lines, vector_size=size, window=window, min_count=5, sg=int(skip_gram), negative=5,
        sample=1e-4, epochs=epochs, seed=seed, workers=1,
    )
    mean = model.wv.vectors.mean(axis=0)
    rows = [model.wv[token] if token in model.wv else mean for token in vocabulary.tokens]
    table = np.stack(rows).astype(np.float32)
    table[PAD] = 0.0
    return table
