"""The experiments of paper B on the protocols: writes docs/results/structure.md.

    python -m recipes.structure.experiments --data ../shared/data --out docs/results/structure.md

Ten folds over the starts of the born-digital protocols. A fold's test set holds its starts
and ten times as many other lines; the training set is drawn from the rest, as many starts
as are asked for and as many other lines. The types' centres and the vocabulary know no
labels and are those of all six protocols. Every run is a step that is kept, so that an
interrupted harness continues.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from scipy.stats import ttest_rel

from .line_cnn import TYPES, Lines, Shape, scores, train
from .protocols import BORN_DIGITAL, OLDER
from .speech_lines import (
    KINDS,
    SEED,
    THRESHOLD,
    WORDS,
    average_precision,
    best_f1,
    centres,
    encode,
    read,
    vocabulary_of,
)
from ..work import CACHE, Work

FOLDS = 10
STARTS = 500
NEGATIVES = 10
SMALL = {"embedding": 16, "filters": 16}
TRAINING = {"epochs": 12, "batch": 50, "rate": 3e-3, "positive_weight": 1.0}

NAMES = {"none": "no types", "centre": "centre type", "window": "full window", "cnn": "window CNN"}
PAPER = {"none": (0.753, 0.795), "centre": (0.786, 0.843), "window": (0.805, 0.867), "cnn": (0.804, 0.839)}


def fold_rows(data: Lines, fold: int, starts: int) -> tuple[np.ndarray, np.ndarray]:
    """(training rows, test rows) of a fold."""
    rng = np.random.default_rng(SEED)
    positive, negative = (rng.permutation(np.flatnonzero(data.starts == value)) for value in (True, False))
    test, spare = positive[fold::FOLDS], negative[fold::FOLDS]
    rest = np.setdiff1d(positive, test)
    own = np.random.default_rng((SEED, fold))
    chosen = own.permutation(rest)[:starts]
    others = own.permutation(np.setdiff1d(negative, spare))[: len(chosen)]
    return np.concatenate([chosen, others]), np.concatenate([test, spare[: NEGATIVES * len(test)]])


class Experiments:
    def __init__(self, data: Path, work: Work):
        self.work = work
        self.born, self.older = (read(data, work, names) for names in (BORN_DIGITAL, OLDER))
        self.vocabulary = vocabulary_of(self.born)
        self.encoded: dict[tuple[bool, int], Lines] = {}

    def lines(self, older: bool, kinds: int) -> Lines:
        if (older, kinds) not in self.encoded:
            found = encode(self.older if older else self.born, self.vocabulary, centres(self.born, kinds))
            self.encoded[older, kinds] = found
        return self.encoded[older, kinds]

    def shape(self, types: str, pooling: str, kinds: int) -> Shape:
        return Shape(len(self.vocabulary), kinds, types=types, pooling=pooling, **SMALL)

    def runs(self, types: str, pooling: str = "window", starts: int = STARTS, kinds: int = KINDS) -> dict[str, list[float]]:
        """F1 at the best threshold and average precision of every fold."""

        def make(folder: Path) -> None:
            data = self.lines(False, kinds)
            found: dict[str, list[float]] = {"f1": [], "ap": []}
            for fold in range(FOLDS):
                chosen, test = fold_rows(data, fold, starts)
                model = train(self.shape(types, pooling, kinds), data, chosen, seed=SEED + fold, **TRAINING)
                chances = scores(model, data, test)
                found["f1"].append(best_f1(data.starts[test], chances)[0])
                found["ap"].append(average_precision(data.starts[test], chances))
            (folder / "scores.json").write_text(json.dumps(found) + "\n")

        settings = {"types": types, "pooling": pooling, "starts": starts, "kinds": kinds, **TRAINING, **SMALL, "words": WORDS}
        folder = self.work.step(f"folds-{types}-{pooling}-{starts}-{kinds}", settings, make)
        return json.loads((folder / "scores.json").read_text())

    def older_scores(self, types: str) -> dict[str, list[float]]:
        """F1 at the best threshold and average precision on every older protocol, all lines."""

        def make(folder: Path) -> None:
            born, older = self.lines(False, KINDS), self.lines(True, KINDS)
            rng = np.random.default_rng(SEED)
            positive, negative = np.flatnonzero(born.starts), rng.permutation(np.flatnonzero(~born.starts))
            chosen = np.concatenate([positive, negative[: len(positive)]])
            model = train(self.shape(types, "window", KINDS), born, chosen, seed=SEED, **TRAINING)
            found = {}
            for index, protocol in enumerate(self.older):
                rows = np.flatnonzero(older.documents == index)
                starts, others = rows[older.starts[rows]], rng.permutation(rows[~older.starts[rows]])
                test = np.concatenate([starts, others[: NEGATIVES * len(starts)]])
                chances = scores(model, older, test)
                labels = older.starts[test]
                found[protocol.name] = [best_f1(labels, chances)[0], average_precision(labels, chances)]
            (folder / "scores.json").write_text(json.dumps(found) + "\n")

        folder = self.work.step(f"older-{types}", {"types": types, **TRAINING, **SMALL, "words": WORDS}, make)
        return json.loads((folder / "scores.json").read_text())


def _mean(values: list[float]) -> str:
    return f"{np.mean(values):.3f} ± {np.std(values, ddof=1):.3f}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _variants(results: dict[str, dict]) -> str:
    rows = [
        [NAMES[t], _mean(results[t]["f1"]), _mean(results[t]["ap"]), *(f"{value:.3f}" for value in PAPER[t])]
        for t in TYPES
    ]
    return _table(["types of blocks", "F1", "average precision", "paper: F1", "paper: area under the curve"], rows)


def _tests(results: dict[str, dict]) -> str:
    rows = []
    for a in TYPES:
        cells = ["–" if a == b else f"{ttest_rel(results[a]['f1'], results[b]['f1']).pvalue:.2g}" for b in TYPES]
        rows.append([NAMES[a], *cells])
    return _table(["p", *(NAMES[t] for t in TYPES)], rows)


def report(e: Experiments, left_out: dict) -> str:
    paper = {t: e.runs(t) for t in TYPES}
    own = {t: e.runs(t, pooling="centre") for t in TYPES}
    sizes = {n: {t: e.runs(t, starts=n) for t in ("none", "window")} for n in (100, 200, 500, 1000)}
    kinds = {k: e.runs("window", kinds=k) for k in (2, 5, 10, 20, 40)}
    older = {t: e.older_scores(t) for t in TYPES}
    mean = {key: float(np.mean([row[key] for row in left_out.values()])) for key in ("f1", "best", "ap")}
    lines = sum(len(p.texts) for p in e.born)
    parts = [
        "# Document structure: the experiments of de Jonge 2018",
        "Written by `python -m recipes.structure.experiments`; see models/recipes/README.md. Protocols of the "
        "Bundestag: "
        f"{', '.join(BORN_DIGITAL)} (born digital, {lines:,} lines, {sum(int(p.starts.sum()) for p in e.born):,} starts) and "
        f"{', '.join(OLDER)} (older). F1 is that of the best threshold, as in the paper.",
        "The paper's set of 211 protocols is not at hand: figures beside its own are of other protocols, of fewer "
        "of them, and of a smaller network "
        f"({SMALL['embedding']} dimensions for 300, {SMALL['filters']} filters of each size for 100, Adam for Adadelta).",
        "## Four ways to add the types",
        f"Ten folds, {STARTS} starts and as many other lines to train on, one start to {NEGATIVES} other lines to test on. "
        "First the paper's network, which pools over the window and cannot tell in which of its nine lines it saw a name.",
        _variants(paper),
        "Probability of the same mean F1 (paired t-test over the folds):",
        _tests(paper),
        "The network that ships also pools the middle line alone:",
        _variants(own),
        _tests(own),
        "## Starts to train on",
        _table(
            ["starts", "no types: F1", "average precision", "full window: F1", "average precision"],
            [[str(n), *(_mean(r[t][key]) for t in ("none", "window") for key in ("f1", "ap"))] for n, r in sizes.items()],
        ),
        "## Number of types",
        "Full window; the paper shows a box plot without figures.",
        _table(["k", "F1", "average precision"], [[str(k), _mean(r["f1"]), _mean(r["ap"])] for k, r in kinds.items()]),
        "## From new protocols to old ones",
        "The paper's network, trained on all starts of the born-digital protocols and as many other lines; F1 (average "
        f"precision), one start to {NEGATIVES} other lines. The paper announces this experiment and gives no figures.",
        _table(
            ["types of blocks", *OLDER],
            [[NAMES[t], *(f"{older[t][n][0]:.3f} ({older[t][n][1]:.3f})" for n in OLDER)] for t in TYPES],
        ),
        "A page and its blocks, numbered in the order of reading, without its text: [15077, page 10](structure-page.svg), "
        "by `cargo run --example page_picture`.",
        "## A protocol that was not trained on",
        "The shipped network (full window), trained on five born-digital protocols, on every line of the sixth: one "
        f"start to about fifty other lines; at the shipped threshold of {THRESHOLD:g}, and, "
        "as above, at the best one. The threshold, and training with some starts joined to the line after them, were "
        "preferred with these figures in sight (see the card). By `python -m recipes.structure.speech_lines_de`.",
        _table(
            ["protocol", "starts", "F1", "F1 at the best threshold", "average precision"],
            [[n, str(r["starts"]), *(f"{r[key]:.3f}" for key in ("f1", "best", "ap"))] for n, r in left_out.items()]
            + [["mean", "", *(f"{mean[key]:.3f}" for key in ("f1", "best", "ap"))]],
        ),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with pages/")
    parser.add_argument("--out", type=Path, required=True, help="report to write")
    parser.add_argument("--work", type=Path, default=CACHE / "speech-lines-de", help="work folder of speech_lines_de")
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = sorted(options.work.glob("left-out-*/scores.json"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise SystemExit("run recipes.structure.speech_lines_de with the same --work first: it scores the left-out protocols")
    text = report(Experiments(options.data, Work(options.work)), json.loads(found[-1].read_text()))
    options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
