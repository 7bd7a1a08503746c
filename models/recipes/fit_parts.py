"""What a `fit` matcher judges pairs by, computed by the library, and the weights that put it together.

x = rouge_1 * ROUGE-1 precision + network * ln p + copied / (1 + b)^2 + density * max(ln(1 + δ) - 2, 0)
    - contradicted * ln(1 + k) - missing * ln(1 + m) + entailment * ln e,
as `FitSpec::score` of `src/matcher/parts.rs` adds it up. The library's program `fit_parts` is built by cargo.
"""

import functools
import hashlib
import json
import subprocess
import zlib
from pathlib import Path

import numpy as np

from .calibration import Graded
from .fit_pairs import HIGH, LABELLED, LOW
from .pairs import Pair

ROOT = Path(__file__).parents[2]
_BUILD = ("Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "examples/fit_parts.rs")
PARTS = ("rouge_1", "network", "copied", "density", "contradicted", "missing", "entailment")
TAKEN = ("contradicted", "missing")
"""Parts that take from the score."""
RELATED = 7
"""A target: some level of 2 to 5."""
_PROGRAM = ("cargo", "run", "--quiet", "--profile", "harness", "--example", "fit_parts", "--")


@functools.cache
def library() -> str:
    """SHA-256 of what computes the parts: the library's sources, and how it is built."""
    found = hashlib.sha256()
    files = [path for folder in ("src", "kernels/src") for path in (ROOT / folder).rglob("*") if path.is_file()]
    for path in sorted([*files, *(ROOT / name for name in _BUILD)]):
        found.update(f"{path.relative_to(ROOT).as_posix()} {path.stat().st_size}\n".encode() + path.read_bytes())
    return found.hexdigest()


def parts(model: Path, rows: list[Pair]) -> np.ndarray:
    """The parts of pairs by the matcher of a model folder, [pairs, parts]."""
    lines = "".join(json.dumps({"document": row.document, "summary": row.summary}) + "\n" for row in rows)
    run = subprocess.run([*_PROGRAM, str(model.resolve())], input=lines, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    return np.array([[json.loads(line)[part] for part in PARTS] for line in run.stdout.splitlines()])


def digest(rows: list[Pair]) -> str:
    """SHA-256 of the texts of pairs."""
    return hashlib.sha256("\0".join(text for row in rows for text in (row.document, row.summary)).encode()).hexdigest()


def scores(values: np.ndarray, weights: dict[str, float]) -> np.ndarray:
    """x of pairs from their parts."""
    return values @ [(-1 if part in TAKEN else 1) * weights.get(part, 0.0) for part in PARTS]


def graded(rows: list[Pair], values: np.ndarray) -> Graded:
    """Values with the least and the most level that the targets of their pairs stand for."""
    targets = np.array([row.level for row in rows])
    kinds = [targets == LOW, targets == HIGH, targets == RELATED]
    _, documents = np.unique([row.document for row in rows], return_inverse=True)
    return Graded(values, np.select(kinds, [1, 4, 2], targets), np.select(kinds, [3, 5, 5], targets), documents)


def sets(rows: list[Pair], values: np.ndarray) -> dict[str, Graded]:
    """Graded pairs by their kind."""
    kinds, every = np.array([row.kind for row in rows]), graded(rows, values)
    return {str(kind): every.of(kinds == kind) for kind in dict.fromkeys(kinds)}


def weighable(rows: list[Pair]) -> dict[str, np.ndarray]:
    """Which pairs weights are fitted to, by set: those whose decision is known, and of what people judged every other document. The
    built ones are one set."""
    known = np.array([row.level != RELATED for row in rows])
    half = np.array([row.kind != row.source or zlib.crc32(row.document.encode()) % 2 == 0 for row in rows])
    names = np.array([row.kind if row.kind in (row.source, *LABELLED) else "texts" if row.source == "texts" else "built" for row in rows])
    good = np.array([row.level >= 4 for row in rows])
    found = {}
    for name in dict.fromkeys(names.tolist()):
        chosen = known & half & (names == name)
        if good[chosen].any() and not good[chosen].all():
            found[name] = chosen
    return found


def built(rows: list[Pair], values: np.ndarray) -> Graded:
    """Those that are built from titles."""
    return graded(rows, values).of(np.array([row.kind not in LABELLED for row in rows]))


def by_kind(rows: list[Pair], values: np.ndarray, auc) -> dict[str, float]:
    """AUC of each kind of bad pair against the good ones; labelled pairs against the good ones of their own kind."""
    good, kinds = np.array([row.level >= 4 for row in rows]), np.array([row.kind for row in rows])
    built = ~np.isin(kinds, LABELLED)
    found = {}
    for kind in sorted(set(kinds[~good].tolist())):
        bad, others = ~good & (kinds == kind), good & ((kinds == kind) if kind in LABELLED else built)
        if min(bad.sum(), others.sum()) >= 20:
            labels = np.r_[np.ones(others.sum()), np.zeros(bad.sum())]
            found[kind] = round(float(auc(labels, np.r_[values[others], values[bad]])), 4)
    return found
