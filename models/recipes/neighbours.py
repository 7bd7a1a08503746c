"""Near neighbours of articles, for unrelated titles that look related.

TF-IDF over character pairs of title and lead, cosine. Cost: one sparse product
per block of articles, quadratic in the articles of a set.
"""

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

_BLOCK = 512


def nearest(texts: list[str], count: int) -> np.ndarray:
    """Row i: the indices of the `count` texts nearest to text i, itself excluded."""
    vectors = TfidfVectorizer(
        analyzer="char", ngram_range=(2, 2), min_df=2, max_df=0.2, sublinear_tf=True, dtype=np.float32
    ).fit_transform(texts)
    rows = []
    for start in range(0, vectors.shape[0], _BLOCK):
        similarity = (vectors[start : start + _BLOCK] @ vectors.T).toarray()
        for offset, row in enumerate(similarity):
            row[start + offset] = -1.0
        rows.append(np.argsort(-similarity, axis=1, kind="stable")[:, :count])
    return np.concatenate(rows)
