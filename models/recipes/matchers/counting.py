"""The two systems of paper A that count words: LSI and the SVM.

Both weigh the words of a text by TF-IDF, tf * (ln((1 + n) / (1 + df)) + 1) over the training
texts, documents and summaries apart, each vector of length one.

* LSI (4): the SVD of those vectors, cut to `TOPICS` topics; the score is the cosine of
  document and summary in the space of topics. No label is used.
* SVM (1)-(3): [document; summary] with the kernel exp(-gamma |x - y|^2), C = 1, gamma =
  1 / (features * variance); the probability is Platt's, over the decision values of five
  folds.

Cost: the SVD of 20,000 sparse texts takes seconds; the kernel of n pairs is held as n * n
float64.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sparse
from scipy.special import expit
from sklearn.calibration import _SigmoidCalibration
from sklearn.decomposition import TruncatedSVD
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import normalize
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from .segmentation import Words
from ..text import UNKNOWN

TOPICS = 400
PENALTY = 1.0
_POWER_ITERATIONS = 3
_PLATT_FOLDS = 5


@dataclass
class Counted:
    """Counts [pairs, words] of the known words of documents and of summaries."""

    documents: sparse.csr_matrix
    summaries: sparse.csr_matrix

    @classmethod
    def of(cls, pairs, words: Words) -> "Counted":
        return cls(*(counts([words.ids(text) for text in texts], len(words)) for texts in zip(*((p.document, p.summary) for p in pairs))))

    def __getitem__(self, rows) -> "Counted":
        return Counted(self.documents[rows], self.summaries[rows])


def counts(texts: list[list[int]], size: int) -> sparse.csr_matrix:
    """How often each known word occurs in each text."""
    rows = np.repeat(np.arange(len(texts)), [len(ids) for ids in texts])
    columns = np.fromiter((i for ids in texts for i in ids), dtype=np.int64)
    known = columns > UNKNOWN
    ones = np.ones(known.sum())
    return sparse.csr_matrix((ones, (rows[known], columns[known])), shape=(len(texts), size))


def idf(counted: Counted) -> np.ndarray:
    """The weight of every word over all texts of the pairs."""
    texts = sparse.vstack([counted.documents, counted.summaries])
    frequency = np.bincount(texts.indices, minlength=texts.shape[1])
    return np.log((1 + texts.shape[0]) / (1 + frequency)) + 1


def weighed(matrix: sparse.csr_matrix, weights: np.ndarray) -> sparse.csr_matrix:
    """TF-IDF rows of length one; a text without a known word stays zero."""
    return normalize(matrix @ sparse.diags(weights))


class Lsi:
    """`table` [words, topics] holds idf * topic weights: a text is the sum of its words' rows."""

    def __init__(self, counted: Counted, topics: int = TOPICS, seed: int = 1):
        weights = idf(counted)
        texts = sparse.vstack([weighed(m, weights) for m in (counted.documents, counted.summaries)]).tocsr()
        # The last bits of a sum depend on how many threads share it.
        with threadpool_limits(1):
            # A small corpus has fewer words than topics.
            svd = TruncatedSVD(min(topics, texts.shape[1]), n_iter=_POWER_ITERATIONS, random_state=seed).fit(texts)
        self.table = (weights[:, None] * svd.components_.T).astype(np.float32)

    def scores(self, counted: Counted) -> np.ndarray:
        d, s = (normalize(m @ self.table) for m in (counted.documents, counted.summaries))
        return (d * s).sum(1)


@dataclass
class Kernel:
    """The RBF kernel of pairs [rows, columns], and its gamma."""

    values: np.ndarray
    gamma: float


def features(counted: Counted, weights: np.ndarray) -> sparse.csr_matrix:
    return sparse.hstack([weighed(counted.documents, weights), weighed(counted.summaries, weights)]).tocsr()


def gamma_of(x: sparse.csr_matrix) -> float:
    """1 / (features * variance), scikit-learn's `scale`."""
    mean = x.mean()
    return float(1 / (x.shape[1] * (x.multiply(x).mean() - mean * mean)))


def rbf(x: sparse.csr_matrix, y: sparse.csr_matrix, gamma: float) -> np.ndarray:
    squares = [np.asarray(m.multiply(m).sum(1)).ravel() for m in (x, y)]
    products = (x @ y.T).toarray()
    return np.exp(-gamma * (squares[0][:, None] + squares[1][None] - 2 * products))


def support(kernel: np.ndarray, positive: np.ndarray) -> SVC:
    return SVC(C=PENALTY, kernel="precomputed", cache_size=500).fit(kernel, positive)


def platt(kernel: np.ndarray, positive: np.ndarray, seed: int = 1) -> tuple[float, float]:
    """a and b of P(positive) = 1 / (1 + exp(a f + b)), over decision values of held-out folds."""
    values = np.zeros(len(positive))
    for train, held in StratifiedKFold(_PLATT_FOLDS, shuffle=True, random_state=seed).split(kernel, positive):
        machine = support(kernel[np.ix_(train, train)], positive[train])
        values[held] = machine.decision_function(kernel[np.ix_(held, train)])
    fitted = _SigmoidCalibration().fit(values, positive)
    return float(fitted.a_), float(fitted.b_)


def chance(values: np.ndarray, a: float, b: float) -> np.ndarray:
    return expit(-(a * values + b))
