"""AUC by scikit-learn, and its bootstrap interval by NumPy quantiles."""

import random

import numpy as np
from sklearn.metrics import roc_auc_score

import invented

MASK = (1 << 64) - 1


class SplitMix64:
    """The generator of Steele, Lea and Flood (2014)."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, end):
        return (self.next() * end) >> 64


def interval(scores, labels, replicates, seed):
    """The stratified percentile bootstrap: positive samples are drawn first,
    and each class is in ascending order of its scores."""
    positives = sorted(s for s, label in zip(scores, labels) if label)
    negatives = sorted(s for s, label in zip(scores, labels) if not label)
    draw = SplitMix64(seed)
    truth = [1] * len(positives) + [0] * len(negatives)
    areas = []
    for _ in range(replicates):
        sample = [positives[draw.below(len(positives))] for _ in positives]
        sample += [negatives[draw.below(len(negatives))] for _ in negatives]
        areas.append(roc_auc_score(truth, sample))
    return [float(q) for q in np.quantile(areas, [0.025, 0.975])]


def main():
    draw = random.Random(2)
    cases = []
    for number in range(120):
        size = draw.choice([2, 3, 8, 30, 200])
        labels = [draw.random() < draw.choice([0.2, 0.5, 0.8]) for _ in range(size)]
        labels[:2] = [True, False]
        # Few distinct values make ties; some scores agree with the label.
        digits = draw.choice([0, 1, 2, 6])
        lean = draw.choice([-1.0, 0.0, 0.5, 3.0])
        scores = [round(draw.gauss(lean * label, 1.0), digits) for label in labels]
        case = {"scores": scores, "labels": labels, "auc": float(roc_auc_score(labels, scores))}
        if number % 10 == 0:
            case["replicates"], case["seed"] = 100, number
            case["interval"] = interval(scores, labels, case["replicates"], case["seed"])
        cases.append(case)
    invented.write("roc", cases)


if __name__ == "__main__":
    main()
