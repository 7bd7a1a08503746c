"""Steps that the recipe `speech_lines_de` and its experiments share."""

import pickle
from pathlib import Path

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import average_precision_score, precision_recall_curve

from . import protocols, shapes
from .line_cnn import LineCnn, Lines, Shape, scores, train
from .protocols import Protocol
from ..work import Work

SEED = 1
KINDS = 10
VOCABULARY = 3000
LEAST = 6
"""Occurrences of a word that is in the vocabulary."""
WORDS = shapes.HEAD + shapes.TAIL
THRESHOLD = 0.5
LAYOUT_VERSION = 2
"""Raised where the library's lines or features change."""

TRAINING = {
    "epochs": 10, "batch": 256, "rate": 3e-3, "positive_weight": 1.0, "hidden_words": 0.15, "run_in": 0.3, "stretch": 32,
}  # fmt: skip


def read(data: Path, work: Work, names: tuple[str, ...]) -> list[Protocol]:
    """Protocols with their labels, checked."""
    found = []
    for name in names:

        def make(folder: Path, name: str = name) -> None:
            (folder / "protocol.pickle").write_bytes(pickle.dumps(protocols.read(data, name)))

        folder = work.step(f"protocol-{name}", {"name": name, "layout": LAYOUT_VERSION}, make)
        found.append(pickle.loads((folder / "protocol.pickle").read_bytes()))
    protocols.check(found)
    return found


def centres(documents: list[Protocol], kinds: int) -> np.ndarray:
    """The types of blocks: k-means over the features of all blocks, sorted."""
    blocks = [p.features[np.unique(p.blocks, return_index=True)[1]] for p in documents]
    found = KMeans(kinds, n_init=5, random_state=SEED).fit(np.concatenate(blocks))
    order = np.lexsort(found.cluster_centers_.T[::-1])
    return found.cluster_centers_[order]


def kinds_of(p: Protocol, at: np.ndarray) -> np.ndarray:
    """The type of every line: the nearest centre."""
    distances = ((p.features[:, None] - at[None]) ** 2).sum(2)
    return distances.argmin(1)


def encode(documents: list[Protocol], vocabulary: list[str], at: np.ndarray) -> Lines:
    ids = {token: index for index, token in enumerate(vocabulary)}
    rows = [([shapes.encode(text, ids) for text in p.texts], kinds_of(p, at), p.starts) for p in documents]
    return Lines.of(rows, WORDS)


def vocabulary_of(documents: list[Protocol]) -> list[str]:
    return shapes.vocabulary((text for p in documents for text in p.texts), VOCABULARY, LEAST)


def shape_ids(vocabulary: list[str]) -> np.ndarray:
    """For every id that of its shape; its own for what has none."""
    ids = {token: index for index, token in enumerate(vocabulary)}
    special = 2 + len(shapes.SHAPES)
    return np.array([i if i < special else ids.get(shapes.shape(t) or "", i) for i, t in enumerate(vocabulary)])


def run_in(data: Lines) -> np.ndarray:
    """The tokens of every line joined with the one after it, the middle left out where they are long."""
    rows = [line[line > 0] for line in data.tokens]
    found = np.zeros_like(data.tokens)
    for row, line, after in zip(found, rows, rows[1:]):
        both = np.concatenate([line, after])
        if len(both) > WORDS:
            both = np.concatenate([both[: shapes.HEAD], both[-shapes.TAIL :]])
        row[: len(both)] = both
    return found


def best_f1(labels: np.ndarray, chances: np.ndarray) -> tuple[float, float]:
    """The greatest F1 over thresholds, and the threshold."""
    precision, recall, thresholds = precision_recall_curve(labels, chances)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    best = int(f1[:-1].argmax())
    return float(f1[best]), float(thresholds[best])


def f1_at(labels: np.ndarray, chances: np.ndarray, threshold: float) -> float:
    guessed = chances >= threshold
    return float(2 * (guessed & labels).sum() / max(1, guessed.sum() + labels.sum()))


def average_precision(labels: np.ndarray, chances: np.ndarray) -> float:
    return float(average_precision_score(labels, chances))


def fit(documents: list[Protocol], types: str = "window", pooling: str = "centre", seed: int = SEED):
    """(model, vocabulary, centres) trained on all lines of documents."""
    vocabulary, at = vocabulary_of(documents), centres(documents, KINDS)
    data = encode(documents, vocabulary, at)
    shape = Shape(len(vocabulary), KINDS, types=types, pooling=pooling)
    rows = np.arange(len(data.starts))
    model = train(shape, data, rows, seed=seed, hidden=shape_ids(vocabulary), joined=run_in(data), **TRAINING)
    return model, vocabulary, at


def judge(model: LineCnn, documents: list[Protocol], vocabulary: list[str], at: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(labels, probabilities) of all lines of documents."""
    data = encode(documents, vocabulary, at)
    return data.starts, scores(model, data, np.arange(len(data.starts)))
