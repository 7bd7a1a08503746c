"""`support.bin`: an SVM over counted words, as the library reads it.

Little-endian, without gaps:

    bytes 0-7    "EPISVM01"
    u32          words of the vocabulary, w
    u32          support vectors, n
    f32 x 4      gamma, intercept, Platt's a and b
    f32 x w      weight (idf) of every word
    f32 x n      coefficient of every support vector
    n times      u16 words of the document, u16 words of the summary, then for each
                 of those words u16 id, u8 count

A vector is kept as counts, so that nothing is rounded but counts over 255: the TF-IDF rows of
length one are made of them and the weights when the file is loaded.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

from .counting import Counted, chance, features, rbf

MAGIC = b"EPISVM01"
_MOST = 255


@dataclass
class Machine:
    gamma: float
    intercept: float
    a: float
    b: float
    weights: np.ndarray
    coefficients: np.ndarray
    vectors: Counted


def write(path: Path, machine: Machine) -> None:
    vectors = machine.vectors
    parts = [MAGIC, struct.pack("<II", len(machine.weights), len(machine.coefficients))]
    parts.append(np.array([machine.gamma, machine.intercept, machine.a, machine.b], "<f4").tobytes())
    parts += [np.asarray(values, "<f4").tobytes() for values in (machine.weights, machine.coefficients)]
    for row in range(len(machine.coefficients)):
        sides = [m[row] for m in (vectors.documents, vectors.summaries)]
        parts.append(struct.pack("<HH", *(side.nnz for side in sides)))
        for side in sides:
            for word, count in sorted(zip(side.indices.tolist(), side.data.tolist())):
                parts.append(struct.pack("<HB", word, min(int(count), _MOST)))
    path.write_bytes(b"".join(parts))


def read(path: Path) -> Machine:
    data = path.read_bytes()
    if data[:8] != MAGIC:
        raise ValueError(f"{path.name} does not start with {MAGIC!r}")
    words, count = struct.unpack_from("<II", data, 8)
    gamma, intercept, a, b = np.frombuffer(data, "<f4", 4, 16).tolist()
    weights = np.frombuffer(data, "<f4", words, 32).astype(np.float64)
    coefficients = np.frombuffer(data, "<f4", count, 32 + 4 * words).astype(np.float64)
    at, entries = 32 + 4 * (words + count), ([], [])
    for row in range(count):
        sizes = struct.unpack_from("<HH", data, at)
        at += 4
        for side, size in zip(entries, sizes):
            for word, times in struct.iter_unpack("<HB", data[at : at + 3 * size]):
                side.append((row, word, times))
            at += 3 * size
    if at != len(data):
        raise ValueError(f"{path.name} holds {len(data)} bytes; its header says {at}")
    matrices = []
    for side in entries:
        rows, columns, values = np.array(side, dtype=np.int64).T
        matrices.append(sparse.csr_matrix((values.astype(float), (rows, columns)), shape=(count, words)))
    return Machine(gamma, intercept, a, b, weights, coefficients, Counted(*matrices))


def probability(machine: Machine, pairs: Counted) -> np.ndarray:
    """P(levels 4 and 5) of pairs."""
    kernel = rbf(features(pairs, machine.weights), features(machine.vectors, machine.weights), machine.gamma)
    return chance(kernel @ machine.coefficients + machine.intercept, machine.a, machine.b)
