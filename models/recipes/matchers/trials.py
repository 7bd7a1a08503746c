"""The trainings of paper A's experiments, by table and figure; every one is a step of its own.

* Table 8: every system, cross-validated on the training pairs in `FOLDS` folds. A fold's model
  also scores the sets with human labels, so that the spread over trainings is known there;
* Table 9: the same with five classes, for LSTM-I and LSTM-II, as in the paper;
* Figure 4: every system on the first 1,000 to all training pairs;
* Figures 5 and 6: LSTM-I and LSTM-II with word2vec embeddings of 10 to 200 dimensions, and
  LSTM-II with random ones. The state is as wide as an embedding, as in the paper.

Figures 4 to 6 are judged on the first set with human labels. All systems see the same pairs.
"""

from typing import NamedTuple

import numpy as np
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold

from ..evaluate import POSITIVE
from .folds import SEED, SYSTEMS, Experiment, Trial
from .data import levels

FOLDS = 10
FIVE = ("lstm-i", "lstm-ii")
SIZES = (1000, 2000, 4000, 7000, 10_000)
DIMENSIONS = (10, 20, 50, 100, 200)
CURVES = {
    "LSTM-I, word2vec": ("lstm-i", True),
    "LSTM-II, word2vec": ("lstm-ii", True),
    "LSTM-II, random": ("lstm-ii", False),
}


class Crossed(NamedTuple):
    """A cross-validation: AUC per fold, out-of-fold scores, scores of each set by each fold's model."""

    folds: list[float]
    scores: np.ndarray
    sets: dict[str, list[np.ndarray]]


def area(rows, scores: np.ndarray) -> float:
    return float(roc_auc_score(levels(rows) >= POSITIVE, scores))


def splits(experiment: Experiment) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rows of the training pairs to train on and held out, per fold, stratified by level."""
    wanted = levels(experiment.pairs("train"))
    return list(StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(wanted, wanted))


def cross_validated(experiment: Experiment, trial: Trial) -> Crossed:
    rows = experiment.pairs("train")
    others = {name: np.arange(len(found)) for name, found in experiment.tests().items()}
    pooled, folds, sets = np.zeros(len(rows)), [], {name: [] for name in others}
    for number, (train, held) in enumerate(splits(experiment)):
        found = experiment.scores(f"fold-{number}", trial, train, {"train": held} | others)
        pooled[held] = found["train"]
        folds.append(area([rows[i] for i in held], found["train"]))
        for name in others:
            sets[name].append(found[name])
    return Crossed(folds, pooled, sets)


def figure_order(count: int) -> np.ndarray:
    """The order in which training pairs are added in Figure 4."""
    return np.random.default_rng(SEED).permutation(count)


def table_8(experiment: Experiment, systems: tuple[str, ...] = SYSTEMS) -> dict[str, Crossed]:
    return {system: cross_validated(experiment, Trial(system)) for system in systems}


def table_9(experiment: Experiment, systems: tuple[str, ...] = SYSTEMS) -> dict[str, Crossed]:
    return {system: cross_validated(experiment, Trial(system, head="five")) for system in FIVE if system in systems}


def _judged(experiment: Experiment, name: str, trial: Trial, rows: np.ndarray) -> float:
    test = next(iter(experiment.tests()))
    found = experiment.scores(name, trial, rows, {test: np.arange(len(experiment.pairs(test)))})
    return area(experiment.pairs(test), found[test])


def figure_4(experiment: Experiment, systems: tuple[str, ...] = SYSTEMS) -> dict[str, dict[int, float]]:
    """AUC by system and number of training pairs: the first of one random order."""
    count = len(experiment.pairs("train"))
    order = figure_order(count)
    sizes = [size for size in SIZES if size < count] + ([count] if count <= SIZES[-1] else [SIZES[-1]])
    return {
        system: {size: _judged(experiment, "all" if size == count else f"size-{size}", Trial(system), np.sort(order[:size])) for size in sizes}
        for system in systems
    }


def figures_5_and_6(experiment: Experiment, systems: tuple[str, ...] = SYSTEMS) -> dict[str, dict[int, float]]:
    """AUC by curve and dimension."""
    everything = np.arange(len(experiment.pairs("train")))
    return {
        name: {
            size: _judged(experiment, "all", Trial(system, dimensions=size, pretrained=pretrained), everything)
            for size in DIMENSIONS
        }
        for name, (system, pretrained) in CURVES.items()
        if system in systems
    }
